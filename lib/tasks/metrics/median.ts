export type Median = { n: number; median: number | null; low: number | null; high: number | null };

/** From so many values on there is an interval of 95 % between two of them. */
const LEAST = 6;
const Z_95 = 1.959963984540054;

/**
 * The median with its 95 % interval by order statistics (Conover 1999, §3.2): the values whose ranks are half the number
 * of values minus and plus 1.96 standard deviations of a fair binomial.
 * @param values in any order
 */
export function medianOf(values: readonly number[]): Median {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  if (n === 0) return { n, median: null, low: null, high: null };
  const lower = sorted[Math.floor((n - 1) / 2)] ?? 0;
  const upper = sorted[Math.ceil((n - 1) / 2)] ?? 0;
  const median = (lower + upper) / 2;
  if (n < LEAST) return { n, median, low: null, high: null };
  const spread = (Z_95 * Math.sqrt(n)) / 2;
  const low = sorted[Math.max(0, Math.floor(n / 2 - spread) - 1)] ?? null;
  const high = sorted[Math.min(n - 1, Math.ceil(n / 2 + spread))] ?? null;
  return { n, median, low, high };
}
