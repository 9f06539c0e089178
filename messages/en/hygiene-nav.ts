/** The pages of hygiene. */
export default {
  label: "Views of hygiene",
  clean_up: "Clean-up",
  see_conflicts: "Conflicts",
  see_suggestions: "Suggestions",
};
