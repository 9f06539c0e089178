/** The two-sided 95 % quantile of the normal distribution. */
const Z_95 = 1.959963984540054;

/** A share with its interval, all in 0–1. */
export type Proportion = { rate: number; low: number; high: number };

/**
 * The share `successes` ÷ `trials` with Wilson's score interval (Wilson 1927; method 3 of Newcombe 1998), which stays
 * in 0–1 and says something honest about two of two.
 *
 * @param z quantile of the confidence; 1.96 for 95 %.
 * @returns null when there were no trials.
 * @throws RangeError unless 0 ≤ successes ≤ trials, both whole numbers.
 */
export function wilson(successes: number, trials: number, z = Z_95): Proportion | null {
  assertCounts(successes, trials);
  if (trials === 0) return null;
  const rate = successes / trials;
  const z2 = z * z;
  const centre = rate + z2 / (2 * trials);
  const spread = z * Math.sqrt((rate * (1 - rate)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return {
    rate,
    // At the ends the formula is exactly 0 and 1, which floating point misses by an ulp or two.
    low: successes === 0 ? 0 : (centre - spread) / scale,
    high: successes === trials ? 1 : (centre + spread) / scale,
  };
}

/** A mean with its 95 % interval, which is null for a single value. */
export type Mean = { mean: number; low: number | null; high: number | null };

/** The mean of `n` values, none of them negative, from their sum and the sum of their squares; null without any. */
export function meanOf({
  sum,
  sum_of_squares,
  n,
}: {
  sum: number;
  sum_of_squares: number;
  n: number;
}): Mean | null {
  if (n === 0) return null;
  const mean = sum / n;
  if (n === 1) return { mean, low: null, high: null };
  const variance = Math.max(0, sum_of_squares - n * mean ** 2) / (n - 1);
  const spread = Z_95 * Math.sqrt(variance / n);
  return { mean, low: Math.max(0, mean - spread), high: mean + spread };
}

/** Successes among trials. */
export type Sample = { successes: number; trials: number };

/** Difference `later − earlier` of two shares, in −1…1, with its 95 % interval and the two-sided p of their equality. */
export type Difference = { difference: number; low: number; high: number; p: number };

/**
 * Compares two independent shares: the interval is Newcombe's hybrid of two Wilson intervals (method 10 of Newcombe
 * 1998, Statistics in Medicine 17:873), p that of the pooled two-proportion z test.
 *
 * @returns null when either side has no trials.
 */
export function twoProportions(earlier: Sample, later: Sample, z = Z_95): Difference | null {
  const before = wilson(earlier.successes, earlier.trials, z);
  const after = wilson(later.successes, later.trials, z);
  if (before === null || after === null) return null;
  const difference = after.rate - before.rate;
  const pooled = (earlier.successes + later.successes) / (earlier.trials + later.trials);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / earlier.trials + 1 / later.trials));
  return {
    difference,
    low: difference - Math.hypot(after.rate - after.low, before.high - before.rate),
    high: difference + Math.hypot(after.high - after.rate, before.rate - before.low),
    // Without any variation (all or none on both sides) the shares are equal.
    p: error === 0 ? 1 : twoSidedP(difference / error),
  };
}

export type Trend = Difference & { direction: "rising" | "falling" | "steady" };

/**
 * Which way a share moved from an earlier to a later period: rising or falling only when the 95 % interval of the
 * difference excludes 0.
 *
 * @returns null when either period has no trials.
 */
export function trend(earlier: Sample, later: Sample): Trend | null {
  const compared = twoProportions(earlier, later);
  if (compared === null) return null;
  return { ...compared, direction: directionOf(compared) };
}

function directionOf({ low, high }: Difference): Trend["direction"] {
  if (low > 0) return "rising";
  if (high < 0) return "falling";
  return "steady";
}

/** P(|Z| ≥ |z|) of a standard normal Z. */
export function twoSidedP(z: number): number {
  return Math.min(1, complementaryError(Math.abs(z) / Math.SQRT2));
}

/**
 * erfc(x) for x ≥ 0 by the Chebyshev fit of Numerical Recipes (Press et al., 2nd edition, §6.2); relative error below
 * 1.2e-7 everywhere, so that small p keep their digits.
 */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2);
  const series = FIT.reduceRight((sum, coefficient) => coefficient + t * sum, 0);
  return t * Math.exp(-x * x + series);
}

const FIT = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];

function assertCounts(successes: number, trials: number): void {
  if (!Number.isInteger(successes) || !Number.isInteger(trials) || successes < 0 || successes > trials)
    throw new RangeError(`${successes} of ${trials} is not a share`);
}

/** A share of a whole; null where there is no whole. */
export function shareOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  return part / whole;
}

/** The probability, 0–1, that log-odds are of (the logistic function). */
export const probabilityOfLogOdds = (log_odds: number): number => 1 / (1 + Math.exp(-log_odds));
