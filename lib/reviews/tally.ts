import type { Disposition, Rule, Tally } from "./contract";
import { wilson } from "./statistics";

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

/**
 * The ranking of rules by evidence, for `sort`: by the lower end of the Wilson interval, which is the rejection rate
 * that the sample at least supports. A high rate over few findings ranks below a moderate one over many (80 of 200
 * before 1 of 1, and 5 of 5 before 80 of 200). Ties by the larger sample, then by name; rules without flagged findings
 * last.
 */
export function byEvidence(
  a: Pick<Rule, "low" | "flagged" | "rule_category">,
  b: Pick<Rule, "low" | "flagged" | "rule_category">,
): number {
  const difference = (b.low ?? -1) - (a.low ?? -1);
  if (difference !== 0) return difference;
  return b.flagged - a.flagged || (a.rule_category < b.rule_category ? -1 : 1);
}
