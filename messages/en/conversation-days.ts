/** The list of days with conversations. */
export default {
  question: "What was said in conversations each day, and what was learned from it?",
  column_day: "Day",
  column_messages: "Messages",
  column_facts: "Facts",
  column_state: "State",
  try_again: "Try again",
  which: "Which days",
  failed_count: "Failed {count, number}",
  unreadable: "The logs could not be loaded.",
  none_matches: "No matching day",
  none_matches_meaning: "Choose another agent or All.",
  none: "No conversations yet",
  none_meaning:
    "Agents append what was said with conversation_append; casebook import-conversations imports the transcripts of Claude Code and Codex. Facts are learned at night.",
};
