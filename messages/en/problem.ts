/** What is said of what failed, wherever it failed. */
export default {
  broken_link:
    "The address does not name one: its link may have been cut off. Open it from its list instead.",
  unknown_remedy: "Try again; if it persists, reload the page.",
  remedy_correct: "Correct what is named, then try again.",
  remedy_reload: "Reload the page, then try again.",
  remedy_sign_in: "Sign in again, then repeat it.",
  remedy_other_role: "Somebody with another role can do this; ask an owner of the organization.",
  remedy_address: "Open the dashboard at its usual address; the people who run this server know it.",
  remedy_not_found: "It may be deleted, or belong to another organization. Look for it in its list.",
  remedy_conflict: "Look at how it is now, then decide again.",
  remedy_shorter: "Make it shorter, or do it in parts.",
  remedy_wait: "Wait a moment, then try again.",
  remedy_wait_seconds: "Wait {seconds, plural, one {# second} other {# seconds}}, then try again.",
  remedy_internal: "Nothing was stored. Try again; if it persists, tell the people who run this server.",
  remedy_unavailable: "Try again in a moment; if it persists, tell the people who run this server.",
  remedy_unreachable: "Nothing was changed. Check that Casebook is running, then try again.",
  nothing_changed: "Nothing was changed.",
  request: "Request <id></id>",
  try_again: "Try again",
  part_not_loaded: "This part of the page could not be loaded",
  no_answer: "The server does not answer. Nothing was changed; try again.",
};
