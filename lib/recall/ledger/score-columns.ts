import { RECORDED_SIGNALS } from "@/lib/memories/contract";
import { type ContextScores, contextScoresSchema } from "../fields";

/**
 * The scores of a candidate as its row has them: in columns, because as JSON their names took most of the row, and a recall
 * keeps some thirty candidates.
 */
export type ScoreColumns = Omit<ContextScores, "contributions"> & {
  /** What each of RECORDED_SIGNALS adds to the log-odds, in their order; 0 where one adds nothing. */
  contributions: number[];
};

/** More digits than these say nothing. A column of single precision keeps them of any number below 100. */
const DIGITS = 5;

export function toScoreColumns({ contributions, ...scores }: ContextScores): ScoreColumns {
  const adds = new Map(contributions.map((one) => [one.signal, one.adds]));
  return {
    relevance: rounded(scores.relevance),
    model: scores.model,
    learned: rounded(scores.learned),
    vector: rounded(scores.vector),
    bm25: rounded(scores.bm25),
    trigram: rounded(scores.trigram),
    quality: rounded(scores.quality),
    recency: rounded(scores.recency),
    verification: rounded(scores.verification),
    contributions: RECORDED_SIGNALS.map((signal) => rounded(adds.get(signal) ?? 0)),
  };
}

/** The same scores again, the strongest signal first and without those that add nothing. */
export function toScores(row: ScoreColumns): ContextScores {
  return {
    relevance: row.relevance,
    contributions: RECORDED_SIGNALS.map((signal, at) => ({ signal, adds: row.contributions[at] ?? 0 }))
      .filter(({ adds }) => adds !== 0)
      .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds)),
    model: row.model,
    learned: row.learned,
    vector: row.vector,
    bm25: row.bm25,
    trigram: row.trigram,
    quality: row.quality,
    recency: row.recency,
    verification: row.verification,
  };
}

/** A candidate's row as exports had it before: its scores in one field, as JSON. */
export function withScoreColumns({ scores, ...row }: Record<string, unknown>): Record<string, unknown> {
  const read = contextScoresSchema.safeParse(scores);
  if (!read.success) return row;
  return { ...row, ...toScoreColumns(read.data) };
}

function rounded(value: number): number;
function rounded(value: number | null): number | null;
function rounded(value: number | null): number | null {
  if (value === null) return null;
  return Number(value.toFixed(DIGITS));
}
