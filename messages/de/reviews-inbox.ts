import type en from "../en/reviews-inbox";

export default {
  findings_unreadable: "Die Befunde konnten nicht geladen werden.",
  findings_keys: "Nicht eingeordnete Befunde",
  accept: "Vorgeschlagene Regel annehmen: {rule}",
  move: "Zu {rule} verschieben",
  was_put: "Zu {rule} verschoben",
  moved: "Verschoben",
  choose_another: "Andere Regel wählen",
  another: "Andere Regel",
  findings_of_title:
    "{count, plural, one {# Befund} other {# Befunde}} mit diesem Titel, {rejected, number} abgelehnt. Sobald Sie eine Regel wählen, werden ihr ähnliche Titel automatisch zugeordnet.",
  suggested: "Vorgeschlagene Regeln",
  open_finding: "Einen der Befunde öffnen",
  import_unreadable: "Der Import konnte nicht geladen werden.",
  import_keys: "Zu bestätigender Import",
  import_stored: "Bestätigt: Er wird gespeichert",
  import_not_confirmed: "Der Import konnte nicht bestätigt werden",
  confirm: "Bestätigen: speichern, was er zeigt",
  confirmed: "Bestätigt",
  store: "{count, number} speichern",
  import_items:
    "Aus {kind, select, evaluations {Auswertungen} sarif {SARIF} other {einem Pull Request}}: {draft, plural, one {# Eintrag} other {# Einträge}} zu speichern, {skipped, number} ausgelassen, von {total, number}.",
  review_items: "Einträge prüfen",
} satisfies Record<keyof typeof en, string>;
