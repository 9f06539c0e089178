import type en from "../en/files";

export default {
  repository_unreadable: "Das Repository konnte nicht geladen werden.",
  file_unreadable: "Die Datei konnte nicht geladen werden.",
  loading: "Die Dateien werden geladen",
  loading_folder: "Der Ordner wird geladen",

  files: "Dateien",
  folders: "Ordner",
  tree: "Dateibaum",
  expand: "{name} aufklappen",
  more_entries: "{count, plural, one {# weiterer Eintrag} other {# weitere Einträge}}",
  copy_link: "Link kopieren",

  keys_files: "Dateien",
  keys_find: "Datei suchen",
  keys_keep: "Diesen Commit in der Adresse festhalten",

  commit: "Commit",
  head: "Head",
  commit_name: "Branch, Tag oder Commit",
  show: "Anzeigen",
  show_head: "Head anzeigen",
  another_place: "Oder wählen Sie einen anderen Commit oder eine andere Datei.",

  find: "Datei suchen",
  find_hint: "Buchstaben des Pfads, etwa srvord oder orders.ts:12-18",
  find_empty: "Tippen Sie Buchstaben des Pfads, der Reihe nach.",
  find_searching: "Suche läuft",
  find_none: "Keine Datei dieses Commits hat diese Buchstaben im Pfad.",
  find_best: "Die {shown, number} besten Treffer von {total, number} Dateien werden gezeigt.",
} satisfies Record<keyof typeof en, string>;
