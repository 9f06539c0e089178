import { wordsOf } from "@/lib/text/words";

export const GENERAL = "general";

/** A verb's or noun's regular forms, and the nouns made of a verb. */
function formsOf(word: string): string[] {
  const stem = word.replace(/e$/, "");
  const y = word.endsWith("y") ? [`${word.slice(0, -1)}ies`, `${word.slice(0, -1)}ied`] : [];
  return [word, `${word}s`, `${word}es`, `${stem}ed`, `${stem}ing`, `${word}ing`, `${word}ed`, ...y];
}

/** Forms that no ending makes. */
const IRREGULAR: Record<string, readonly string[]> = {
  architect: ["architecture", "architectures", "architectural"],
  implement: ["implementation", "implementations"],
  build: ["built"],
  create: ["creation"],
  optimize: [
    "optimise",
    "optimised",
    "optimises",
    "optimising",
    "optimization",
    "optimizations",
    "optimisation",
  ],
  verify: ["verification"],
  validate: ["validation", "validations"],
  auth: [
    "authenticate",
    "authenticated",
    "authentication",
    "authorize",
    "authorized",
    "authorization",
    "authorisation",
  ],
  schema: ["schemata"],
};

const WORDS: readonly [category: string, words: readonly string[]][] = [
  ["system_design", ["design", "architect", "structure", "pattern"]],
  ["implementation", ["implement", "build", "create", "code"]],
  ["error_handling", ["error", "exception", "fix", "bug"]],
  ["optimization", ["optimize", "performance", "speed", "efficiency"]],
  ["testing", ["test", "verify", "validate", "check"]],
  ["security", ["security", "auth", "permission", "vulnerability"]],
  ["database", ["database", "schema", "query", "migration"]],
  ["api", ["api", "endpoint", "route", "interface"]],
];

function formsWithIrregular(word: string): string[] {
  return [...formsOf(word), ...(IRREGULAR[word] ?? [])];
}

const LISTS = WORDS.map(
  ([category, words]) => [category, new Set(words.flatMap(formsWithIrregular))] as const,
);

/** What a task is about when it says so, and what nearly any statement about code says in passing. */
const IN_PASSING: ReadonlySet<string> = new Set(
  [
    "check",
    "verify",
    "validate",
    "code",
    "create",
    "build",
    "interface",
    "structure",
    "pattern",
    "fix",
  ].flatMap(formsWithIrregular),
);

/** The category of a task: the first list with a whole word of it, in any inflection; `general` when none has. */
export function categoryOf(task: string): string {
  return firstListWith(wordsOf(task));
}

/** The category of what was learned: as `categoryOf`, by the words that a statement does not say in passing. */
export function categoryOfStatement(statement: string): string {
  return firstListWith(wordsOf(statement).filter((word) => !IN_PASSING.has(word)));
}

function firstListWith(words: readonly string[]): string {
  const said = new Set(words);
  return LISTS.find(([, forms]) => [...forms].some((form) => said.has(form)))?.[0] ?? GENERAL;
}
