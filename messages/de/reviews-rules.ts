import type en from "../en/reviews-rules";

export default {
  title: "Reviews",
  question: "Welche Regeln kosten uns unnötig Zeit?",
  draft: "Vorschläge entwerfen",
  none_stands_out:
    "Keine Regel sticht hervor: Bei keiner wurden in diesem Zeitraum mindestens {share} von mindestens {flagged} gemeldeten Befunden abgelehnt.",
  strongest_case:
    "<waste>{high, number} von {rules, plural, one {# Regel} other {# Regeln}} {high, plural, one {kostet} other {kosten}} unnötig Zeit.</waste> Am deutlichsten ist <rule></rule>: <case>{rejected, number} von {flagged, number} gemeldeten Befunden</case> wurden abgelehnt.",
  rules: "Regeln",
  shown_all: "{total, number}, stärkste Belege zuerst",
  shown_first: "die ersten {shown, number} von {total, number}, stärkste Belege zuerst",
  order: "Stärkste Belege zuerst",
  order_definition:
    "Regeln mit hoher Ablehnung zuerst, dann nach der Zahl abgelehnter Befunde, die die Stichprobe mindestens stützt: das untere Ende des 95-%-Intervalls × gemeldet. So kommt 80 von 200 (67) vor 5 von 5 (3).",
  order_addressed:
    "Befunde, die eine Skill-Version aufgegriffen hat, zählen nicht mehr; die anderen Befunde der Regel schon.",
  order_high: "Hohe Ablehnung: mindestens {share} von mindestens {flagged} gemeldeten Befunden abgelehnt.",
  order_trend:
    "Ein Pfeil vergleicht die letzten 30 Tage mit den 30 davor und erscheint nur, wenn das 95-%-Intervall des Unterschieds (nach Newcombe, aus zwei Wilson-Intervallen) 0 ausschließt.",
  of_the_row: "{verb}: die Regel der Zeile",
  unreadable: "Die Regeln konnten nicht geladen werden.",
  empty: "Keine Befunde in diesem Zeitraum",
  empty_text:
    "Raten erscheinen, sobald ein Agent ein ausgewertetes Review einreicht, über die API oder das Werkzeug review.evaluate. Wählen Sie einen längeren Zeitraum, um weiter zurückzublicken.",
  high: "hohe Ablehnung",
  high_uncertain: "hoch, noch nicht sicher",
  high_uncertain_meaning:
    "Die Rate liegt über der Linie, aber ihr Intervall schließt sie ein: Das könnte Zufall sein.",
  change: "Ändern",
  change_rule: "{rule} ändern",
  column_rule: "Regel",
  column_rate: "Ablehnungsrate",
  column_rejected: "Abgelehnt",
  column_implemented: "Umgesetzt",
  column_deferred: "Vertagt",
  column_addressed: "Aufgegriffen",
  column_actions: "Aktionen",
  never_addressed: "nie",
  all_rules: "Alle Regeln",
  rule_of_chart: "Regel des Diagramms",
  markers_unreadable: "Die Skill-Versionen konnten nicht geladen werden; keine ist markiert.",
  rate_unreadable: "Die Ablehnungsrate im Zeitverlauf konnte nicht geladen werden.",
  rate_definition:
    "Jeder Punkt ist {bucket, select, day {ein Tag} week {eine Woche} other {ein Monat}} mit allen Befunden dieser Zeit im Zeitraum; eine gestrichelte Linie ist eine genehmigte Skill-Version. n und die Rate des Zeitraums lassen Befunde aus, die eine Version aufgegriffen hat, wie die Regeln unten.",
} satisfies Record<keyof typeof en, string>;
