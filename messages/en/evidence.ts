/** The evidence behind a change of a skill, and its price. */
export default {
  title: "Evidence",
  code_at: "{path} at {commit}",
  commit: "at <commit></commit>, the last commit before it was found",
  code_unreadable: "The code could not be read.",
  code_then: "Code at the time",
  people: "{count, plural, one {# person} other {# people}}",
  others: "The other {count, number}",
  counter_examples: "Counter-examples",
  no_counter_examples: "According to the trial, it would hide no finding that people implemented.",
  more_counter_examples: "and {count, number} more, in the trial below",
  nothing: "No finding or memory supports this change.",
  findings: "Findings",
  memories: "Memories",
  show_all: "Show all {count, number}",
  prevents:
    "Prevents <prevented>{prevented_count, number} of {rejected, plural, one {# false alarm} other {# false alarms}}</prevented>, hides <hidden>{hidden_count, number} of {implemented, plural, one {# real finding} other {# real findings}}</hidden> <period>({days} days)</period>",
  demotes:
    "Demotes to minor remarks <prevented>{prevented_count, number} of {rejected, plural, one {# false alarm} other {# false alarms}}</prevented>, hides <hidden>{hidden_count, number} of {implemented, plural, one {# real finding} other {# real findings}}</hidden> <period>({days} days)</period>",
  not_recommended: "not recommended",
  not_recommended_meaning:
    "It hides at least as many findings that people implemented as it prevents false alarms.",
};
