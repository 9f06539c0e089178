import { randomFrom } from "./statistics";

/**
 * The benchmark's memories: notes as agents write them, some 25 words long, about one of 40 subjects, with identifiers
 * and the words that every note has. Made from patterns by a seeded generator, so every run sees the same.
 */
const SUBJECTS = (
  "billing invoice refund tax|checkout cart coupon payment|auth token login session|search index query ranking|" +
  "webhook delivery signature retry|queue worker job backoff|cache eviction key ttl|migration schema column rollback|" +
  "upload file chunk checksum|email template bounce sender|export report csv column|import parser row encoding|" +
  "calendar event timezone recurrence|permission role policy scope|audit entry actor trail|notification channel digest preference|" +
  "image thumbnail crop format|feature flag rollout segment|rate limit window bucket|log level field redaction|" +
  "metric counter histogram label|deploy release canary health|config setting default override|locale message plural fallback|" +
  "form field validation error|table row selection virtualization|chart axis series tooltip|router path param redirect|" +
  "socket connection heartbeat reconnect|stream buffer backpressure chunk|lock lease owner timeout|transaction isolation deadlock savepoint|" +
  "graph node edge traversal|currency amount rounding rate|address country postcode format|customer account merge duplicate|" +
  "subscription plan renewal proration|inventory stock reservation warehouse|shipping label carrier tracking|secret vault rotation key"
)
  .split("|")
  .map((line) => line.split(" "));

export const SUBJECT_COUNT = SUBJECTS.length;

const VERBS = [
  "load",
  "parse",
  "retry",
  "validate",
  "resolve",
  "merge",
  "build",
  "close",
  "format",
  "enqueue",
];
const SUFFIXES = ["Handler", "Store", "Client", "Queue", "Policy", "Mapper", "Guard", "Reader"];
const REASONS = [
  "because two requests may arrive at the same time",
  "since the old value is still read by the nightly job",
  "otherwise the suite passes alone and breaks in parallel",
  "because the provider answers twice for one call",
  "so that an interrupted attempt can be repeated without harm",
  "because reviewers rejected the shorter form several times",
  "or the exception hides its cause and nobody finds it",
  "since clients before version 3 send it without an offset",
  "because staging and production differ here",
  "or memory grows with every import",
  "since nobody owns that table any more",
  "because the documentation is wrong about it",
];

/** Sentences with places for a subject's nouns (1–3), an identifier (i), a reason (r), and words to choose from [a|b]. */
const PATTERNS = [
  "[Always|Only] go through `{i}` when the {1} {2} [changes|moves|is replaced]; never [write|touch] the {3} directly, {r}.",
  "The {1} {2} must be [checked|verified|compared] before the {3} is [used|read|sent]. [Call|Run] `{i}` first, {r}.",
  "When a {1} [test|build|check] fails with a [missing|stale|duplicate] {2}, reset the {3} in `{i}` and [repeat|rerun] it.",
  "We [decided|agreed|chose] to keep the {1} {2} in its own [module|file|package] behind `{i}`: the {3} had three callers, {r}.",
  "`{i}` [returns|yields|gives] null for an [unknown|expired|foreign] {2}; handle the empty {1} {3} at the call site, {r}.",
  "To [add|introduce] a {1} {2}: [extend|copy] `{i}`, cover each {3}, update the fixtures, [deploy|release] behind a switch.",
  "Do not [log|print|expose] the {1} {2}. [Shorten|Mask|Hash] the {3} with `{i}` before it leaves the [process|module], {r}.",
  "The {1} [service|adapter|screen] expects every {2} in milliseconds, while `{i}` takes seconds; [convert|round] the {3} once, {r}.",
  "[Prefer|Use] `{i}` over a hand-written loop for {1} {2}; it [batches|caches|sorts] by {3}, {r}.",
  "The {2} of a {1} is [immutable|versioned|optional] since the [spring|autumn] refactoring; `{i}` [copies|replaces] the {3}.",
];
const QUESTIONS = [
  "how do we [handle|treat] a [missing|stale] {1} {2}",
  "{i} gives null for an [unknown|expired] {2}",
  "where is the {1} {2} [checked|verified] before the {3} is sent",
  "why does the {1} [build|test] fail with a duplicate {3}",
  "[convert|round] {1} {2} to seconds",
  "may I [log|print] the {2} of a {1}",
];

export type Note = { subject: number; statement: string };

export function makeNotes(count: number): Note[] {
  const random = randomFrom(11);
  return Array.from({ length: count }, (_, index) => {
    const subject = Math.floor(random() * SUBJECTS.length);
    const statement = fill(pick(PATTERNS, random), subject, random);
    // Two of five say more than one sentence, as people do; the number keeps statements apart.
    const more = random() < 0.4 ? ` ${fill(pick(PATTERNS, random), subject, random)}` : "";
    return { subject, statement: `${statement}${more} See case ${index + 1}.` };
  });
}

export function makeQuestions(count: number): Note[] {
  const random = randomFrom(12);
  return Array.from({ length: count }, () => {
    const subject = Math.floor(random() * SUBJECTS.length);
    return { subject, statement: fill(pick(QUESTIONS, random), subject, random) };
  });
}

export function subjectName(subject: number): string {
  return SUBJECTS[subject]?.[0] ?? "general";
}

function fill(pattern: string, subject: number, random: () => number): string {
  const words = SUBJECTS[subject] ?? [];
  // Every third word is another subject's: memories of one project speak of each other's things.
  const noun = (index: number) =>
    (random() < 0.33 ? pick(pick(SUBJECTS, random), random) : words[index]) ?? "value";
  const identifier = `${pick(VERBS, random)}${capital(words[0] ?? "")}${capital(noun(1))}${pick(SUFFIXES, random)}`;
  return pattern
    .replace(/\[([^\]]+)\]/g, (_, words: string) => pick(words.split("|"), random))
    .replace("{i}", identifier)
    .replace("{r}", pick(REASONS, random))
    .replace(/\{([123])\}/g, (_, place: string) => noun(Number(place)));
}

function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("there is nothing to pick from");
  return value;
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** A source file of about 120 lines, in which no two functions are alike. */
export function makeSource(file: number): string {
  const random = randomFrom(1_000 + file);
  const subject = file % SUBJECTS.length;
  const functions = Array.from({ length: 15 }, (_, index) => {
    const words = SUBJECTS[subject] ?? [];
    const name = `${pick(VERBS, random)}${capital(pick(words, random))}${file}x${index}`;
    const limit = Math.floor(random() * 10_000);
    return [
      `export function ${name}(input: string, limit = ${limit}): string {`,
      `  const ${pick(words, random)}Parts = input.split("${pick(words, random)}-${limit}");`,
      `  if (${pick(words, random)}Count(input) > limit) throw new Error("${name}: more than ${limit}");`,
      `  const kept = input.slice(${index}, limit).trim();`,
      `  return kept === "" ? "${pick(words, random)}" : \`\${kept}:${limit}\`;`,
      "}",
      "",
    ].join("\n");
  });
  return functions.join("\n");
}

export function sourcePath(file: number): string {
  return `src/${subjectName(file % SUBJECTS.length)}/part-${file}.ts`;
}
