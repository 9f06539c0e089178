import type en from "../en/memory-applies-to";

export default {
  change: "Ändern, wofür sie gilt",
  correct: "Korrigieren, wofür sie gilt",
  title: "Wofür diese Memory gilt",
  description:
    "Agenten erhalten sie, wenn sie eine dieser Dateien ändern oder eine dieser Änderungen vornehmen, auch wenn ihre Aufgabe sie nicht erwähnt.",
  not_determined: "Noch nicht bestimmt; das dauert bis zu einer Stunde.",
  inferred: "abgeleitet",
  inferred_meaning: "Beim Speichern aus ihren Zitaten und ihrem Text gelesen.",
  inferred_nothing: "Ihre Zitate und ihr Text nennen keine Dateien und keine Arten von Änderungen.",
  stated: "angegeben",
  stated_meaning: "Eine Person oder ein Agent hat es angegeben.",
  stated_nothing: "Keine bestimmten Änderungen: Sie wird nur für ähnliche Aufgaben ausgeliefert.",
  files: "Dateien",
  files_hint:
    "Eine je Zeile, vom Wurzelverzeichnis des Repositorys aus. *, ** und '{'a,b'}' sind Platzhalter.",
  changes: "Änderungen",
  kinds_of_change: "Arten von Änderungen",
  agents: "Agenten",
  agents_hint: "Keine: Agenten jedes Typs.",
  save: "Speichern",
  saved: "Gespeichert, wofür sie gilt",
  infer_again: "Neu ableiten",

  change_add_file: "Neue Datei oder neues Modul",
  change_dependency: "Abhängigkeit",
  change_migration: "Migration",
  change_schema: "Schema",
  change_test: "Tests",
  change_docs: "Dokumentation",
  change_ci: "CI",
  change_config: "Konfiguration",
  change_i18n: "Übersetzung",
  change_api: "API",
  change_release: "Release",
} satisfies Record<keyof typeof en, string>;
