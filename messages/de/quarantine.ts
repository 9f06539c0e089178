import type en from "../en/quarantine";

export default {
  title: "Quarantäne",
  question: "Welche gespeicherten Texte könnten unsicher sein, und sollen sie freigegeben werden?",
  all_memories: "Alle Memorys",
  leads_only: "Nur Leads sehen diese Warteschlange",
  who_may:
    "Nur {roles} dürfen Texte in Quarantäne lesen und über sie entscheiden. Die Zahl der wartenden Texte steht neben „Memorys“.",
  keys: "Quarantäne-Warteschlange",
  unreadable: "Die Quarantäne konnte nicht geladen werden.",
  loading: "Die Quarantäne wird geladen",
  next: "Der nächste Text wird gezeigt.",
  open_page: "Die Memory als Seite öffnen",
  nothing_found: "von den jetzigen Regeln nicht beanstandet",
  kind: "Art",
  any_kind: "Jede Art",
  order: "Reihenfolge",
  order_recent: "Zuletzt in Quarantäne",
  order_reach: "Größte Reichweite",
  empty: "Nichts in Quarantäne",
  empty_meaning:
    "Ein gespeicherter Text wartet hier auf die Entscheidung eines Leads, wenn er KI-Modellen Anweisungen gibt, Zeichen oder eine Nachricht verbirgt oder Daten preisgeben könnte, oder wenn der Text eines Agenten etwas ausführt, installiert oder lädt, das das Repository nicht verwendet.",
  empty_filtered: "Nichts in Quarantäne passt zu diesen Filtern",
  empty_filtered_meaning: "Andere Texte warten vielleicht.",
  clear_filters: "Filter zurücksetzen",
} satisfies Record<keyof typeof en, string>;
