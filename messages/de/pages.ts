import type en from "../en/pages";

export default {
  not_found: "Seite nicht gefunden",
  not_found_old_link: "Der Link ist vielleicht veraltet oder falsch geschrieben.",
  not_found_deleted:
    "Vielleicht wurde es gelöscht, oder es gehört zu einer anderen Organisation. Suchen Sie mit ⌘K oder Strg K danach.",
  to_overview: "Zur Übersicht",
  citations: "Zitate",
  citations_question: "Welches Wissen veraltet?",
  settings: "Einstellungen",
  settings_question: "Wer darf was, und ist alles in Ordnung?",
  problem_unknown: "Unbekanntes Problem",
  problem_fields:
    "Solche Antworten enthalten <detail>detail</detail> (was in diesem Fall geschah) und bei falscher Eingabe <errors>errors</errors> mit einem Zeiger auf jedes Feld.",
} satisfies Record<keyof typeof en, string>;
