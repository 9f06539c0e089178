import type en from "../en/evidence";

export default {
  title: "Belege",
  code_at: "{path} bei {commit}",
  commit: "bei <commit></commit>, dem letzten Commit vor dem Fund",
  code_unreadable: "Der Code konnte nicht gelesen werden.",
  code_then: "Damaliger Code",
  people: "{count, plural, one {# Person} other {# Personen}}",
  others: "Die anderen {count, number}",
  counter_examples: "Gegenbeispiele",
  no_counter_examples: "Laut Probelauf würde es keinen Befund verbergen, der umgesetzt wurde.",
  more_counter_examples: "und {count, number} weitere, im Probelauf darunter",
  nothing: "Kein Befund und keine Memory stützt diese Änderung.",
  findings: "Befunde",
  memories: "Memorys",
  show_all: "Alle {count, number} anzeigen",
  prevents:
    "Verhindert <prevented>{prevented_count, number} von {rejected, plural, one {# Fehlalarm} other {# Fehlalarmen}}</prevented>, verbirgt <hidden>{hidden_count, number} von {implemented, plural, one {# echten Befund} other {# echten Befunden}}</hidden> <period>({days} Tage)</period>",
  demotes:
    "Macht zu Nebenbemerkungen <prevented>{prevented_count, number} von {rejected, plural, one {# Fehlalarm} other {# Fehlalarmen}}</prevented>, verbirgt <hidden>{hidden_count, number} von {implemented, plural, one {# echten Befund} other {# echten Befunden}}</hidden> <period>({days} Tage)</period>",
  not_recommended: "nicht empfohlen",
  not_recommended_meaning:
    "Es verbirgt mindestens so viele umgesetzte Befunde, wie es Fehlalarme verhindert.",
} satisfies Record<keyof typeof en, string>;
