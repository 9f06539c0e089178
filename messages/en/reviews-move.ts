/** Putting findings under another rule, and taking that back. */
export default {
  undone: "Undone",
  partly_undone: "{moved, number} undone; {left, number} had been changed again",
  not_undone: "The change could not be undone",
  moved: "{count, plural, one {Moved} other {# moved}} to {rule}",
  moved_meaning: "The rates of the rules were recalculated.",
  partly_moved_meaning: "The rates of the rules were recalculated. {count, number} not moved: {reason}",
  title_one: "Move the finding to another rule",
  title_several: "Move {count, number} findings to another rule",
  description: "The rates of both rules are recalculated, and the findings' memories are updated.",
  rule: "Rule",
  rule_hint: "Lower-case letters, digits and underscores. A new name creates a new rule.",
  move: "Move",
  /** Of groups of findings without a rule. */
  filed: "{count, plural, one {# finding} other {# findings}} moved to {rule}",
  filed_meaning: "Similar titles are assigned to it from now on.",
  not_filed: "The findings could not be moved",
};
