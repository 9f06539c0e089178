/** What pages show before their screen, or instead of it. */
export default {
  not_found: "Page not found",
  not_found_old_link: "The link may be old, or mistyped.",
  not_found_deleted:
    "It may have been deleted, or belong to another organization. Search for it with ⌘K or Ctrl K.",
  to_overview: "Go to the overview",
  citations: "Citations",
  citations_question: "Which knowledge is going stale?",
  settings: "Settings",
  settings_question: "Who may do what, and is it healthy?",
  problem_unknown: "Unknown problem",
  problem_fields:
    "Such answers contain <detail>detail</detail> (what happened in this case) and, for wrong input, <errors>errors</errors> with a pointer to each field.",
};
