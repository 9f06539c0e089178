import type { FailureLanguage } from "./languages";

/** What an output says the error is. */
export type Headline = { error_type: string; message: string };

/** `is_known`: it has the form of an error, and is not only the first line of a text. */
export type FoundHeadline = Headline & { is_known: boolean };

type Finder = (lines: readonly string[]) => Headline | null;

const LONGEST_LINE = 2_000;

/** The last part of a qualified name: `requests.exceptions.ConnectionError`, `System.IO.IOException`, `ActiveRecord::NotFound`. */
const lastName = (name: string): string => name.split(/\.|::|\\|\$/).at(-1) ?? name;

const named = (type: string | undefined, message: string | undefined): Headline => ({
  error_type: lastName(type ?? "Error"),
  message: (message ?? "").trim(),
});

function lastMatch(lines: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const found = pattern.exec(lines[at] ?? "");
    if (found) return found;
  }
  return null;
}

function firstMatch(
  lines: readonly string[],
  pattern: RegExp,
): { found: RegExpExecArray; at: number } | null {
  for (const [at, line] of lines.entries()) {
    const found = pattern.exec(line);
    if (found) return { found, at };
  }
  return null;
}

const PYTHON_ERROR =
  /^(?:E {1,8})?((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Failed|NotFound|Timeout|DoesNotExist|Fault|Invalid))(?:: (.*)|:?$)/;
/** Any exception of a library, such as `requests.exceptions.SSLError` or `jinja2.exceptions.UndefinedError`. */
const PYTHON_DOTTED = /^(?:E {1,8})?((?:[a-z_]\w*\.)+[A-Z]\w*)(?:: (.*)|$)/;
const PYTEST_ASSERT = /^E {1,8}(?:AssertionError: )?(assert .*)$/;

const python: Finder = (lines) => {
  const raised = lastMatch(lines, PYTHON_ERROR) ?? lastMatch(lines, PYTHON_DOTTED);
  const assertion = lastMatch(lines, PYTEST_ASSERT);
  if (assertion && (!raised || raised[1] === "AssertionError")) return named("AssertionError", assertion[1]);
  if (raised) return named(raised[1], raised[2]);
  return null;
};

const SCRIPT_ERROR =
  /^[\s●✕×>⨯|]*(?:\[[^\]]{1,40}\] )?(?:Uncaught |Unhandled |\(in promise\) |Caused by: |error: ){0,3}((?:[A-Za-z_$][\w$]*\.)*[A-Z][\w$]*(?:Error|Exception|Invariant Violation)|Error|Invariant Violation)(?: \[([A-Z][A-Z_0-9]+)\])?: (.*)$/;
/** What the runner of Node says that a test failed of. */
const NODE_CAUSE = /^\s*cause: ([A-Z]\w*Error)(?: \[\w+\])?: (.*)$/;
const TYPESCRIPT = /\berror (TS\d{3,5}): (.*)$/;
const JEST_EXPECT =
  /^\s*expect\((?:received|jest\.fn\(\)|.{0,40})\)\.(?:not\.)?(?:resolves\.|rejects\.)?(\w+)\(/;

const javascript: Finder = (lines) => {
  const cause = firstMatch(lines, NODE_CAUSE);
  if (cause) return named(cause.found[1], cause.found[2]);
  const compiled = firstMatch(lines, TYPESCRIPT);
  const raised = firstMatch(lines, SCRIPT_ERROR);
  const expected = firstMatch(lines, JEST_EXPECT);
  if (compiled && (!raised || compiled.at < raised.at)) return named(compiled.found[1], compiled.found[2]);
  if (expected && (!raised || raised.found[3] === "" || expected.at < raised.at))
    return { error_type: "AssertionError", message: (expected.found[0] ?? "").trim() };
  if (!raised) return null;
  const message = raised.found[3]?.trim() || (lines[raised.at + 1] ?? "").trim();
  return named(raised.found[1], message);
};

const GO_PANIC = /^\s*panic: (.*?)(?: \[recovered\].*)?$/;
const GO_FATAL = /^\s*fatal error: (.*)$/;
const GO_LINE = /^\s*(?:\.{0,2}\/?[^\s:]+\.go|vet: [^\s:]+\.go):\d+(?::\d+)?: (.+)$/;
const GO_OUT = /^\s*Error:\s+(.+)$/;

const go: Finder = (lines) => {
  const panic = firstMatch(lines, GO_PANIC);
  if (panic) {
    const said = (panic.found[1] ?? "").replace(/^\w[\w.]*\((?=")/, "");
    if (said.startsWith("runtime error: "))
      return named("runtime error", said.slice("runtime error: ".length));
    return named("panic", said);
  }
  const fatal = firstMatch(lines, GO_FATAL);
  if (fatal) return { error_type: "fatal error", message: fatal.found[1] ?? "" };
  const testify = firstMatch(lines, GO_OUT);
  if (testify) return { error_type: "assertion", message: testify.found[1] ?? "" };
  const line = firstMatch(lines, GO_LINE);
  if (!line) return null;
  const is_test =
    /_test\.go:\d+: /.test(line.found[0] ?? "") && !/_test\.go:\d+:\d+: /.test(line.found[0] ?? "");
  return { error_type: is_test ? "assertion" : "error", message: line.found[1] ?? "" };
};

const RUST_OLD = /^\s*thread '[^']*'(?: \(\d+\))? panicked at '(.*?)'?(?:, \S+\.rs:\d+:\d+)?$/;
const RUST_NEW = /^\s*thread '[^']*'(?: \(\d+\))? panicked at [^']\S*:\d+:\d+:?\s*$/;
const RUST_COMPILER = /^error(?:\[(E\d{4})\])?: (.*)$/;
const RUST_ERROR = /^Error: (.*)$/;

const rust: Finder = (lines) => {
  const panicked = firstMatch(lines, RUST_NEW);
  if (panicked) return { error_type: "panic", message: (lines[panicked.at + 1] ?? "").trim() };
  const old = firstMatch(lines, RUST_OLD);
  if (old) return { error_type: "panic", message: old.found[1] ?? "" };
  const compiled = firstMatch(lines, RUST_COMPILER);
  if (compiled) return { error_type: compiled.found[1] ?? "error", message: compiled.found[2] ?? "" };
  const returned = firstMatch(lines, RUST_ERROR);
  if (returned) return { error_type: "Error", message: returned.found[1] ?? "" };
  return null;
};

const JAVA_NAME = "(?:[a-z_]\\w*\\.)+[A-Z][\\w$]*|[A-Z]\\w*(?:Exception|Error)";
const JAVA_CAUSE = new RegExp(`^\\s*(?:\\[ERROR\\] )?Caused by: (${JAVA_NAME})(?::\\s?(.*)|$)`);
const JAVA_THROWN = "(?:[a-z_]\\w*\\.)*[A-Z][\\w$]*(?:Exception|Error|Failure|Throwable)";
const JAVA_ERROR = new RegExp(
  `^(?:\\[ERROR\\]\\s+|\\s*)(?:Exception in thread "[^"]*" )?(${JAVA_THROWN})(?::?\\s(.*)|:?\\s*$)`,
);
const JAVA_WITHIN = new RegExp(`(?:^|[:\\s]\\s?|nested exception is )(${JAVA_THROWN})(?::?\\s(.*)|:?\\s*$)`);
const JAVA_COMPILER = /(?:\.java:\d+: error:|\.java:\[\d+,\d+\](?: error:)?|^error:) (.*)$/;

const java: Finder = (lines) => {
  const cause = lastMatch(lines, JAVA_CAUSE);
  if (cause) return named(cause[1], cause[2]);
  const raised = firstMatch(lines, JAVA_ERROR) ?? firstMatch(lines, JAVA_WITHIN);
  if (raised) return named(raised.found[1], raised.found[2]);
  const compiled = firstMatch(lines, JAVA_COMPILER);
  if (compiled) return { error_type: "error", message: compiled.found[1] ?? "" };
  return null;
};

const CSHARP_NAME = "(?:[A-Z]\\w*\\.)*[A-Z]\\w*(?:Exception|Failure|Error)";
const CSHARP_INNER = new RegExp(`^\\s*--->\\s+(${CSHARP_NAME})(?: \\(0x[0-9A-Fa-f]+\\))?(?:: (.*)|$)`);
const CSHARP_ERROR = new RegExp(
  `^\\s*(?:Unhandled [Ee]xception[.:] |\\S{1,20}\\s|Error Message:\\s*)?(${CSHARP_NAME})(?: \\(0x[0-9A-Fa-f]+\\))?(?:\\s?: (.*)|\\s*$)`,
);
const CSHARP_COMPILER = /\berror ((?:CS|NU|MSB|NETSDK)\d{4}): (.*?)(?: \[[^\]]*\])?$/;
const XUNIT = /^\s*(Assert\.\w+\(\) Failure)/;

const csharp: Finder = (lines) => {
  const asserted = firstMatch(lines, XUNIT);
  if (asserted) return { error_type: "assertion", message: asserted.found[1] ?? "" };
  const inner = lastMatch(lines, CSHARP_INNER);
  if (inner) return named(inner[1], inner[2]);
  const compiled = firstMatch(lines, CSHARP_COMPILER);
  if (compiled) return { error_type: compiled.found[1] ?? "error", message: compiled.found[2] ?? "" };
  const raised = firstMatch(lines, CSHARP_ERROR);
  if (raised) return named(raised.found[1], raised.found[2]);
  return null;
};

const RUBY_NAME = "(?:[A-Z]\\w*::)*[A-Z]\\w*";
const RUBY_AT_END = new RegExp(`:(?:in [^:]+:)? (.*) \\((${RUBY_NAME})\\)$`);
const RUBY_FIRST = new RegExp(
  `^\\s*(?:\\d+\\) )?(${RUBY_NAME}(?:Error|Exception|NotFound|Invalid|Timeout|Missing))(?:: (.*)|:?$|\\s\\((.*)\\):?$)`,
);
const RUBY_OPENS = new RegExp(`^(${RUBY_NAME}): (.*)$`);
const RSPEC = /^\s*Failure\/Error: (.*)$/;

const ruby: Finder = (lines) => {
  const at_end = firstMatch(lines, RUBY_AT_END);
  if (at_end) return named(at_end.found[2], at_end.found[1]);
  const first = firstMatch(lines, RUBY_FIRST);
  if (first) {
    const message = first.found[2] ?? first.found[3] ?? lines[first.at + 1] ?? "";
    return named(first.found[1], message);
  }
  const expectation = firstMatch(lines, RSPEC);
  if (expectation)
    return { error_type: "assertion", message: (lines[expectation.at + 1] ?? "").trim() || "failed" };
  const opens = firstMatch(lines, RUBY_OPENS);
  if (opens) return named(opens.found[1], opens.found[2]);
  return null;
};

const PHP_UNCAUGHT =
  /(?:PHP )?Fatal error: {1,2}Uncaught (?:\[?)((?:\w+\\)*\w+)(?:: (.*?))?(?: in \S+(?::| on line )\d+.*)?$/;
const PHP_ENGINE =
  /(?:PHP )?(Fatal error|Parse error|Warning|Notice|Deprecated|Catchable fatal error|Recoverable fatal error): {1,2}(.*?)(?: in \S+(?::| on line )\d+.*)?$/;
const PHP_THROWN =
  /^[\s\d)[\]:.A-Za-z-]{0,60}?((?:[A-Z]\w*\\)+[A-Z]\w*|[A-Z]\w*(?:Exception|Error))(?:\s*[:(-]\s*(.*?)|\s*$)(?: in \S+:\d+)?$/;
const PHPUNIT = /^(Failed asserting that .*)$/;

const php: Finder = (lines) => {
  const uncaught = firstMatch(lines, PHP_UNCAUGHT);
  if (uncaught) return named(uncaught.found[1], uncaught.found[2]);
  const asserted = firstMatch(lines, PHPUNIT);
  if (asserted) return { error_type: "assertion", message: asserted.found[1] ?? "" };
  const engine = firstMatch(lines, PHP_ENGINE);
  if (engine) return { error_type: engine.found[1] ?? "error", message: engine.found[2] ?? "" };
  const thrown = firstMatch(lines, PHP_THROWN);
  if (thrown) return named(thrown.found[1], thrown.found[2] || lines[thrown.at + 1]);
  return null;
};

/** Anywhere in a line, as in a log or a report: `search: TypeError: …`, `NoMethodError (…)`, `Read error: #<ArgumentError: …>`. */
const OTHER =
  /(?:^|[^\w.$])((?:[\w$]+(?:\.|::|\\))*[A-Z]\w*(?:Error|Exception))(?: ?: | - |, message: | \(|: ?$)(.*?)(?:\):?|>)?$/;
const OF_RUNTIME = /\bruntime error: ?(.*)$/;

const other: Finder = (lines) => {
  const found = firstMatch(lines, OTHER);
  if (found) return named(found.found[1], found.found[2]);
  const runtime = firstMatch(lines, OF_RUNTIME);
  if (runtime) return { error_type: "runtime error", message: runtime.found[1] ?? "" };
  return null;
};

const FINDERS: Readonly<Record<FailureLanguage, Finder>> = {
  python,
  javascript,
  go,
  rust,
  java,
  csharp,
  ruby,
  php,
  other,
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: what colours the output of terminals
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;

/** The lines of an output that are read: without colours, each at most 2,000 characters. */
export function linesOf(output: string): string[] {
  return output
    .replace(COLOURS, "")
    .split(/\r?\n/)
    .map((line) => line.slice(0, LONGEST_LINE).trimEnd());
}

/** The error that an output tells of; its first line that says anything where no known form is found. */
export function headlineOf(output: string, language: FailureLanguage): FoundHeadline {
  const lines = linesOf(output);
  const found = FINDERS[language](lines) ?? other(lines);
  if (found) return { ...found, is_known: true };
  const message = (lines.find((line) => line.trim() !== "") ?? "").trim();
  return { error_type: "error", message, is_known: false };
}
