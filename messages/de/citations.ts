import type en from "../en/citations";

export default {
  title: "Zitate",
  question: "Welches Wissen veraltet?",
  views: "Ansichten der Zitate",
  tab_drift: "Drift-Warteschlange <count></count>",
  tab_context: "Geänderter Kontext <count></count>",
  tab_repositories: "Repositorys <count></count>",
  tab_citations: "Alle Zitate <count></count>",

  list: "Zitate",
  unreadable: "Die Zitate konnten nicht geladen werden.",
  place: "Stelle",
  status: "Status",
  since: "Seit",
  repository: "Repository",
  cited_at: "Zitiert bei",
  checked: "Geprüft",
  never_checked: "nie",
  then_and_now: "Damals und jetzt",
  open_memory: "Memory öffnen",

  path: "Datei oder Ordner",
  path_hint: "Datei oder Ordner, dann Enter",
  any_status: "Jeder Status",
  of: "Von welchen Memorys",
  of_in_use: "Von Memorys in Verwendung",
  of_decided: "Von ersetzten, ungültigen, abgelaufenen",
  of_all: "Von allen Memorys",
  clear: "Zurücksetzen",

  empty_filtered: "Kein Zitat passt zu diesen Filtern",
  empty_filtered_hint: "Entfernen Sie einen Filter, um mehr zu sehen.",
  empty: "Noch keine Zitate",
  empty_hint: "Zitate kommen mit Memorys: Eine Memory zitiert die Zeilen, die sie belegen.",
} satisfies Record<keyof typeof en, string>;
