/** What the conversations of a week have in common. */
export default {
  question: "What do an agent's conversations of a week have in common?",
  unreadable: "The weeks could not be loaded.",
  none: "No weeks yet",
  none_meaning: "A week appears here on the Monday after it ends, once all of its logs were read.",
  week: "{agent}, {from} to {to}",
  patterns_by: "{count, plural, one {# pattern} other {# patterns}} by {extractor}",
  patterns_by_when: "{count, plural, one {# pattern} other {# patterns}} by {extractor}, <when></when>",
  no_patterns: "Its facts have nothing in common.",
  facts: "Its facts",
  show_fewer: "Show fewer",
  show_all: "Show all {count, number} facts",
};
