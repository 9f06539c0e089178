import { probabilityOfLogOdds } from "@/lib/kernel/statistics";

/**
 * What became of a memory that a pack gave, or what people expect of one. `right`, `ignored` and `wrong` were reported,
 * `expected` is an expectation of a person; the others were inferred from answers.
 */
export type RelevanceOutcome =
  | "right"
  | "ignored"
  | "wrong"
  | "expected"
  | "follows"
  | "contradicts"
  | "ignores";

export type RelevanceEvidence = {
  memory_id: string;
  /** Log-odds of being relevant by the weights that are shipped, before anything was learned. */
  log_odds: number;
  outcome: RelevanceOutcome;
};

/**
 * How much more often an outcome is seen of a relevant memory than of another. Of inferred outcomes that follow or
 * contradict it is what the bench measures (94 % and 85 % right, at even odds). Silence says next to nothing: agents seldom
 * say what they followed. Of reports nobody has measured it; nine of ten are taken to be right.
 */
const LIKELIHOOD_RATIO: Record<RelevanceOutcome, number> = {
  right: 9,
  ignored: 0.5,
  wrong: 1 / 9,
  expected: 9,
  follows: 0.94 / 0.06,
  contradicts: 0.15 / 0.85,
  ignores: 0.9,
};

/** Standard deviation, in log-odds, of how far the shipped model may be off in an organization. */
const PRIOR_DEVIATION = 0.5;
/** One-sided 90 % quantile: that much of the shift must be certain. */
const CONFIDENCE = 1.282;
/** Outcomes of one memory count as this many at most: one bad memory is no bad floor. */
const MAX_PER_MEMORY = 5;
/** Log-odds by which probabilities are lowered at most. */
export const MAX_SHIFT = 0.8;

const GRID_STEP = 0.02;
const GRID_HALF = 125;

/**
 * How far an organization's outcomes lower the log-odds of relevance, from -0.8 to 0: the part of the shift that is certain,
 * by maximum likelihood with the shipped model as the prior. Few outcomes move nothing. Never above 0, since what was given
 * says nothing of what was not; the exam shows that a lower floor costs as much precision as it finds memories.
 */
export function learnShift(evidence: readonly RelevanceEvidence[]): number {
  if (evidence.length === 0) return 0;
  const { mean, deviation } = posteriorOf(evidence);
  const certain = mean + CONFIDENCE * deviation;
  return Math.min(0, Math.max(-MAX_SHIFT, Math.round(certain * 1000) / 1000));
}

/** Mean and standard deviation of the shift after the evidence, on a grid, which one dimension affords. */
function posteriorOf(evidence: readonly RelevanceEvidence[]): { mean: number; deviation: number } {
  const weights = weightsByMemory(evidence);
  const shifts = Array.from({ length: 2 * GRID_HALF + 1 }, (_, index) => (index - GRID_HALF) * GRID_STEP);
  const logs = shifts.map((shift) =>
    evidence.reduce(
      (sum, { memory_id, log_odds, outcome }) => {
        const relevant = probabilityOfLogOdds(log_odds + shift);
        const likelihood = relevant * LIKELIHOOD_RATIO[outcome] + 1 - relevant;
        return sum + (weights.get(memory_id) ?? 0) * Math.log(likelihood);
      },
      -(shift * shift) / (2 * PRIOR_DEVIATION ** 2),
    ),
  );
  const best = Math.max(...logs);
  const densities = logs.map((value) => Math.exp(value - best));
  const total = densities.reduce((sum, density) => sum + density, 0);
  const expect = (value: (shift: number) => number) =>
    shifts.reduce((sum, shift, index) => sum + value(shift) * (densities[index] ?? 0), 0) / total;
  const mean = expect((shift) => shift);
  return { mean, deviation: Math.sqrt(expect((shift) => (shift - mean) ** 2)) };
}

function weightsByMemory(evidence: readonly RelevanceEvidence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { memory_id } of evidence) counts.set(memory_id, (counts.get(memory_id) ?? 0) + 1);
  return new Map([...counts].map(([id, count]) => [id, Math.min(1, MAX_PER_MEMORY / count)]));
}
