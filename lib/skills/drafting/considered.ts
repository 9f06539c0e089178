import type { JudgedRule, RejectionThresholds } from "@/lib/reviews";
import type { Considered, Skill } from "../contract";
import type { Wanted } from "./draft-plan";

export const withoutEvidence = ({ rule_category }: Wanted): Considered => ({
  rule_category,
  skill: null,
  flagged: 0,
  rejected: 0,
  weighed: null,
  reason: "No finding of it was rejected since a skill last addressed it; a proposal needs evidence.",
});

export const NOBODY =
  "Some of its rejected findings name no skill, and more than one could be meant; give `skill` with the evaluations.";

/** Why a rule that is often rejected elsewhere is not drafted for a skill. */
export const belowThresholds = ({
  high_rejection_rate,
  high_rejection_flagged,
}: RejectionThresholds): string =>
  "The findings that this skill answers for are below the thresholds: at least " +
  `${Math.round(high_rejection_rate * 100)} % of at least ${high_rejection_flagged} must be rejected.`;

export function consider(
  { rule_category, flagged, rejected }: Pick<JudgedRule, "rule_category" | "flagged" | "rejected">,
  skill: Skill | null,
  reason: string,
): Considered {
  return {
    rule_category,
    skill: skill && { id: skill.id, name: skill.name, path: skill.path },
    flagged,
    rejected,
    reason,
    weighed: null,
  };
}
