import type en from "../en/failure-page";

export default {
  all: "Fehler",
  unreadable: "Der Fehler konnte nicht geladen werden.",
  seen: "Anzahl",
  times: "{count, plural, one {#-mal} other {#-mal}}",
  first_seen: "Zuerst",
  last_seen: "Zuletzt",
  language: "Sprache",
  occurrences: "Vorkommen",
  solution: "Lösung",
  no_solution:
    "Noch keine Lösung. Er gilt als gelöst, wenn seine Tests in einem späteren Bericht wieder bestehen.",
  solved_by_tests: "durch bestandene Tests gelöst",
  came_back: "Er ist <when></when> wiedergekehrt: Die Lösung wirkt vielleicht nicht.",
  elsewhere: "Derselbe Fehler anderswo",
  elsewhere_nowhere: "kein Repository",
  latest: "Die neuesten {count, number} von {total, number}.",
  passes_since: "besteht seit <commit></commit>",
  its_task: "seine Aufgabe",
  output: "Ausgabe",
  output_of_run: "Ausgabe des Laufs",
  more_frames: "und {count, number} weitere",
} satisfies Record<keyof typeof en, string>;
