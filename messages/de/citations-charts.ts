import type en from "../en/citations-charts";

export default {
  drift: "Drift im Zeitverlauf",
  drift_meaning:
    "Ein Zitat wird ungültig, wenn es bei einer Prüfung geändert ist oder fehlt und bei der Prüfung davor oder beim Zitieren gültig war; umgekehrt ist es wieder gültig. Prüfungen, die das Repository nicht lesen konnten, zählen nicht. Ein Zitat zählt nicht mehr, sobald seine Memory ersetzt, für ungültig erklärt oder abgelaufen ist. Tage beziehen sich auf UTC.",
  drift_none: "In diesem Zeitraum oder davor wurde kein Zitat geprüft.",
  failing_now: "{failing, number} von {known, plural, one {# Zitat} other {# Zitaten}} jetzt ungültig",
  period: "Zeitraum",
  period_year: "1 J.",
  period_year_title: "Ein Jahr",
  period_days: "{days} Tg.",
  period_days_title: "{days} Tage",
  view: "Ansicht der Drift",
  view_chart: "Diagramm",
  view_table: "Tabelle",
  point:
    "{day}: {turned, number} ungültig geworden, {recovered, number} wieder gültig, am Ende {failing, number} von {known, number} ungültig",
  tip_turned: "<figure>{count, number}</figure> ungültig geworden",
  tip_recovered: "<figure>{count, number}</figure> wieder gültig",
  tip_failing: "am Ende <figure>{failing, number}</figure> von {known, number} ungültig",
  note_failing: "{count, number} ungültig",
  legend_turned: "ungültig geworden (nach oben)",
  legend_recovered: "wieder gültig (nach unten)",
  legend_failing: "am Ende ungültig",
  column_from: "Ab",
  column_turned: "Ungültig geworden",
  column_recovered: "Wieder gültig",
  column_failing: "Am Ende ungültig",
  failing_of: "{failing, number} <note>von {known, number}</note>",

  erosion: "Erosion im Zeitverlauf",
  erosion_meaning:
    "Am Ende jedes Tages (UTC): die Trefferstellen der Proben, die keinen Treffer erwarten, im jeweils neuesten Ergebnis jeder Probe. Memorys, die nicht mehr in Verwendung sind, zählen nicht, auch nicht in der Vergangenheit.",
  counted_days: "{count, plural, one {# Tag} other {# Tage}}",
  column_day: "Tag",
  column_violations: "Verletzungen",
  column_holds: "Erfüllte Proben",
  column_violated: "Verletzt",
  column_unknown: "Unbekannt",
  violations: "{count, plural, one {# Verletzung} other {# Verletzungen}}",
  tip_violations: "<figure>{count, number}</figure> {count, plural, one {Verletzung} other {Verletzungen}}",
  tip_probes: "<figure>{holds, number}</figure> erfüllt, <figure>{violated, number}</figure> verletzt",
} satisfies Record<keyof typeof en, string>;
