/** Whether versions of skills helped, and the targets of the organization. */
export default {
  verdict_improved: "improved",
  verdict_improved_meaning: "Fewer of its findings are rejected.",
  verdict_no_evidence: "no evidence yet",
  verdict_no_evidence_meaning: "The difference could be chance, or too few findings were flagged.",
  verdict_worse: "worse",
  verdict_worse_meaning: "More of its findings are rejected.",
  target_met: "met",
  target_met_meaning: "The target is met.",
  target_not_met: "not met",
  target_not_met_meaning: "The target is not met.",
  target_no_evidence: "no evidence yet",
  target_no_evidence_meaning: "Too few findings to tell.",
  before: "Before",
  after: "After",
  before_and_after: "Before and after",
  rejected_of_flagged: "{rejected, number} rejected of {flagged, number} flagged",
  version: "Version {version, number}",
  in_use_since: "in use since <when></when>",
  not_delivered_yet: "approved, not delivered yet, <when></when>",
  revert_suggested: "Suggested: review version {version, number} and revert to it",
  unreadable: "The effect could not be loaded.",
  empty: "Nothing to compare yet",
  empty_text:
    "Once a proposal is approved, the rejection rates of its rules before and after it are compared here.",
  each_version: "Effect of each version",
  rates_compared: "Rejection rate of the rules each version addressed, up to {days} days on both sides",
  effect: "Effect",
  effect_definition:
    "Rejected ÷ flagged findings of the addressed rules in this skill. Improved or worse only when the 95 % interval of the difference (Newcombe) excludes 0 and both sides have at least {least} flagged. The time before includes the findings that led to the change, so part of a decrease can be a return to normal.",
  targets_unreadable: "The targets could not be loaded.",
  target_false_positives: "False positives −30 % in two weeks",
  target_false_positives_definition:
    "Rejected ÷ flagged findings of all rules, in the 14 days after a skill version came into use, compared with the 14 days before. Met when the rate fell by at least 30 % and the 95 % interval of the difference excludes 0.",
  target_adoption: "More than half of the proposals accepted",
  target_adoption_definition:
    "Approved ÷ decided proposals over all time. Fewer than 10 decided are too few to judge.",
};
