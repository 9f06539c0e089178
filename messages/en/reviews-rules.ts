/** The rules with their rejection rates. */
export default {
  title: "Reviews",
  question: "Which rules waste our time?",
  draft: "Draft proposals",
  none_stands_out:
    "No rule stands out: none has at least {share} of at least {flagged} flagged findings rejected in this period.",
  strongest_case:
    "<waste>{high, number} of {rules, plural, one {# rule wastes} other {# rules waste}} time.</waste> The strongest case is <rule></rule>: <case>{rejected, number} of {flagged, number} flagged findings</case> were rejected.",
  rules: "Rules",
  shown_all: "{total, number}, strongest evidence first",
  shown_first: "the first {shown, number} of {total, number}, strongest evidence first",
  order: "Strongest evidence first",
  order_definition:
    "High-rejection rules first, then by the number of rejected findings that the sample supports at least: the lower end of the 95 % interval × flagged. So 80 of 200 (67) comes before 5 of 5 (3).",
  order_addressed: "Findings that a skill version addressed no longer count; the rule's other findings do.",
  order_high: "High rejection: at least {share} of at least {flagged} flagged findings rejected.",
  order_trend:
    "An arrow compares the last 30 days with the 30 before, and shows only when the 95 % interval of the difference (Newcombe's, from two Wilson intervals) excludes 0.",
  of_the_row: "{verb}: the rule of the row",
  unreadable: "The rules could not be loaded.",
  empty: "No findings in this period",
  empty_text:
    "Rates appear as soon as an agent submits an evaluated review, through the API or the review.evaluate tool. Choose a longer period to look further back.",
  high: "high rejection",
  high_uncertain: "high, not certain yet",
  high_uncertain_meaning: "The rate is over the line, but its interval crosses it: this could be chance.",
  change: "Change",
  change_rule: "Change {rule}",
  column_rule: "Rule",
  column_rate: "Rejection rate",
  column_rejected: "Rejected",
  column_implemented: "Implemented",
  column_deferred: "Deferred",
  column_addressed: "Addressed",
  column_actions: "Actions",
  never_addressed: "never",
  all_rules: "All rules",
  rule_of_chart: "Rule of the chart",
  markers_unreadable: "Skill versions could not be loaded; none are marked.",
  rate_unreadable: "The rejection rate over time could not be loaded.",
  rate_definition:
    "Each point is one {bucket, select, day {day} week {week} other {month}} with every finding of it in the period; a dashed line is an approved skill version. n and the rate of the period leave out findings that a version addressed, like the rules below.",
};
