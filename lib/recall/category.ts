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

const LISTS = WORDS.map(
  ([category, words]) =>
    [category, new Set(words.flatMap((word) => [...formsOf(word), ...(IRREGULAR[word] ?? [])]))] as const,
);

/** The category of a task: the first list with a whole word of it, in any inflection; `general` when none has. */
export function categoryOf(task: string): string {
  const words = new Set(task.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
  const found = LISTS.find(([, forms]) => [...forms].some((form) => words.has(form)));
  return found?.[0] ?? GENERAL;
}
