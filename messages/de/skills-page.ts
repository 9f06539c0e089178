import type en from "../en/skills-page";

export default {
  title: "Skills",
  question: "Was steht in den Skills unserer Agenten, und wie haben sie sich verändert?",
  register: "Skills registrieren",
  who_may_register: "Nur {roles} dürfen Skills registrieren.",
  column_skill: "Skill",
  column_purpose: "Wofür er ist",
  column_repository: "Repository",
  column_version: "Version",
  column_delivery: "Auslieferung",
  column_open: "Offen",
  column_changed: "Geändert",
  no_delivery: "noch keine",
  unreadable: "Die Skills konnten nicht geladen werden.",
  empty: "Kein Skill ist registriert",
  empty_text:
    "Ein Skill ist eine Datei SKILL.md eines Repositorys. Sobald er registriert ist, werden aus den am häufigsten abgelehnten Regeln Vorschläge für seinen Text entworfen.",
} satisfies Record<keyof typeof en, string>;
