/** What is said of what failed, wherever it failed. */
export default {
  broken_link:
    "The address does not name one: its link may have been cut off. Open it from its list instead.",
  unknown_remedy: "Try again; if it persists, reload the page.",
  nothing_changed: "Nothing was changed.",
  request: "Request <id></id>",
  try_again: "Try again",
  part_not_loaded: "This part of the page could not be loaded",
  no_answer: "The server does not answer. Nothing was changed; try again.",
};
