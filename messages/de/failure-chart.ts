import type en from "../en/failure-chart";

export default {
  title: "Vorkommen nach Tagen",
  definition:
    "Wie oft der Fehler an jedem der letzten 30 Tage (UTC) aufgezeichnet wurde, von Agenten und in Testberichten.",
  counted: "n = {count, number} in 30 Tagen",
  day: "Tag",
  occurrences: "Vorkommen",
  empty: "Er trat in den letzten 30 Tagen nicht auf.",
} satisfies Record<keyof typeof en, string>;
