import type en from "../en/memory-edit";

export default {
  title: "Diese Memory bearbeiten",
  description:
    "Für Wortlaut und Einordnung. Um zu ändern, was sie aussagt, ersetzen Sie sie stattdessen: So bleibt die alte Aussage im Verlauf.",
  changed: "Memory geändert",
  changed_back: "Memory wieder wie vorher",
  not_changed_back: "Die Memory konnte nicht zurückgeändert werden",
  statement: "Aussage",
  category: "Kategorie",
  tags: "Tags",
  tags_hint: "Durch Kommas getrennt",
  reasoning: "Begründung",
  reasoning_hint: "Warum es so ist",
  outcome: "Ergebnis",
  outcome_hint: "Was daraus wurde",
  save: "Speichern",
  conflict: "Sie hat sich geändert, während Sie sie bearbeitet haben. Ihr Text bleibt erhalten.",
  conflict_elsewhere: "Keines dieser Felder hat sich geändert; Sie können gefahrlos noch einmal speichern.",
  statement_now: "Aussage jetzt",
  category_now: "Kategorie jetzt",
  tags_now: "Tags jetzt",
  reasoning_now: "Begründung jetzt",
  outcome_now: "Ergebnis jetzt",
  empty: "leer",
  keep_mine: "Meine Fassung behalten",
  take_theirs: "Andere Fassung übernehmen",
} satisfies Record<keyof typeof en, string>;
