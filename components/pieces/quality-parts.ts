import type { qualityWords } from "@/messages/compiled/quality-words";
import type { Translate } from "@/messages/message";

/** One term of the sum that makes the quality: `value` may be negative. */
export type QualityPart = { label: string; value: number };

/** What is shown of a term: hundredths, as whole numbers, so that they add up without error. */
const hundredths = (value: number) => Math.round(value * 100);

/** Hundredths that rounding each term may come to, for as many terms. */
const roundingOf = (terms: number) => Math.ceil(terms / 2);

/**
 * The terms as they are shown, rounded to hundredths, so that they add up to the quality beside them to the digit. What
 * rounding leaves goes to the largest term after the first; what is more has a term of its own: the sum is held between 0
 * and 1, and the quality is computed after use and checks, not at every look.
 */
export function addingUp({
  t,
  quality,
  parts,
}: {
  t: Translate<typeof qualityWords>;
  quality: number;
  parts: readonly QualityPart[];
}): QualityPart[] {
  const shown = parts.map(({ label, value }) => ({ label, value: hundredths(value) }));
  const sum = shown.reduce((total, { value }) => total + value, 0);
  const rest = hundredths(quality) - sum;
  const inParts = (terms: typeof shown) => terms.map(({ label, value }) => ({ label, value: value / 100 }));
  if (rest === 0) return inParts(shown);
  const isCut = sum > 100 || sum < 0;
  const largest = shown.slice(1).toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))[0];
  if (!isCut && largest !== undefined && Math.abs(rest) <= roundingOf(parts.length)) {
    largest.value += rest;
    return inParts(shown);
  }
  const label = t(isCut ? "limited" : "outdated");
  return inParts([...shown, { label, value: rest }]);
}
