import type en from "../en/reviews-unclassified";

export default {
  title: "Nicht eingeordnet",
  question: "Worum geht es in diesen Befunden?",
  groups:
    "{findings, plural, one {# Befund} other {# Befunde}} in {groups, plural, one {# Gruppe} other {# Gruppen}} ähnlicher Titel",
  definition:
    "Titel, die keine Regel nennen, keinen Titeln ähneln, die Ihr Team zugeordnet hat, und deren Worte und Bedeutung zu keiner Regel gut genug passen. Sobald Sie eine Regel wählen, werden ihr ähnliche Titel automatisch zugeordnet.",
  list: "Nicht eingeordnete Befunde",
  column_title: "Titel",
  column_findings: "Befunde",
  column_rejected: "Abgelehnt",
  column_last: "Zuletzt gefunden",
  column_rule: "Regel",
  by_reviewer_rule: "die Kennung der Regel steht im Titel",
  by_organization: "Ihr Team hat ihr ähnliche Titel zugeordnet",
  by_lexicon: "nach seinen Wörtern",
  by_meaning: "von ähnlicher Bedeutung",
  another: "Andere Regel",
  move: "{count, plural, one {# Befund} other {# Befunde}} zu einer Regel verschieben",
  unreadable: "Die Befunde konnten nicht geladen werden.",
  empty: "Jeder Befund hat eine Regel",
  empty_text:
    "Befunde, deren Regel nicht bestimmt werden konnte, erscheinen hier in Gruppen, mit vorgeschlagenen Regeln.",
} satisfies Record<keyof typeof en, string>;
