/** The pages of the recalls, and the head of those with figures. */
export default {
  label: "Views of recalls",
  ledger: "Ledger",
  value: "Value and waste",
  agents: "Agents",
  playground: "Playground",
  figures_unreadable: "The figures could not be loaded.",
  period: "Period",
  days: "{days} days",
};
