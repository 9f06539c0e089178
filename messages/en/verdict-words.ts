/** Why a check of a citation decided as it did. */
export default {
  counts_as_unchanged: "It counts as unchanged.",
  enclosing_changed: "A header or a condition around the lines was changed.",
  deprecated: "The code is now marked as deprecated.",
  similar: "{percent, number} % of the text is the same.",
  similarity_unknown: "How much of the text is the same was not measured.",
  white_space: "Only white space differs, which counts as unchanged.",
  not_against: "This does not count against the memory.",
  certainty:
    "{certainty, select, sure {The check is sure (confidence {confidence}).} fairly {The check is fairly sure (confidence {confidence}).} other {The check is a guess: check it yourself (confidence {confidence}).}}",
};
