import type en from "../en/settings-exchange";

export default {
  owners_only:
    "Eigentümer exportieren und importieren die Organisation; wenden Sie sich an jemanden von ihnen.",
  progress: "{done, number} von {total, number}",
  progress_starting: "beginnt",
  stop: "Stoppen",
  export: "Exportieren",
  export_title: "Export",
  export_description:
    "Alles in dieser Organisation als eine JSON-Lines-Datei: Memorys mit ihrem Verlauf, Zitate, Reviews, Skills, Vorschläge, Abrufe, Sitzungen, Audit. Sie enthält, was Ihre Agenten wissen: Schützen Sie sie wie die Datenbank.",
  exported_records: "Exportierte Datensätze",
  export_stopped: "Gestoppt; es wurde keine Datei geschrieben.",
  export_interrupted: "Der Export wurde unterbrochen.",
  export_interrupted_safe: "Es wurde nichts geändert und keine Datei geschrieben.",
  exported: "Die Datei enthält {count, plural, one {# Datensatz} other {# Datensätze}}. Nicht darin:",
  import: "Importieren",
  import_title: "Import",
  import_description:
    "Vorhandene Datensätze werden nie geändert, darum kann eine Datei noch einmal importiert werden, auch nach einer Unterbrechung. In einer leeren Organisation behalten Datensätze ihre IDs, und Einstellungen, die niemand geändert hat, werden die der Datei; Memory wird nicht eingeschaltet. Mitglieder werden nicht erstellt, und bei Verbindungen müssen die Zugangsdaten neu eingegeben werden.",
  file: "Exportdatei",
  imported_records: "Importierte Datensätze",
  import_stopped:
    "Gestoppt. Was importiert wurde, bleibt; importieren Sie die Datei für den Rest noch einmal.",
  import_interrupted: "Der Import wurde unterbrochen.",
  import_interrupted_safe:
    "Was importiert wurde, bleibt; importieren Sie die Datei noch einmal, um fortzufahren.",
  imported:
    "{count, plural, one {# Datensatz ist} other {# Datensätze sind}} neu, mit ihren IDs; {present, number} gab es schon; {skipped, number} übersprungen.",
  imported_renamed:
    "{count, plural, one {# Datensatz ist} other {# Datensätze sind}} neu, unter neuen IDs; {present, number} gab es schon; {skipped, number} übersprungen.",
  settings_taken: "Die Einstellungen der Datei haben die Vorgaben ersetzt. Das Audit zeigt jede einzelne.",
  skipped: "Übersprungen: {count, number}",
  cut: "Ohne einen Verweis importiert: {count, number}",
  more: "Und {count, number} weitere; <code>casebook import</code> listet alle auf.",
  file_broken: "{problem} Es wurde nichts importiert; exportieren Sie noch einmal.",
  file_empty: "Die Datei ist leer.",
  file_no_export: "Die erste Zeile ist nicht die eines Exports dieser Version von Casebook.",
  file_no_record: "Zeile {line} ist kein Datensatz eines Exports.",
  file_no_json: "Zeile {line} ist kein gültiges JSON; die Datei ist vielleicht abgeschnitten.",
} satisfies Record<keyof typeof en, string>;
