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
  take_back: "Zurücknehmen",
  take_back_title: "Dieses Review zurücknehmen?",
  take_back_hint:
    "{findings, plural, one {Sein Befund zählt} other {Seine # Befunde zählen}} in keiner Zahl mehr, und was allein dieses Review gelehrt hat, wird gelöscht; gelöschte Memorys lassen sich wiederherstellen. Das Review selbst nicht: Wer es wieder braucht, reicht es noch einmal ein.",
  take_back_why: "Warum",
  take_back_why_hint: "Das Audit behält es.",
  take_back_usual: "Es wurde aus Versehen eingereicht.",
  taken_back: "Review zurückgenommen",
  taken_back_meaning:
    "{findings, plural, one {# Befund} other {# Befunde}} und {memories, plural, one {# Memory} other {# Memorys}} gelöscht.",
  not_taken_back: "Das Review wurde nicht zurückgenommen.",
  empty: "Der Reviewer hat nichts gefunden",
  empty_text: "Dieses Review hat keine Befunde.",
} satisfies Record<keyof typeof en, string>;
