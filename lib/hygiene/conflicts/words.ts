/** Words of a statement, as rules compare them: lower case, without marks; identifiers, numbers and commas stay. */

const WORD = /[\p{L}\p{N}_@#$][\p{L}\p{N}_.:/#@+-]*|,/gu;
const ENDING = /[.:/+-]+$/;

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\bcan(?:'|’)?t\b|\bcannot\b/g, "can not"],
  [/\bwon(?:'|’)?t\b/g, "will not"],
  [/\b(do|does|did|is|are|was|were|should|must|need|has|have|would|could)n(?:'|’)t\b/g, "$1 not"],
  [/\bno longer\b/g, "not"],
];

export function wordsOf(text: string): string[] {
  let plain = text.normalize("NFKC").toLowerCase().replaceAll("`", "");
  for (const [pattern, words] of CONTRACTIONS) plain = plain.replace(pattern, words);
  return [...plain.matchAll(WORD)].map(([word]) => word.replace(ENDING, "")).filter((word) => word !== "");
}

const LABEL =
  /^(?:note|warning|caution|important|tip|rule|decision|convention|lesson|learning|anti-?pattern|⚠️)\s*:\s*/i;
/** What follows gives a reason; the statement stands before it. */
const REASON =
  /\s*(?:\s—\s|\s–\s|\s-\s|,?\s+because\s|,?\s+since\s+(?!v?\d)|,\s+so\s|\s+so that\s|,\s+as\s+it\s|:\s).*$/is;
const MAX_CLAUSES = 4;
const MAX_CLAUSE = 300;

/** The clauses of a statement that claim something, without labels, reasons, code blocks and what is in brackets. */
export function clausesOf(statement: string): string[] {
  return statement
    .replace(/```[\s\S]*?```/g, " ")
    .replace(/\([^()]*\)/g, " ")
    .replace(LABEL, "")
    .split(/(?<=[.!?])\s+|[;\n]+/)
    .map((clause) => clause.replace(LABEL, "").replace(REASON, "").trim())
    .filter((clause) => clause !== "" && clause.length <= MAX_CLAUSE && !clause.endsWith("?"))
    .slice(0, MAX_CLAUSES);
}

/** The singular, or the stem of a verb's third person: enough to compare "exports" with "export". */
export function singular(word: string): string {
  if (word.length <= 3 || /[\d_./]/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is|as)$/.test(word)) return word;
  if (/(?:ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s")) return word.slice(0, -1);
  return word;
}

/** Words that turn a clause into its opposite. */
export const NEGATORS: ReadonlySet<string> = new Set(["not", "never", "no", "nobody", "nothing", "neither"]);

/** Words without which a clause claims the same. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    "a an the this these those our your its their his her all any every each is are was were be been do does did " +
    "will shall should must always we you it they there also just really strictly please that of to has have need " +
    "needs ought here own"
  ).split(" "),
);

/** Pairs of which one says the opposite of the other; the second is read as the first, negated. */
const OPPOSITES: readonly (readonly [string, ...string[]])[] = [
  ["enabled", "disabled"],
  ["enable", "disable"],
  ["allowed", "forbidden", "disallowed", "prohibited", "banned"],
  ["allow", "forbid", "disallow", "prohibit", "ban"],
  ["required", "optional"],
  ["mutable", "immutable"],
  ["synchronous", "asynchronous"],
  ["sync", "async"],
  ["before", "after"],
  ["ascending", "descending"],
  ["safe", "unsafe"],
  ["stateful", "stateless"],
  ["sensitive", "insensitive"],
  ["case-sensitive", "case-insensitive"],
  ["include", "exclude"],
  ["included", "excluded"],
  ["with", "without"],
  ["blocking", "non-blocking"],
  ["valid", "invalid"],
  ["true", "false"],
  ["possible", "impossible"],
  ["supported", "unsupported"],
  ["trusted", "untrusted"],
  ["inclusive", "exclusive"],
  ["idempotent", "non-idempotent"],
  ["nullable", "non-nullable"],
  ["signed", "unsigned"],
  ["ordered", "unordered"],
  ["sorted", "unsorted"],
  ["encrypted", "unencrypted"],
  ["first", "last"],
];
type Read = { word: string; negated: boolean };
const READ_AS = new Map<string, Read>(
  OPPOSITES.flatMap(([word, ...negatives]) => [
    [word, { word, negated: false }] as const,
    ...negatives.map((negative) => [negative, { word, negated: true }] as const),
  ]),
);

/** A word as the positive one of its pair, and whether that had to be negated. */
export const readAs = (word: string): Read => READ_AS.get(word) ?? { word: singular(word), negated: false };

/** Things of which a project uses one, by the name of the choice. */
const CHOICES: Record<string, readonly string[]> = {
  indentation: ["tab", "space"],
  "package manager": ["npm", "pnpm", "yarn", "bun"],
  case: [
    "camelcase",
    "camel case",
    "snake_case",
    "snake case",
    "kebab-case",
    "kebab case",
    "pascalcase",
    "pascal case",
  ],
  quotes: ["single quote", "double quote"],
  exports: ["default export", "named export"],
  merging: ["merge commit", "rebase", "squash"],
  "time zone": ["utc", "local time"],
  "test runner": ["jest", "vitest", "mocha"],
  components: ["class component", "function component", "functional component"],
  deletion: ["soft delete", "hard delete"],
  "password hash": ["bcrypt", "argon2", "argon2id", "scrypt"],
  "line ending": ["lf", "crlf"],
  branch: ["main", "master", "trunk"],
};
const SAME_CHOICE: Record<string, string> = {
  "camel case": "camelcase",
  "snake case": "snake_case",
  "kebab case": "kebab-case",
  "pascal case": "pascalcase",
  "functional component": "function component",
  argon2id: "argon2",
};

export type Choice = { of: string; chosen: string; at: number; length: number };

/** Every choice that is named among words in the singular, each with its place. */
export function choicesIn(words: readonly string[]): Choice[] {
  const found: Choice[] = [];
  for (const [of, options] of Object.entries(CHOICES))
    for (const option of options) {
      const parts = option.split(" ");
      for (let at = 0; at + parts.length <= words.length; at++)
        if (parts.every((part, index) => words[at + index] === part))
          found.push({ of, chosen: SAME_CHOICE[option] ?? option, at, length: parts.length });
    }
  return found;
}
