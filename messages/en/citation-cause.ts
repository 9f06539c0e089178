/** Which commit changed the lines of a citation. */
export default {
  unreadable: "The commit that changed the lines could not be loaded. Reload to try again.",
  looking: "Looking for the commit",
  unknown: "It is not known which commit changed the lines. {reason}",
  no_reason: "No reason was given.",
  /** What is in `<pulled>` and `<merged>` is said only where it is known. */
  changed:
    "<who>Changed by {author}</who> on <day></day> in <commit></commit> <subject></subject><pulled>, pull request <pull></pull></pulled><merged>, merged by {merger} in <merge></merge></merged>",
  from_message: "From the commit message",
};
