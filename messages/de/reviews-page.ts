import type en from "../en/reviews-page";

export default {
  reviews: "Reviews",
  unreadable: "Das Review konnte nicht geladen werden.",
  round: "Runde {round, number}",
  reviewed: "Review <when></when>",
  outcome_memory: "Die Memory zu seinem Ergebnis",
  code: "Der Code",
  issue: "Das Issue",
  nothing_flagged: "nichts wurde gemeldet",
  rejected: "{rejected, number} von {flagged, number} gemeldeten abgelehnt",
  flagged: "Gemeldet",
  flagged_definition:
    "Umzusetzende, abgelehnte und aufgeschobene zusammen. Zu klärende Befunde zählen nicht.",
  findings: "Befunde",
  findings_count: "Befunde ({count, number})",
  empty: "Der Reviewer hat nichts gefunden",
  empty_text: "Dieses Review hat keine Befunde.",
} satisfies Record<keyof typeof en, string>;
