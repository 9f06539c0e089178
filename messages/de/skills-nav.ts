import type en from "../en/skills-nav";

export default {
  label: "Ansichten der Skills",
  skills: "Skills",
  packs: "Startpakete",
} satisfies Record<keyof typeof en, string>;
