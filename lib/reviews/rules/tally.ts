import { wilson } from "@/lib/kernel/statistics";
import { compareTexts } from "@/lib/text/order";
import type { Disposition, Rule, Tally } from "../contract";

/** How many findings fell under each disposition. */
export type Counts = Record<Disposition, number>;

export const NO_FINDINGS: Counts = { implement: 0, reject: 0, defer: 0, clarify: 0 };

/**
 * Counts as a rejection rate: rejected ÷ flagged with its Wilson 95 % interval, where flagged is what was judged
 * (implement + reject + defer). What needs clarification is not judged and counted apart.
 */
export function tallyOf({ implement, reject, defer, clarify }: Counts): Tally {
  const flagged = implement + reject + defer;
  const share = wilson(reject, flagged);
  return {
    flagged,
    implemented: implement,
    rejected: reject,
    deferred: defer,
    clarify,
    rate: share?.rate ?? null,
    low: share?.low ?? null,
    high: share?.high ?? null,
  };
}

/** True when the rate and the sample reach the organization's thresholds: the evidence a proposal may start from. */
export function isHighRejection(
  { rate, flagged }: Tally,
  settings: { high_rejection_rate: number; high_rejection_flagged: number },
): boolean {
  return rate !== null && rate >= settings.high_rejection_rate && flagged >= settings.high_rejection_flagged;
}

/** The organization's thresholds of high rejection, or those that somebody asks with. */
export const thresholdsOf = (
  settings: { high_rejection_rate: number; high_rejection_flagged: number },
  { min_rejection_rate, min_samples }: { min_rejection_rate?: number; min_samples?: number },
) => ({
  high_rejection_rate: min_rejection_rate ?? settings.high_rejection_rate,
  high_rejection_flagged: min_samples ?? settings.high_rejection_flagged,
});

/**
 * How much time a rule certainly wasted: the rejected findings that its sample supports, which are the lower end of the
 * Wilson 95 % interval times the flagged findings. 80 of 200 weigh 67, 5 of 5 weigh 2.8 and 1 of 1 weighs 0.2.
 */
export function evidenceOf({ low, flagged }: Pick<Tally, "low" | "flagged">): number {
  return (low ?? 0) * flagged;
}

/**
 * The ranking of rules, for `sort`: high-rejection rules first, then by `evidenceOf`. A few findings that were all
 * rejected neither hide a moderate rate over many (80 of 200 before 5 of 5), nor does a rule that is right most of the
 * time lead because it speaks often. Ties by the larger sample, then by name.
 */
export function byEvidence(
  a: Pick<Rule, "low" | "flagged" | "rule_category" | "high_rejection">,
  b: Pick<Rule, "low" | "flagged" | "rule_category" | "high_rejection">,
): number {
  if (a.high_rejection !== b.high_rejection) return a.high_rejection ? -1 : 1;
  return (
    evidenceOf(b) - evidenceOf(a) || b.flagged - a.flagged || compareTexts(a.rule_category, b.rule_category)
  );
}

/** Both together. */
export function plus(a: Counts = NO_FINDINGS, b: Counts): Counts {
  return {
    implement: a.implement + b.implement,
    reject: a.reject + b.reject,
    defer: a.defer + b.defer,
    clarify: a.clarify + b.clarify,
  };
}
