import type en from "../en/hygiene-nav";

export default {
  label: "Ansichten der Hygiene",
  clean_up: "Aufräumen",
  see_conflicts: "Konflikte",
  see_suggestions: "Anregungen",
} satisfies Record<keyof typeof en, string>;
