import type en from "../en/as-of";

export default {
  now: "jetzt",
  button_now: "Stand: jetzt",
  button: "Stand: {moment}",
  as_of: "Stand",
  yesterday: "Gestern",
  week_ago: "Vor einer Woche",
  month_ago: "Vor einem Monat",
  back_to_now: "Zurück zum jetzigen Stand",
  time: "Datum und Uhrzeit",
  time_hint: "In {zone}",
  show: "Anzeigen",
  commit: "Oder ein Commit",
  commit_hint: "Von {repository}, mindestens 7 Stellen",
  incomplete: "Manche Daten aus dieser Zeit fehlen",
} satisfies Record<keyof typeof en, string>;
