import type en from "../en/failures";

export default {
  title: "Fehler",
  question: "Welche Fehler treten auf, und was hat sie gelöst?",
  error: "Fehler",
  seen: "Anzahl",
  same_error_in: "Derselbe Fehler in",
  repositories: "{count, number} Repositorys",
  only_this_one: "nur diesem",
  language: "Sprache",
  last_seen: "Zuletzt",
  words: "Nur Fehler mit diesen Wörtern",
  words_of: "Wörter aus Fehler oder Lösung",
  which: "Welche Fehler",
  open: "Offen",
  solved: "Gelöst",
  returned: "Wiedergekehrt",
  unreadable: "Die Fehler konnten nicht geladen werden.",
  none: "Keine Fehler",
  none_matches: "Kein Fehler passt",
  show_all: "Alle Fehler anzeigen",
  none_meaning:
    "Fehlgeschlagene Tests werden zu Fehlern, wenn ein Testbericht eingereicht wird: casebook ci-results report.xml --repository owner/name --commit id. Andere zeichnen Agenten mit failure_record auf.",
} satisfies Record<keyof typeof en, string>;
