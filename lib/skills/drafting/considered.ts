import type { HighRejectionRule } from "@/lib/reviews";
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

export function consider(
  { rule_category, flagged, rejected }: HighRejectionRule,
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
