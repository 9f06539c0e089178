import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { openRejectedFindingIds } from "@/lib/db/sql/finding-counts";
import { DAY_MS } from "@/lib/kernel/time";
import { type Finding, OLDEST_REVIEW, type Rule } from "./contract";
import { findFindings } from "./findings/queries";
import { rulesOf } from "./rules/effectiveness";
import { thresholdsOf } from "./rules/tally";

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

/** A rule whose rejections are evidence for changing a skill, with the rejected findings behind it, newest first. */
export type HighRejectionRule = Rule & { findings: Finding[] };

/** Rejected findings that come with each rule; a proposal is not made more certain by reading more of them. */
const EVIDENCE_PER_RULE = 200;

/**
 * The high-rejection rules by the organization's thresholds, strongest evidence first. Leaves out the
 * findings that a skill version took up. With `repository_id` or `skill` only findings that name them count. Rules named
 * in `also` come whatever their rate, if anything of them was rejected.
 */
export async function highRejectionRules(
  db: Db,
  {
    organization_id,
    repository_id,
    skill,
    also = [],
    thresholds = {},
    now,
  }: {
    organization_id: string;
    repository_id?: string;
    skill?: string;
    also?: readonly string[];
    /** In place of the organization's. */
    thresholds?: { min_rejection_rate?: number; min_samples?: number };
    now: Date;
  },
): Promise<HighRejectionRule[]> {
  const scope = {
    organization_id,
    visible_repository_ids: null,
    repository_id,
    skill,
    // The whole of today: nothing is found in the future, and whole days are counted already.
    to: new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS),
  };
  const settings = thresholdsOf(await settingsOf(db, { organization_id }), thresholds);
  const rules = await rulesOf(db, { ...scope, from: new Date(OLDEST_REVIEW) }, settings);
  const high = rules.filter(
    ({ high_rejection, rejected, rule_category }) =>
      high_rejection || (rejected > 0 && also.includes(rule_category)),
  );
  if (high.length === 0) return [];
  const finding_ids = await openRejectedFindingIds(db, {
    ...scope,
    rule_category: high.map((rule) => rule.rule_category),
    most_per_rule: EVIDENCE_PER_RULE,
  });
  const findings = await findFindings(db, { organization_id, finding_ids });
  return high.map((rule) => ({
    ...rule,
    findings: findings.filter((finding) => finding.rule_category === rule.rule_category),
  }));
}
