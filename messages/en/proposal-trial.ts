/** What the text of a proposal would have done to the findings of the last days. */
export default {
  title: "Trial",
  definition:
    "The included hunks, as worded now, applied to the skill's findings of the last {days} days: which would not have been flagged? Matched by rule, place and words, so single findings may be wrong.",
  not_applicable: "This wording cannot be applied to the skill, so it cannot be tried.",
  nothing_to_try: "The text adds no line that excludes findings, so there is nothing to try.",
  hidden: "Implemented findings it would have hidden",
  prevented: "Rejected findings it would have prevented",
  /** `findings`: one of the two above. */
  with_count: "{findings}: <count>{total, number} of {of, number}</count>",
  more: "and {count, number} more",
};
