import type en from "../en/task-figures";

export default {
  title: "Zahlen",
  question: "Helfen Muster und Lösungen?",
  unreadable: "Die Zahlen konnten nicht geladen werden.",
  most_used: "Meistverwendete Muster",
  none_used: "Noch wurde kein Muster verwendet.",
  tasks: "{count, plural, one {# Aufgabe} other {# Aufgaben}}",
  most_common: "Häufigste Fehler",
  none_recorded: "Noch wurde kein Fehler aufgezeichnet.",
  times: "{count, number}×",
  minutes: "{count} Min.",
  hours: "{count} Std.",
  days: "{count} Tage",
  no_data: "noch keine Daten, n = 0",
  sample: "n = {n, number}",
  sample_with_interval: "[{low}–{high}] n = {n, number}",
} satisfies Record<keyof typeof en, string>;
