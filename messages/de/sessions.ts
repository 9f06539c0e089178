import type en from "../en/sessions";

export default {
  question: "Was geschah in jeder Sitzung: Was wurde ausgeliefert, was wurde gelernt?",
  column_session: "Sitzung",
  column_state: "Status",
  column_used: "Genutzt",
  column_stored: "Neu",
  column_conflicts: "Konflikte",
  column_failures: "Fehler",
  column_seen: "Zuletzt",
  words: "Nur Sitzungen mit diesen Wörtern",
  words_of: "Wörter einer Aufgabe oder eine ID",
  outcome: "Ergebnis",
  seen_between: "vom <from></from> bis <to></to>",
  seen_from: "Gesehen ab (Tag, UTC)",
  seen_to: "Gesehen bis (Tag, UTC)",
  of_agents: "von <agents></agents>",
  filter_agent: "Agent",
  filter_client: "Client",
  unreadable: "Die Sitzungen konnten nicht geladen werden.",
  none_matches: "Keine Sitzung passt",
  none_matches_meaning: "Entfernen Sie einen Filter, um mehr zu sehen.",
  clear_filters: "Filter zurücksetzen",
  none: "Noch keine Sitzungen",
  none_meaning:
    "Eine Sitzung erscheint hier mit ihrem ersten Hook-Aufruf: ihre Pakete, wie sie verwendet wurden und was gelernt wurde.",
  connect: "Agenten verbinden",
} satisfies Record<keyof typeof en, string>;
