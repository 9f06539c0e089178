import type en from "../en/conversation-weeks";

export default {
  question: "Was haben die Gespräche eines Agenten in einer Woche gemeinsam?",
  unreadable: "Die Wochen konnten nicht geladen werden.",
  none: "Noch keine Wochen",
  none_meaning:
    "Eine Woche erscheint hier am Montag nach ihrem Ende, sobald alle ihre Protokolle gelesen wurden.",
  week: "{agent}, {from} bis {to}",
  patterns_by: "{count, plural, one {# Muster} other {# Muster}}, erkannt durch {extractor}",
  patterns_by_when:
    "{count, plural, one {# Muster} other {# Muster}}, erkannt durch {extractor}, <when></when>",
  no_patterns: "Ihre Fakten haben nichts gemeinsam.",
  facts: "Seine Fakten",
  show_fewer: "Weniger anzeigen",
  show_all: "Alle {count, number} Fakten anzeigen",
} satisfies Record<keyof typeof en, string>;
