import type en from "../en/conversation-remember";

export default {
  title: "Was ich weiß",
  title_question: "Woran würde ein Agent erinnert, bevor er antwortet?",
  agents_unreadable: "Die Agenten konnten nicht geladen werden.",
  facts_unreadable: "Die Fakten konnten nicht geladen werden.",
  none: "Noch keine Gespräche",
  none_meaning: "Sobald ein Agent ein Protokoll hat, das nachts gelesen wurde, fragen Sie hier, was er weiß.",
  ask_first: "Stellen Sie eine Frage",
  ask_first_meaning: "Zuerst kommen fünf Fakten, die zur Frage passen, dann die fünf neuesten.",
  agent: "Agent",
  no_agent: "Kein Agent hat ein Protokoll",
  question: "Frage",
  question_example: "Wann wird der Abrechnungsdienst ausgerollt?",
  with_others: "Fakten anderer Agenten einbeziehen",
  ask: "Fragen",
  remembered: "Was er weiß",
  incomplete: "Unvollständig, weil fehlgeschlagen oder langsamer als drei Sekunden: {parts}.",
  no_facts: "Keine Fakten gefunden",
  no_facts_meaning:
    "Aus den Gesprächen dieses Agenten wurde kein Fakt gelernt, oder keiner ist in Verwendung.",
  latest: "einer der neuesten",
  fits: "passt, Relevanz {relevance}",
} satisfies Record<keyof typeof en, string>;
