import type en from "../en/review-queue";

export default {
  move: "bewegen",
  undo: "rückgängig",
  undo_last: "Letzte Entscheidung rückgängig machen",
  undoing: "Die letzte Entscheidung wird rückgängig gemacht.",
  nothing_to_undo: "Es gibt nichts rückgängig zu machen.",
  changes: "{count, plural, one {# Änderung} other {# Änderungen}}, seit Sie dies geöffnet haben",
  show_changes: "Anzeigen",
  changed_by: "{name} hat dies geändert",
  filters: "Filter der Warteschlange",
  waiting:
    "<count>{memories, plural, one {# Memory} other {# Memorys}}</count> nicht ausgeliefert, bis jemand entscheidet.",
  decided: "Schon entschieden",
  decided_meaning: "Darüber wurde inzwischen entschieden, hier oder anderswo.",
  gone: "Nicht gefunden",
  gone_meaning: "Es wurde gelöscht, oder Sie dürfen es nicht lesen.",
  unlisted:
    "{noun, select, memory {Diese Memory} conflict {Dieser Konflikt} suggestion {Diese Anregung} change {Diese Änderung} failure {Dieser Fehler} other {Dieser Eintrag}} steht nicht in dieser Liste: inzwischen entschieden, auf einer anderen Seite oder von den Filtern ausgeschlossen.",
  show_list: "Liste anzeigen",
  queue: "Warteschlange",
  position: "{place, number} von {total, number}",
  previous:
    "{noun, select, memory {Vorherige Memory} conflict {Vorheriger Konflikt} suggestion {Vorherige Anregung} change {Vorherige Änderung} failure {Vorheriger Fehler} other {Vorheriger Eintrag}}",
  next: "{noun, select, memory {Nächste Memory} conflict {Nächster Konflikt} suggestion {Nächste Anregung} change {Nächste Änderung} failure {Nächster Fehler} other {Nächster Eintrag}}",
  skip: "{noun, select, memory {Memory überspringen} conflict {Konflikt überspringen} suggestion {Anregung überspringen} change {Änderung überspringen} failure {Fehler überspringen} other {Eintrag überspringen}}",
  select_item:
    "{noun, select, memory {Memory auswählen} conflict {Konflikt auswählen} suggestion {Anregung auswählen} change {Änderung auswählen} failure {Fehler auswählen} other {Eintrag auswählen}}",
  select: "Auswählen",
  select_named: "Auswählen: {text}",
  select_bulk: "Für Sammelaktionen auswählen",
  select_all: "Alle {count, number} auswählen",
  selected: "{count, number} ausgewählt",
  all_reasons: "Alle Gründe",
  announced: "{done}. {following}",
  several: "{count, number} {done}",
  no_more: "Keine weiteren Einträge auf dieser Seite.",
} satisfies Record<keyof typeof en, string>;
