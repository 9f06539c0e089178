import type { Stage } from "@/lib/recall/contract";

/** What the parts of a recall do, by the names under which they are recorded; a second search is "search 2". */
const STAGE_WORDS: Readonly<Record<string, string>> = {
  embedding: "Embedding the question",
  settings: "Reading repository and settings",
  search: "Searching by meaning and words",
  sources: "Looking up files, kinds of change and what is new",
  values: "Looking up file patterns and frameworks",
  cited_file: "Memories that cite changed files",
  violations: "Probes violated in changed files",
  applies_to: "Memories that apply to the change",
  rejection: "Rejections in changed files",
  file_pattern: "Rejections by file pattern",
  framework: "Knowledge of frameworks",
  preference: "The developer's preferences",
  latest: "Latest memories",
  words: "Comparing words of the others",
  disputes: "Open conflicts",
  relevance: "Judging relevance",
  "other sides": "Other sides of conflicts",
  safety: "Scanning for unsafe text",
  verification: "Verifying citations",
  diversity: "Removing duplicates",
  choosing: "Choosing",
  delivered: "Memories the session already has",
  supports: "Changes in what memories depend on",
  rules: "Rates of rules",
  failures: "Failures solved before",
  writing: "Writing the pack",
  holdout: "Holdout",
  ledger: "Recording",
};

/** Parts that every recall has that finds something; one that was not recorded is said to be unknown. */
const EXPECTED = ["embedding", "search", "relevance", "verification", "choosing", "writing"] as const;

export type StageRow = {
  key: string;
  words: string;
  /** Milliseconds from the question until it began; null: not recorded. */
  at: number | null;
  /** null: the part itself is not recorded. */
  ms: number | null;
  /** Of the width of all, 0 to 1; null where its place is not known. */
  bar: { start: number; width: number } | null;
};

function wordsOf(name: string): string {
  const known = STAGE_WORDS[name];
  if (known !== undefined) return known;
  const [first = name, number] = name.split(" ");
  const numbered = STAGE_WORDS[first];
  if (numbered !== undefined && number !== undefined) return `${numbered}, question ${number}`;
  return name.replaceAll("_", " ");
}

/**
 * The parts of a recall in the order in which they began, those whose beginning is not known after them, and at last those
 * of which nothing is recorded. `total` is what the bars are a share of: the answer, or what ended after it.
 */
export function stageRows(stages: readonly Stage[], latency_ms: number): { rows: StageRow[]; total: number } {
  const ends = stages.map(({ at, ms }) => (at ?? 0) + ms);
  const total = Math.max(latency_ms, ...ends, 0.01);
  const began = ({ at }: Stage) => at ?? Number.POSITIVE_INFINITY;
  const recorded = stages
    .map((stage, index) => ({ stage, index }))
    .sort((one, other) => {
      if (began(one.stage) === began(other.stage)) return one.index - other.index;
      return began(one.stage) - began(other.stage);
    })
    .map(({ stage: { name, at, ms }, index }): StageRow => {
      const bar = at === null ? null : { start: at / total, width: ms / total };
      return { key: `${name} ${index}`, words: wordsOf(name), at, ms, bar };
    });
  const missing = EXPECTED.filter((name) => !stages.some((stage) => stage.name === name)).map(
    (name): StageRow => ({ key: name, words: wordsOf(name), at: null, ms: null, bar: null }),
  );
  return { rows: [...recorded, ...missing], total };
}
