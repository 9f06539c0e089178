import type en from "../en/reviews-imports";

export default {
  import: "Importieren",
  title: "Importe",
  question:
    "Was wurde aus Pull Requests, Analysewerkzeugen und Dateien importiert, und was wurde ausgelassen?",
  column_name: "Import",
  column_status: "Status",
  column_from: "Aus",
  column_stored: "Gespeichert",
  column_skipped: "Ausgelassen",
  column_by: "Von",
  column_started: "Begonnen",
  stored: "{stored, number} von {total, number}",
  unreadable: "Die Importe konnten nicht geladen werden.",
  empty: "Noch keine Importe",
  empty_text:
    "Importieren Sie die Review-Threads eines Pull Requests, das Protokoll eines Analysewerkzeugs (SARIF) oder eine Datei mit Auswertungen. Sie sehen, wie jeder Eintrag gelesen wird, bevor er gespeichert wird.",
} satisfies Record<keyof typeof en, string>;
