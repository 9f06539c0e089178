import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { countShares, openRejectedFindingIds, type SharedBy } from "@/lib/db/sql/finding-counts";
import { groupBy } from "@/lib/kernel/group-by";
import { DAY_MS } from "@/lib/kernel/time";
import { type Finding, OLDEST_REVIEW, type Rule } from "./contract";
import { findFindings } from "./findings/queries";
import type { Thresholds } from "./rules/effectiveness";
import { byEvidence, isHighRejection, tallyOf, thresholdsOf } from "./rules/tally";

export { twoProportions, wilson } from "@/lib/kernel/statistics";
export type { Finding, Rule } from "./contract";
export {
  clearFindingsAddressed,
  findFindings as findingsByIds,
  markFindingsAddressed,
} from "./findings/queries";
export { classifyAll, WAITING_RULES } from "./rules/classifier";
export { EVIDENCE_GREW } from "./rules/signals";
export { type Features, featuresOf, type Layout, probabilitiesOf, termsOf } from "./rules/title-model";

export type RejectionThresholds = Thresholds;

/** What of a rule's open findings name one skill and one repository (null: none); `flagged` are those that were judged. */
export type RuleShare = SharedBy & { flagged: number; rejected: number };

/** A rule as some shares of its findings judge it. */
export type JudgedRule = Pick<
  Rule,
  "rule_category" | "flagged" | "rejected" | "rate" | "low" | "high_rejection"
> & {
  shares: RuleShare[];
};

/** Rejected findings that come with each share; a proposal is not made more certain by reading more of them. */
const EVIDENCE_PER_SHARE = 200;

/** The whole of today: nothing is found in the future, and whole days are counted already. */
const endOfToday = (now: Date) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** The findings of every rule that no skill version took up, by the skill and the repository that they name. */
export function ruleShares(
  db: Db,
  { organization_id, now }: { organization_id: string; now: Date },
): Promise<RuleShare[]> {
  return countShares(db, { organization_id, from: new Date(OLDEST_REVIEW), to: endOfToday(now) });
}

/** The organization's thresholds of high rejection, or those that somebody asks with. */
export async function rejectionThresholds(
  db: Db,
  {
    organization_id,
    thresholds = {},
  }: { organization_id: string; thresholds?: { min_rejection_rate?: number; min_samples?: number } },
): Promise<Thresholds> {
  return thresholdsOf(await settingsOf(db, { organization_id }), thresholds);
}

/** The rules of some shares with their rates over these alone, strongest evidence first. */
export function judgeRules(shares: readonly RuleShare[], thresholds: Thresholds): JudgedRule[] {
  const byRule = groupBy(shares, ({ rule_category }) => rule_category);
  return [...byRule]
    .map(([rule_category, own]) => {
      const flagged = own.reduce((sum, share) => sum + share.flagged, 0);
      const rejected = own.reduce((sum, share) => sum + share.rejected, 0);
      const tally = tallyOf({ implement: flagged - rejected, reject: rejected, defer: 0, clarify: 0 });
      return { ...tally, rule_category, shares: own, high_rejection: isHighRejection(tally, thresholds) };
    })
    .sort(byEvidence);
}

/** The rejected findings of some shares that no skill version took up, newest first, the latest of each share. */
export async function rejectedFindings(
  db: Db,
  { organization_id, shares, now }: { organization_id: string; shares: readonly RuleShare[]; now: Date },
): Promise<Finding[]> {
  const rejected = shares.filter((share) => share.rejected > 0);
  if (rejected.length === 0) return [];
  const finding_ids = await openRejectedFindingIds(db, {
    organization_id,
    shares: rejected,
    most_per_share: EVIDENCE_PER_SHARE,
    to: endOfToday(now),
  });
  return findFindings(db, { organization_id, finding_ids });
}
