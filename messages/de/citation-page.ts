import type en from "../en/citation-page";

export default {
  unreadable: "Das Zitat konnte nicht geladen werden.",
  citations: "Zitate",
  since: "seit: <when></when>",
  open_in_file: "In der Datei öffnen",
  open_memory: "Memory öffnen",
  then_and_now: "Damals und jetzt",

  history: "Verlauf",
  history_list: "Verlauf des Zitats",
  no_checks: "Noch keine Prüfungen.",
  history_meaning:
    "Was seine Prüfungen fanden, die neueste zuerst. Aufeinanderfolgende Prüfungen mit demselben Ergebnis werden als eine gezeigt.",
  history_cut: "Die letzten {shown, number} von {total, number} werden gezeigt.",
  at: "bei <commit></commit>, <when></when>",
  first_at: "zuerst gefunden bei <commit></commit>, <when></when>",
  last_at: "zuletzt bei <commit></commit>, <when></when>",
  show_check: "Damals und jetzt bei dieser Prüfung",
  hide_check: "Damals und jetzt ausblenden",
  origin: "Zitiert als <place></place> <note>bei <commit></commit></note>",

  check_unreadable: "Der Code bei dieser Prüfung konnte nicht gelesen werden.",
  only_hashes: "Vom zitierten Text sind nur Hashes gespeichert, daher gibt es nichts zu vergleichen.",
  nowhere: "Der zitierte Text war bei diesem Commit nirgends im Repository.",
  lines_unreadable: "Die Zeilen lassen sich bei diesem Commit nicht mehr lesen.",

  keys: "Dieses Zitat",
  recite: "Stimmt noch: die neuen Zeilen zitieren",
} satisfies Record<keyof typeof en, string>;
