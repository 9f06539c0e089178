import type en from "../en/reviews-nav";

export default {
  label: "Ansichten der Reviews",
  rules: "Regeln",
  charts: "Diagramme",
  findings: "Befunde",
  unclassified: "Nicht eingeordnet",
  reviews: "Reviews",
  imports: "Importe",
  preferences: "Vorlieben",
} satisfies Record<keyof typeof en, string>;
