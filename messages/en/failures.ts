/** The list of failures. */
export default {
  title: "Failures",
  question: "Which errors occur, and what solved them?",
  error: "Error",
  seen: "Seen",
  same_error_in: "Same error in",
  repositories: "{count, number} repositories",
  only_this_one: "only this one",
  language: "Language",
  last_seen: "Last seen",
  words: "Only failures with these words",
  words_of: "Words of error or solution",
  which: "Which failures",
  open: "Open",
  solved: "Solved",
  returned: "Came back",
  unreadable: "The failures could not be loaded.",
  none: "No failures",
  none_matches: "No failure matches",
  show_all: "Show all failures",
  none_meaning:
    "Failing tests become failures when a test report is submitted: casebook ci-results report.xml --repository owner/name --commit id. Agents record others with failure_record.",
};
