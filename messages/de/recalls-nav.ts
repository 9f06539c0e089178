import type en from "../en/recalls-nav";

export default {
  label: "Ansichten der Abrufe",
  ledger: "Abrufliste",
  value: "Nutzen und Aufwand",
  agents: "Agenten",
  playground: "Spielwiese",
  figures_unreadable: "Die Zahlen konnten nicht geladen werden.",
  period: "Zeitraum",
  days: "{days} Tage",
} satisfies Record<keyof typeof en, string>;
