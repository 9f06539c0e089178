import type en from "../en/citations-repository";

export default {
  unreadable: "Das Repository konnte nicht geladen werden.",
  drift_unreadable: "Die Drift im Zeitverlauf konnte nicht geladen werden.",
  repositories: "Repositorys",
  status: "Status seiner Zitate",
  decide: "Über {count, plural, one {# veraltete Memory} other {# veraltete Memorys}} entscheiden",
  browse: "Dateien durchsehen",

  probes: "Proben",
  probes_meaning: "Regeln von Memorys in Verwendung. Jede Prüfung durchsucht die geänderten Dateien danach.",
  probes_unreadable: "Die Proben konnten nicht geladen werden.",
  probes_hold: "{holds, number} von {count, number} erfüllt",
  probes_violated: "{count, number} verletzt",
  probes_unknown: "{count, number} unbekannt",
  violated_probes: "Verletzte Proben",
  violated_since: "seit: <when></when>",
  more: "Und {count, number} weitere.",

  coverage: "Abdeckung nach Ordnern",
  coverage_meaning:
    "Dateien, die mindestens eine Memory in Verwendung (aktiv, veraltet oder in Quarantäne) zitiert, von allen Dateien unterhalb eines Ordners am Head. Zitate zählen dort, wo ihre Zeilen jetzt sind; Umbenennungen werden also verfolgt.",
  folders_unreadable: "Die Ordner konnten nicht geladen werden.",
  loading_folders: "Die Ordner werden geladen",
  cited_share:
    "<figure>{cited, number}</figure> von {files, plural, one {# Datei} other {# Dateien}} ({share}) zitiert · <link>Dateien durchsehen</link>",
  cited_of:
    "<figure>{cited, number}</figure> von {files, plural, one {# Datei} other {# Dateien}} zitiert · <link>Dateien durchsehen</link>",
  cited:
    "<figure>{cited, number}</figure> {cited, plural, one {Datei} other {Dateien}} zitiert · <link>Dateien durchsehen</link>",
  folder: "Ordner",
  entries: "Ordner und Dateien",
  shown: "{shown, number} von {total, number} werden gezeigt.",
  nothing_cited: "Keine Memory zitiert hier etwas.",
  entry_files: "{cited, plural, one {# Datei} other {# Dateien}} zitiert",
  entry_files_of: "{cited, number} von {files, plural, one {# Datei} other {# Dateien}}",
  entry_not_cited: "keine Memory zitiert es",

  changes: "Was sich geändert hat",
  changes_unreadable: "Die Änderungen konnten nicht geladen werden.",
  changes_list: "Geänderte Prüfergebnisse",
  from_day: "Ab {day}",
  all_days: "Alle Tage anzeigen",
  which_changes: "Welche Änderungen",
  filter_failing: "Ungültig geworden",
  filter_holding: "Wieder gültig",
  turned_failing: "ungültig geworden",
  turned_holding: "wieder gültig",
  place: "Stelle",
  change: "Änderung",
  found: "Ergebnis",
  commit: "Commit",
  checked: "Geprüft",
  no_changes: "Keine Änderungen",
  no_changes_meaning:
    "Bei keiner Prüfung war ein gültiges Zitat ungültig geworden oder ein ungültiges wieder gültig.",
  no_changes_filtered: "Wählen Sie einen anderen Zeitraum oder entfernen Sie einen Filter.",
} satisfies Record<keyof typeof en, string>;
