/** The citations of a memory, and checking them. */
export default {
  valid: "{count, plural, one {The citation is} other {All # citations are}} valid at the newest commit.",
  invalid:
    "{count, number} of {all, number} {count, plural, one {is} other {are}} edited or missing: the memory is not served until someone decides.",
  unknown: "{count, number} of {all, number} could not be read. This does not count against the memory.",
  never_checked: "never checked",
  last_checked: "last checked <when></when>",
  all_checks: "All checks of this citation",
  open_in_file: "Open in file",
  show_comparison: "Show then and now of {path}",
  hide_comparison: "Hide then and now of {path}",
  removed: "Citation removed; it will not be inferred again",
  not_removed: "The citation could not be removed",
  remove_inferred: "Remove the inferred citation of {path}",
  remove_hint: "Remove; it will not be inferred again",
  was: "was {status}",
  check: "Check now",
  checking: "Checking",
};
