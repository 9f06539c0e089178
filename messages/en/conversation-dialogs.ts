/** Correcting and erasing what a conversation log holds. */
export default {
  erase: "Erase",
  erase_log_title: "Erase the log of {agent} from {day}",
  log_gone: "{count, plural, one {# message is} other {# messages are}} deleted for good.",
  with_facts: "Also delete the facts that were learned from no other log",
  log_erased:
    "{lines, plural, one {# message} other {# messages}} erased, {facts, plural, one {# fact} other {# facts}} deleted",
  correct: "Correct",
  correct_title: "Correct line {number}",
  correct_meaning:
    "Use this for text that was misheard or wrongly written down. Facts learned only from this line are deleted, and the line is read again.",
  what_was_said: "What was said",
  line_corrected:
    "Line {number} corrected. {facts, plural, =0 {No fact was learned from this line only.} one {# fact was deleted that came only from this line.} other {# facts were deleted that came only from this line.}}",
  erase_title: "Erase line {number}",
  erase_meaning:
    "Its text is deleted for good, with the facts that were learned only from it. Importing the log again does not restore it.",
  line_erased:
    "Line {number} erased. {facts, plural, =0 {No fact was learned from this line only.} one {# fact was deleted that came only from this line.} other {# facts were deleted that came only from this line.}}",
};
