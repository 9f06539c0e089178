import type en from "../en/problem";

export default {
  broken_link:
    "Die Adresse nennt keinen Eintrag: Vielleicht wurde der Link abgeschnitten. Öffnen Sie den Eintrag stattdessen aus seiner Liste.",
  unknown_remedy: "Versuchen Sie es erneut; wenn es dabei bleibt, laden Sie die Seite neu.",
  nothing_changed: "Es wurde nichts geändert.",
  request: "Anfrage <id></id>",
  try_again: "Erneut versuchen",
  part_not_loaded: "Dieser Teil der Seite konnte nicht geladen werden",
  no_answer: "Der Server antwortet nicht. Es wurde nichts geändert; versuchen Sie es erneut.",
} satisfies Record<keyof typeof en, string>;
