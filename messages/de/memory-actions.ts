import type en from "../en/memory-actions";

export default {
  keys: "Diese Memory",
  more: "Weitere Aktionen",
  restore: "Wiederherstellen",
  release: "Freigeben",
  recite: "Stimmt noch: die neuen Zeilen zitieren",
  edit: "Bearbeiten",
  supersede: "Ersetzen",
  refresh: "Auffrischen",
  invalidate: "Für ungültig erklären",
  pin: "Anheften, damit sie nie abläuft",
  unpin: "Nicht mehr anheften",
  mark_addressed: "Als von einem Skill aufgegriffen markieren",
  unmark_addressed: "Markierung „aufgegriffen“ entfernen",
  make_global: "Global machen",
  suggest_global: "Für alle Repositorys anregen",
  delete: "Löschen",

  suggested: "Für alle Repositorys angeregt, <when></when>.",
  suggested_by: "{name} regt sie für alle Repositorys an, <when></when>.",
  dismiss: "Verwerfen",
  suggest_hint: "Ein Lead entscheidet. Bis dahin bleibt ihr Geltungsbereich gleich.",
  suggest_why: "Warum sie überall stimmt",
  suggest_why_hint: "Wird dem Lead gezeigt, der entscheidet.",
  suggest: "Anregen",
} satisfies Record<keyof typeof en, string>;
