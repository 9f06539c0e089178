/** What a proposal is about, on its page and in the inbox. */
export default {
  unreadable: "The proposal could not be loaded.",
  decided: "Decided",
  proposals: "Proposals",
  place: "{place, number} of {total, number} open",
  assigned_to: "Assigned to {name}",
  not_assigned: "The proposal could not be assigned",
  unassigned: "Unassigned",
  assignee: "Assignee",
  requested_by: "requested by {name}, not based on findings",
  uploaded: "uploaded <when></when>",
  supported: "{count, plural, one {# rejected finding supports it} other {# rejected findings support it}}",
  supported_with_confidence:
    "{count, plural, one {# rejected finding supports it} other {# rejected findings support it}}, confidence {confidence}",
  confidence: "Confidence",
  confidence_definition:
    "How certain it is that the findings this change hides are false alarms: the lower end of the 95 % interval of prevented ÷ (prevented + hidden) findings of the last 30 days. It does not judge the wording.",
  drafted_without_model: "drafted <when></when> without a language model",
  drafted_by: "drafted <when></when> by {drafter}",
  counted: "counted <when></when>",
  effect: "Expected effect",
  effect_definition:
    "Counted by matching: findings of this skill and the hunk's rule, in files like those of its evidence (common folder and extension), with similar titles (at least 40 % of the words in common); for a rule to be disabled or demoted, all its findings. The evidence itself is included, so this is an upper bound. The wording is not considered.",
  how_drafted: "How it was drafted",
  prompt: "Prompt {version}.",
  tokens_and_cost:
    "{input, number} input tokens, {output, number} output tokens, {cost, number, ::.0000 group-off} US dollars.",
  tokens_without_price: "{input, number} input tokens, {output, number} output tokens; no price is set.",
};
