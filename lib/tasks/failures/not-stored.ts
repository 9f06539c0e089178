import type { NOT_STORED_REASONS } from "./contract";
import { linesOf } from "./headline";

export type NotStored = (typeof NOT_STORED_REASONS)[number];

/** What a caller learns about an error that is not stored. */
export const WHY_NOT_STORED: Readonly<Record<NotStored, string>> = {
  syntax_error: "The code does not parse: fixing the named line is enough, so there is nothing to learn.",
  interrupted: "The run was interrupted from outside; the code did not fail.",
  infrastructure: "The machine, the network or a service failed, not the code.",
};

const SYNTAX: readonly RegExp[] = [
  /^(?:E\s+)?(?:SyntaxError|IndentationError|TabError): (?!.*(?:JSON|outside a module|does not provide an export))/,
  /\bSyntaxError: \S+: (?:Unexpected|Missing|Unterminated)/,
  /^(?:Uncaught )?SyntaxError: (?:Unexpected (?:token|identifier|end of input|reserved word|string|number)|missing |Invalid or unexpected token|Unterminated)(?!.*JSON)/,
  /\.go:\d+:\d+: (?:syntax error|expected ['"]|illegal )/,
  /^error: (?:expected (?:one of|expression|identifier|item|`|pattern|type|statement)|unexpected (?:closing|token)|this file contains an unclosed|mismatched closing|unterminated)/,
  /\.java:\d+: error: (?:'.{1,10}' expected|class, interface|illegal start of|reached end of file|unclosed string|not a statement)/,
  /error CS(?:1001|1002|1003|1010|1022|1026|1513|1514|1519|1525):/,
  /: syntax error, unexpected|: syntax errors? found|\(SyntaxError\)$/,
  /(?:PHP )?Parse error: /,
  /error TS1(?:00[1-9]|0[1-9]\d|1\d\d): /,
  /(?:Transform failed with|Parsing error:|Parse failure:)/,
];

const INTERRUPTED: readonly RegExp[] = [
  /^KeyboardInterrupt\b|^!+ (?:_pytest\.outcomes\.Exit|KeyboardInterrupt)/,
  /^signal: (?:interrupt|killed|terminated)$/,
  /\b(?:SIGINT|SIGTERM|SIGHUP)\b/,
  /^(?:Error: )?The (?:operation|run|job|workflow)(?: run)? was cancell?ed/i,
  /^npm (?:ERR!|error) signal SIG/,
  /exit (?:code|status) (?:130|143)\b/i,
  /received (?:a )?(?:shutdown|interrupt|termination) signal/i,
  /^Interrupt(?:ed)?:?\s*$/,
  /\(Interrupt\)$/,
];

const INFRASTRUCTURE: readonly RegExp[] = [
  /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOSPC|EMFILE)\b/,
  /no space left on device/i,
  /could not resolve (?:host|hostname)|temporary failure in name resolution|name or service not known|no such host|getaddrinfo failed/i,
  /connection (?:refused|reset by peer|timed out)|actively refused it|network is unreachable|No route to host/i,
  /Max retries exceeded with url|Failed to establish a new connection/,
  /Cannot connect to the Docker daemon|error during connect: .*docker/i,
  /JavaScript heap out of memory|Cannot allocate memory|OOMKilled|exit (?:code|status) 137\b/i,
  /TLS handshake timeout|i\/o timeout/,
  /(?:502 Bad Gateway|503 Service (?:Temporarily )?Unavailable|504 Gateway Time-?out)/i,
  /(?:API |secondary )?rate limit exceeded|toomanyrequests|429 Too Many Requests/i,
  /The hosted runner|runner has lost communication|lost communication with the server/i,
  /Communications link failure|could not connect to server|Is the server running (?:on|locally)/,
];

const FROM_START = 40;
const FROM_END = 40;
const LONGEST_LINE = 500;

/**
 * Why an error is not kept, by what its headline and the lines around it say; null for one that is. Frames of stacks are
 * not looked at: a function may be called `onSIGTERM`.
 */
export function whyNotStored(output: string, headline: string): NotStored | null {
  const lines = linesOf(output).filter((line) => !/^\s*(?:at |File "|from |#\d+ )/.test(line));
  const read = [...lines.slice(0, FROM_START), ...lines.slice(FROM_START).slice(-FROM_END), headline].map(
    (line) => line.slice(0, LONGEST_LINE),
  );
  const says = (patterns: readonly RegExp[]) => read.some((line) => patterns.some((each) => each.test(line)));
  if (says(SYNTAX)) return "syntax_error";
  if (says(INTERRUPTED)) return "interrupted";
  if (says(INFRASTRUCTURE)) return "infrastructure";
  return null;
}
