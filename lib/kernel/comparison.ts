/**
 * What was counted in one session, or whatever was assigned to a group as a whole: `count` of `of`, such as 2 rejected
 * findings of 5. For a mean over sessions `of` is 1.
 */
export type Unit = { count: number; of: number };

/** A ratio of sums over units, with its interval. */
export type Ratio = { value: number; low: number; high: number; units: number; of: number };

/** The difference of two ratios, treated − control, with its interval. */
export type RatioDifference = { value: number; low: number; high: number };

/** Two-sided quantiles of the normal distribution. */
const Z = { 0.95: 1.959963984540054, 0.99: 2.5758293035489004 } as const;
export type Level = keyof typeof Z;

type Estimate = { value: number; variance: number; units: number; of: number };

/**
 * The ratio of the sums and its variance by linearization (Cochran, Sampling Techniques, 1977, §6.3). Units are what was
 * assigned by chance: what happened within one session is not independent, and is not treated as if it were.
 * @returns null with fewer than two units, or when nothing was counted.
 */
function estimateOf(units: readonly Unit[]): Estimate | null {
  const counted = units.filter(({ of }) => of > 0);
  const of = counted.reduce((sum, unit) => sum + unit.of, 0);
  if (counted.length < 2) return null;
  const value = counted.reduce((sum, { count }) => sum + count, 0) / of;
  const squares = counted.reduce((sum, unit) => sum + (unit.count - value * unit.of) ** 2, 0);
  const size = counted.length;
  return { value, variance: ((size / (size - 1)) * squares) / of ** 2, units: size, of };
}

/** A ratio with its interval; null where {@link estimateOf} has none. */
export function ratioOf({ units, level }: { units: readonly Unit[]; level: Level }): Ratio | null {
  const estimate = estimateOf(units);
  if (estimate === null) return null;
  const { value, variance, units: size, of } = estimate;
  const spread = studentQuantile({ level, freedom: size - 1 }) * Math.sqrt(variance);
  return { value, low: value - spread, high: value + spread, units: size, of };
}

/**
 * Compares two groups by Welch's interval, with Satterthwaite's degrees of freedom; of means over units it is exactly
 * that. @returns null when either group has no estimate.
 */
export function compareRatios({
  treated,
  control,
  level,
}: {
  treated: readonly Unit[];
  control: readonly Unit[];
  level: Level;
}): RatioDifference | null {
  const one = estimateOf(treated);
  const other = estimateOf(control);
  if (one === null || other === null) return null;
  const value = one.value - other.value;
  const variance = one.variance + other.variance;
  if (variance === 0) return { value, low: value, high: value };
  const freedom =
    variance ** 2 / (one.variance ** 2 / (one.units - 1) + other.variance ** 2 / (other.units - 1));
  const spread = studentQuantile({ level, freedom }) * Math.sqrt(variance);
  return { value, low: value - spread, high: value + spread };
}

/**
 * The two-sided quantile of Student's t by the expansion of Cornish and Fisher (Abramowitz & Stegun 26.7.5), right to
 * 1 % from 5 degrees of freedom on and to 0.1 % from 10.
 */
export function studentQuantile({ level, freedom }: { level: Level; freedom: number }): number {
  const z = Z[level];
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  const fourth = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3 + fourth / freedom ** 4;
}
