import type { Database } from "@/lib/db/client";
import {
  findOutcomes,
  findReplayed,
  type LearnedRow,
  replaceLearning,
} from "@/lib/db/sql/relevance-learning";
import { forgetLearned, learnShift, type RelevanceEvidence } from "@/lib/memories";

/** Newer outcomes than these say enough. */
const MAX_OUTCOMES = 20_000;

/** Learns from an organization's outcomes how far each model's probabilities are too high, and keeps it. */
export async function learnRelevance(
  db: Database,
  { organization_id, now }: { organization_id: string; now: Date },
): Promise<LearnedRow[]> {
  const [outcomes, replayed] = await Promise.all([
    findOutcomes(db, { organization_id, limit: MAX_OUTCOMES }),
    findReplayed(db, { organization_id }),
  ]);
  const expected = replayed.map((row) => ({ ...row, outcome: "expected" as const }));
  const evidence = [...outcomes, ...expected];
  const rows = [...new Set(evidence.map(({ model }) => model))].map((model) =>
    rowOf({ model, evidence: evidence.filter((row) => row.model === model), now }),
  );
  await replaceLearning(db, { organization_id, rows });
  forgetLearned({ organization_id });
  return rows;
}

const REPORTED: readonly string[] = ["right", "ignored", "wrong"];
const SAYS_RIGHT: readonly string[] = ["right", "follows"];

function rowOf({
  model,
  evidence,
  now,
}: {
  model: string;
  evidence: readonly RelevanceEvidence[];
  now: Date;
}): LearnedRow {
  const count = (outcomes: readonly string[]) =>
    evidence.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const expected = count(["expected"]);
  const reported = count(REPORTED);
  return {
    model,
    shift: learnShift(evidence),
    reported,
    inferred: evidence.length - reported - expected,
    expected,
    right_count: count(SAYS_RIGHT),
    learned_at: now,
  };
}
