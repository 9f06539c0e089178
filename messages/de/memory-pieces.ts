import type en from "../en/memory-pieces";

export default {
  inferred: "abgeleitet",
  inferred_meaning: "Im Text der Memory gefunden; ihr Autor hat es nicht zitiert",
  whole_organization: "ganze Organisation",
  one_agent: "nur ein Agent",
  one_session: "nur eine Sitzung",
  kept_meaning: "Wird nicht ausgeliefert, bis dieses Repository registriert ist.",
  kept_unknown: "aufgehoben für ein unbekanntes Repository",
  kept_for: "aufgehoben für <repository></repository>",
  check_before_use: "aufgeführt unter „vor der Verwendung prüfen“",
  became_inferred: "erschlossen: {word}",
  served: "{count, plural, =0 {nie ausgeliefert} other {#× ausgeliefert}}",
  relevant: "Zu {share} relevant. {reason}",
  uses_unreadable: "Ihre Abrufe konnten nicht geladen werden.",
  no_uses: "Noch kein Abruf hat sie ausgeliefert.",
  served_times: "{count, number}-mal ausgeliefert: wann und warum",
  latest_uses: "Dies sind die letzten.",
} satisfies Record<keyof typeof en, string>;
