import type { Stage } from "@/lib/recall/contract";
import type { recallParts } from "@/messages/compiled/recall-parts";
import type { PlainKey, Translate } from "@/messages/message";

type T = Translate<typeof recallParts>;

/** What the parts of a recall do, by the names under which they are recorded; a second search is "search 2". */
const STAGE_WORDS: Readonly<Record<string, PlainKey<typeof recallParts>>> = {
  embedding: "stage_embedding",
  settings: "stage_settings",
  search: "stage_search",
  sources: "stage_sources",
  values: "stage_values",
  cited_file: "stage_cited_file",
  violations: "stage_violations",
  applies_to: "stage_applies_to",
  rejection: "stage_rejection",
  file_pattern: "stage_file_pattern",
  framework: "stage_framework",
  preference: "stage_preference",
  latest: "stage_latest",
  words: "stage_words",
  disputes: "stage_disputes",
  relevance: "stage_relevance",
  "other sides": "stage_other_sides",
  safety: "stage_safety",
  verification: "stage_verification",
  diversity: "stage_diversity",
  choosing: "stage_choosing",
  delivered: "stage_delivered",
  supports: "stage_supports",
  rules: "stage_rules",
  failures: "stage_failures",
  writing: "stage_writing",
  holdout: "stage_holdout",
  ledger: "stage_ledger",
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

function wordsOf(t: T, name: string): string {
  const known = STAGE_WORDS[name];
  if (known !== undefined) return t(known);
  const [first = name, number] = name.split(" ");
  const numbered = STAGE_WORDS[first];
  if (numbered !== undefined && number !== undefined)
    return t("stage_of_question", { stage: t(numbered), number });
  return name.replaceAll("_", " ");
}

/**
 * The parts of a recall in the order in which they began, those whose beginning is not known after them, and at last those
 * of which nothing is recorded. `total` is what the bars are a share of: the answer, or what ended after it.
 */
export function stageRows({
  t,
  stages,
  latency_ms,
}: {
  t: T;
  stages: readonly Stage[];
  latency_ms: number;
}): { rows: StageRow[]; total: number } {
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
      return { key: `${name} ${index}`, words: wordsOf(t, name), at, ms, bar };
    });
  const missing = EXPECTED.filter((name) => !stages.some((stage) => stage.name === name)).map(
    (name): StageRow => ({ key: name, words: wordsOf(t, name), at: null, ms: null, bar: null }),
  );
  return { rows: [...recorded, ...missing], total };
}
