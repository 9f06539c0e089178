import type en from "../en/memories-head";

export default {
  title: "Memorys",
  question: "Was glauben unsere Agenten, woher stammt es, und stimmt es noch?",
  loading: "Die Memorys werden geladen",
} satisfies Record<keyof typeof en, string>;
