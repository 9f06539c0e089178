import type en from "../en/proposal-decide";

export default {
  open_proposal: "Vorschlag öffnen",
  reloaded:
    "Der Vorschlag wurde neu geladen. Schließen Sie diesen Dialog, sehen Sie sich an, was sich geändert hat, und entscheiden Sie dann.",
  approve_all: "Vorschlag genehmigen",
  approve_some: "{count, number} von {hunks, number} Abschnitten genehmigen",
  approve_creates:
    "Version {version, number} von {skill} wird erstellt und nach <file>{path}</file> ausgeliefert. Außerhalb der Abschnitte ändert sich nichts, und zu jeder Version kann man zurückkehren.",
  approve_wording:
    "{count, plural, one {Ein Abschnitt verwendet Ihre Formulierung.} other {# Abschnitte verwenden Ihre Formulierung.}}",
  approve_left: "{count, plural, one {Ein Abschnitt wird abgelehnt.} other {# Abschnitte werden abgelehnt.}}",
  approve_addresses:
    "Ihre Befunde und Memorys werden als aufgegriffen markiert; die anderen Befunde der Regeln zählen weiter.",
  approve_feedback: "Rückmeldung (optional)",
  feedback_hint: "Wird mit der Entscheidung gespeichert.",
  approve: "Genehmigen",
  was_approved: "Genehmigt: Version {version} von {skill}",
  addressed:
    "{findings, plural, one {# Befund} other {# Befunde}} und {memories, plural, one {# Memory} other {# Memorys}} als aufgegriffen markiert.",
  reject_title: "Vorschlag ablehnen",
  reject_description:
    "Keiner seiner Abschnitte wird erneut vorgeschlagen, bis seine Belege um die Hälfte und um mindestens 3 Befunde zugenommen haben.",
  reject_reason: "Warum",
  reject: "Ablehnen",
  was_rejected: "Abgelehnt",
  was_undone: "Die Entscheidung wurde rückgängig gemacht",
  open_again: "Der Vorschlag ist wieder offen.",
  open_again_with_version:
    "Version {version} von {skill} hat den Text von vorher; der Vorschlag ist wieder offen.",
  not_undone: "Die Entscheidung konnte nicht rückgängig gemacht werden",
} satisfies Record<keyof typeof en, string>;
