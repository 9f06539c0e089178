/** Findings whose rule nobody knows. */
export default {
  title: "Unclassified",
  question: "What are these findings about?",
  groups:
    "{findings, plural, one {# finding} other {# findings}} in {groups, plural, one {# group} other {# groups}} of similar titles",
  definition:
    "Titles that name no rule, are not similar to titles your team has assigned, and whose words and meaning fit no rule well enough. Once you choose a rule, similar titles are assigned to it automatically.",
  list: "Unclassified findings",
  column_title: "Title",
  column_findings: "Findings",
  column_rejected: "Rejected",
  column_last: "Last found",
  column_rule: "Rule",
  /** Why a rule is suggested. */
  by_reviewer_rule: "the rule's id is in the title",
  by_organization: "your team put similar titles there",
  by_lexicon: "by its words",
  by_meaning: "similar in meaning",
  another: "Another rule",
  move: "Move {count, plural, one {# finding} other {# findings}} to a rule",
  unreadable: "The findings could not be loaded.",
  empty: "Every finding has a rule",
  empty_text: "Findings whose rule could not be determined appear here, in groups, with suggestions.",
};
