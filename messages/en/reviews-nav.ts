/** The pages of the reviews. */
export default {
  label: "Views of reviews",
  rules: "Rules",
  charts: "Charts",
  findings: "Findings",
  unclassified: "Unclassified",
  reviews: "Reviews",
  imports: "Imports",
  preferences: "Preferences",
};
