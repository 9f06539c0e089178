import type en from "../en/conflicts";

export default {
  title: "Konflikte",
  question: "Was glauben unsere Agenten, das nicht alles zugleich stimmen kann?",
  unreadable: "Die Konflikte konnten nicht geladen werden.",
  loading: "Die Konflikte werden geladen",
  next: "Als Nächstes: {subject}",
  open_page: "Die erste Memory als Seite öffnen",
  which: "Welche Konflikte",
  to_decide: "Zu entscheiden",
  resolved: "Gelöst",
  all_true: "Alle stimmen",
  total: "{count, number} insgesamt",
  total_of: "{count, number} insgesamt in {repository}",
  statements: "{count, number} Aussagen",
  rule_directive: "verwenden oder meiden",
  rule_negation: "gegenteilige Aussagen",
  rule_choice: "verschiedene Entscheidungen",
  rule_value: "verschiedene Werte",
  rule_version: "verschiedene Versionen",
  rule_model: "vom Sprachmodell gefunden",
  empty_open: "Keine Konflikte",
  empty_open_meaning:
    "Nach Widersprüchen wird gesucht, wenn eine Sitzung endet, und jede Nacht unter allen Memorys. Die gefundenen stehen hier, bis jemand entscheidet.",
  empty_resolved: "Noch keine gelösten Konflikte",
  empty_resolved_meaning:
    "Entschiedene Konflikte erscheinen hier, wo sich die Entscheidung rückgängig machen lässt.",
  empty_dismissed: "Noch keine verworfenen Konflikte",
  empty_dismissed_meaning:
    "Konflikte, deren Aussagen alle stimmen, unter verschiedenen Umständen, erscheinen hier.",
} satisfies Record<keyof typeof en, string>;
