import { shareOf } from "@/lib/kernel/statistics";
import { twoProportions, wilson } from "@/lib/reviews";
import { type Counted, type EffectVerdict, LEAST_SAMPLE, type SkillTargets } from "../contract";

/**
 * Whether a change helped: the share of rejected findings before and after, compared as two independent proportions. What
 * came before includes the findings for which the change was made, and a rule is changed when its rate is high, so some of
 * a fall is return to the mean; the interval covers chance, not that. docs/skills.md says so beside the numbers.
 */

const DAY_MS = 86_400_000;

/** Findings flagged in a period, and how many of them were rejected. */
export type Sample = { from: Date; to: Date; flagged: number; rejected: number };

export function countedOf({ from, to, flagged, rejected }: Sample): Counted {
  const share = wilson(rejected, flagged);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    days: Math.max(0, to.getTime() - from.getTime()) / DAY_MS,
    flagged,
    rejected,
    rate: share?.rate ?? null,
    low: share?.low ?? null,
    high: share?.high ?? null,
  };
}

const differenceOf = (before: Sample, after: Sample) =>
  twoProportions(
    { successes: before.rejected, trials: before.flagged },
    { successes: after.rejected, trials: after.flagged },
  );

const percent = (share: number) => `${Math.round(share * 100)} %`;
const daysOf = ({ from, to }: Sample) => {
  const days = Math.max(0, to.getTime() - from.getTime()) / DAY_MS;
  if (days >= 1) return `the ${Math.round(days)} days`;
  return "less than a day";
};
const sharesOf = (before: Sample, after: Sample) =>
  `${before.rejected} of ${before.flagged} flagged findings were rejected in ${daysOf(before)} before, ` +
  `${after.rejected} of ${after.flagged} in ${daysOf(after)} after`;

/** The verdict on a version, and why, in a sentence. */
export function judge(before: Sample, after: Sample) {
  const difference = differenceOf(before, after);
  const judged = (verdict: EffectVerdict, reason: string) => ({ difference, verdict, reason });
  if (before.flagged < LEAST_SAMPLE || after.flagged < LEAST_SAMPLE || !difference)
    return judged(
      "no_evidence",
      `${sharesOf(before, after)}; a comparison needs ${LEAST_SAMPLE} flagged on both sides.`,
    );
  const interval = `${signed(difference.difference)} (95 % interval ${signed(difference.low)} to ${signed(difference.high)})`;
  if (difference.high < 0)
    return judged("improved", `${sharesOf(before, after)}: ${interval}, which is more than chance.`);
  if (difference.low > 0)
    return judged("worse", `${sharesOf(before, after)}: ${interval}. Revert to the version before it.`);
  return judged("no_evidence", `${sharesOf(before, after)}: ${interval}, which could be chance.`);
}

const signed = (share: number) => `${share < 0 ? "−" : "+"}${Math.abs(Math.round(share * 100))} points`;

/** By how much false positives are to fall in two weeks. */
export const FALSE_POSITIVE_TARGET = -0.3;
/** Days of each of the two periods that are compared for it: before a version came into force, and after. */
export const TARGET_DAYS = 14;

/** What was flagged in a skill's repository before and after one of its versions came into force. */
export type ComparedVersion = { skill: string; number: number; before: Sample; after: Sample };

/** Whether the rejection rate fell by the target, beyond what chance could do. */
export function judgeFalsePositives(compared: ComparedVersion | null): SkillTargets["false_positives"] {
  if (compared === null)
    return {
      target: FALSE_POSITIVE_TARGET,
      before: null,
      after: null,
      version: null,
      change: null,
      difference: null,
      verdict: "no_evidence",
      reason: "No skill version was approved yet, so there is no before and after.",
    };
  const { skill, number, before, after } = compared;
  const difference = differenceOf(before, after);
  const before_rate = shareOf(before.rejected, before.flagged);
  const after_rate = shareOf(after.rejected, after.flagged);
  const change =
    before_rate === null || before_rate === 0 || after_rate === null ? null : after_rate / before_rate - 1;
  const judged = (verdict: SkillTargets["false_positives"]["verdict"], reason: string) => ({
    target: FALSE_POSITIVE_TARGET,
    before: countedOf(before),
    after: countedOf(after),
    version: { skill, number },
    change,
    difference,
    verdict,
    reason,
  });
  if (before.flagged < LEAST_SAMPLE || after.flagged < LEAST_SAMPLE || !difference || change === null)
    return judged(
      "no_evidence",
      before.flagged >= LEAST_SAMPLE && before.rejected === 0
        ? `Nothing was rejected in the two weeks before version ${number} of ${skill}, so there is nothing to compare.`
        : `Too little was flagged before and after version ${number} of ${skill} to tell: ${before.flagged} and ` +
            `${after.flagged} findings; ${LEAST_SAMPLE} each are needed.`,
    );
  const words =
    `The rejection rate ${change < 0 ? "fell" : "rose"} by ${percent(Math.abs(change))} in ${daysOf(after)} after ` +
    `version ${number} of ${skill}`;
  if (change > FALSE_POSITIVE_TARGET)
    return judged("not_met", `${words}; the target is a fall of ${percent(-FALSE_POSITIVE_TARGET)}.`);
  if (difference.high < 0) return judged("met", `${words}, which is more than chance.`);
  return judged("no_evidence", `${words}, but with so few findings this could be chance.`);
}

/** Which share of decided proposals is to be accepted, at least. */
export const ADOPTION_TARGET = 0.5;

export function judgeAdoption(approved: number, decided: number): SkillTargets["adoption"] {
  const share = wilson(approved, decided);
  const judged = (verdict: SkillTargets["adoption"]["verdict"], reason: string) => ({
    target: ADOPTION_TARGET,
    approved,
    decided,
    rate: share?.rate ?? null,
    low: share?.low ?? null,
    high: share?.high ?? null,
    verdict,
    reason,
  });
  if (!share || decided < LEAST_SAMPLE)
    return judged("no_evidence", `${decided} decided; ${LEAST_SAMPLE} are needed to judge the rate.`);
  const words = `${approved} of ${decided} decided proposals were accepted (${percent(share.rate)})`;
  if (share.rate > ADOPTION_TARGET) return judged("met", `${words}.`);
  return judged("not_met", `${words}; the target is more than ${percent(ADOPTION_TARGET)}.`);
}
