import type { FailureLanguage } from "./failure-schema";

export type { FailureLanguage };

/** What only the errors of one language look like, in the order in which they are tried. */
const MARKS: readonly (readonly [FailureLanguage, RegExp])[] = [
  [
    "python",
    /^\s*Traceback \(most recent call last\)|^\s*File "[^"\n]{1,500}", line \d+|^E {3}\w|\.py:\d+: \w/m,
  ],
  ["rust", /^\s*thread '[^'\n]{1,200}'(?: \(\d+\))? panicked at|^error\[E\d{4}\]|-->\s\S{1,500}\.rs:\d+/m],
  ["go", /^\s*(?:panic|fatal error): |^goroutine \d+ \[|\.go:\d+(?::\d+)?\b|^\s*--- FAIL: /m],
  [
    "php",
    /PHP (?:Fatal|Parse|Warning|Notice)|(?:Fatal|Parse) error: {1,2}\S|\.php(?:\(\d+\)|:\d+| on line \d+)|^#0 \{main\}/m,
  ],
  [
    "csharp",
    /^\s*Unhandled exception\. |\bSystem\.[A-Z]\w{0,60}Exception|error CS\d{4}|^\s*at [^\n]{1,500} in [^\n]{1,500}\.cs:line \d+/m,
  ],
  [
    "java",
    /^Exception in thread "|^\s*at [\w$.<>/]{1,300}\((?:[\w$]{1,200}\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)|\b(?:java|javax|org|com|io)\.[\w.$]{1,200}(?:Exception|Error)\b|\.java:\[?\d+/m,
  ],
  [
    "ruby",
    /\.rb:\d+:in\s|\.rb:\d+|\((?:[A-Z]\w{0,60}::)*[A-Z]\w{0,60}(?:Error|Exception)\)|Failure\/Error:|\bNilClass\b|\bNoMethodError\b|\bActionView::|\bActiveRecord::|uninitialized constant/m,
  ],
  [
    "javascript",
    /^\s*at [^\n]{0,500}\.(?:[cm]?[jt]sx?):\d+:\d+|\(node:|node:internal|\.(?:[cm]?[jt]sx?)[:(]\d+|^(?:Uncaught )?(?:Type|Reference|Range|Assertion|Syntax)Error\b|npm ERR!|\berror TS\d{4}/m,
  ],
  ["python", /^(?:[a-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception|Warning|Interrupt)\b/m],
];

/** The language of an error by what it looks like. */
export function detectLanguage(output: string): FailureLanguage {
  return MARKS.find(([, mark]) => mark.test(output))?.[0] ?? "other";
}

const BY_EXTENSION: Readonly<Record<string, FailureLanguage>> = {
  py: "python",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  tsx: "javascript",
  mts: "javascript",
  cts: "javascript",
  vue: "javascript",
  svelte: "javascript",
  go: "go",
  rs: "rust",
  java: "java",
  kt: "java",
  cs: "csharp",
  rb: "ruby",
  php: "php",
};

/** The language that errors of a file are in; null when its name does not say. */
export function languageOfFile(path: string): FailureLanguage | null {
  return BY_EXTENSION[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? null;
}
