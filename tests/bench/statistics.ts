/** Pure statistics of the benchmark: what times and rankings are summed up to. */

/**
 * The value below which `share` (0–1) of the values lie, interpolated between neighbours (Hyndman and Fan's type 7,
 * as spreadsheets do).
 * @throws Error when there are no values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * Math.min(1, Math.max(0, share));
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  if (low === undefined || high === undefined) throw new Error("there is no percentile of no values");
  return low + (high - low) * (place - Math.floor(place));
}

/** The smallest of `sorted` (ascending) that `share` (0–1) of them do not exceed; 0 when there are none. */
export function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** @throws Error when there are no values. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new Error("there is no mean of no values");
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export type Interval = { mean: number; low: number; high: number };

const RESAMPLES = 2_000;

/**
 * The mean of the groups' means with its 95 % interval by the percentile bootstrap (Efron and Tibshirani 1993): every
 * group is drawn from itself with replacement, by a fixed seed. For a paired comparison the values are differences.
 * @throws Error when a group has no values.
 */
export function bootstrapMean(groups: readonly (readonly number[])[]): Interval {
  const random = randomFrom(71);
  const drawn = (values: readonly number[]) =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0));
  const means = Array.from({ length: RESAMPLES }, () => mean(groups.map(drawn)));
  return {
    mean: mean(groups.map((values) => mean(values))),
    low: percentile(means, 0.025),
    high: percentile(means, 0.975),
  };
}

/** Share (0–1) of the relevant ids that are among the first `k` of a ranking; each id counts once. */
export function recallAt(k: number, ranking: readonly string[], relevant: ReadonlySet<string>): number {
  if (relevant.size === 0) throw new Error("recall needs a relevant id");
  const found = new Set(ranking.slice(0, k).filter((id) => relevant.has(id)));
  return found.size / relevant.size;
}

/** One divided by the rank of the first relevant id, 0 when it is not among the ranking. */
export function reciprocalRank(ranking: readonly string[], relevant: ReadonlySet<string>): number {
  const index = ranking.findIndex((id) => relevant.has(id));
  if (index < 0) return 0;
  return 1 / (index + 1);
}

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): ids by the sum of 1 / (k + rank), best first. */
export function reciprocalRankFusion(k: number, rankings: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    for (const [index, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (k + index + 1));
  return [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** A deterministic generator of numbers in [0, 1) (Mulberry32), so that every run measures the same data. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A normally distributed number (Box and Muller) from uniform ones. */
export function normalFrom(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
