/** The list of imports. */
export default {
  import: "Import",
  title: "Imports",
  question: "What was imported from pull requests, analyzers and files, and what was left out?",
  column_name: "Import",
  column_status: "Status",
  column_from: "From",
  column_stored: "Stored",
  column_skipped: "Left out",
  column_by: "By",
  column_started: "Started",
  stored: "{stored, number} of {total, number}",
  unreadable: "The imports could not be loaded.",
  empty: "No imports yet",
  empty_text:
    "Import the review threads of a pull request, the log of an analyzer (SARIF), or a file of evaluations. You see how each item is read before it is stored.",
};
