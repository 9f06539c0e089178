import type en from "../en/files-folder";

export default {
  unreadable: "Der Ordner konnte nicht geladen werden.",
  loading: "Der Ordner wird geladen",
  empty: "Dieser Ordner ist leer",
  empty_meaning: "Das Repository hat bei diesem Commit keine Dateien.",
  contents: "Inhalt des Ordners",
  entries: "Ordner und Dateien",
  summary:
    "{entries, plural, one {# Eintrag} other {# Einträge}}, insgesamt {files, plural, one {# Datei} other {# Dateien}}",
  partial:
    "Ein Teil der Zahlen konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.",

  numbers: "Was die Zahlen zählen",
  numbers_memories:
    "Memorys in Verwendung, die den Eintrag oder etwas darunter zitieren, und welcher Anteil ihrer Zitate, soweit sie gelesen werden konnten, bei der letzten Prüfung gültig war. Beides wird dort gezählt, wo die Zeilen jetzt sind, gleich bei welchem Commit die Dateien gezeigt werden.",
  numbers_findings:
    "Befunde aus Reviews nach dem Pfad, den das Review genannt hat; die Ablehnungsrate ist abgelehnte ÷ gemeldete Befunde, ohne die, die eine Skill-Version aufgegriffen hat. Die Klammern zeigen das 95-%-Intervall.",

  column_name: "Name",
  column_memories: "Memorys",
  column_citations: "Gültige Zitate",
  column_findings: "Befunde",
  column_rejected: "Abgelehnt",
  not_counted: "nicht gezählt",
  none_checked: "noch keine geprüft",
  valid: "<rate></rate><note>der Zitate gültig</note>",
  rejected: "<rate></rate><note>abgelehnt</note>",

  range: "{first, number}–{last, number} von {total, number} Einträgen",
  previous: "Zurück",
  next: "Weiter",
} satisfies Record<keyof typeof en, string>;
