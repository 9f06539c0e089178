import type en from "../en/reviews-import";

export default {
  unreadable: "Der Import konnte nicht geladen werden.",
  question:
    "Aus {kind, select, evaluations {Auswertungen} sarif {SARIF} other {einem Pull Request}}: wie jeder Eintrag gelesen wird, und warum",
  store: "{count, number} speichern",
  items: "Einträge",
  items_unreadable: "Die Einträge konnten nicht geladen werden.",
  not_changed: "Der Eintrag konnte nicht geändert werden.",
  column_finding: "Befund",
  column_evaluation: "Auswertung",
  column_becomes: "Wird zu",
  column_became: "Wurde zu",
  column_because: "Warum",
  column_rule: "Regel",
  column_place: "Stelle",
  leave_out: "auslassen",
  disposition_of: "Entscheidung zu {item}",
  at_source: "{item} an der Quelle",
  stored: "{count, number} gespeichert",
  repeated: "{count, number} schon gespeichert",
  skipped: "{count, number} ausgelassen",
  waiting: "{count, plural, one {# wartet} other {# warten}}",
  to_store: "{count, number} zu speichern, sobald bestätigt",
  progress: "Fortschritt des Imports",
  shown: "{shown, number} von {total, number}",
  show_more: "Mehr anzeigen",
} satisfies Record<keyof typeof en, string>;
