import type { ChangeKind } from "@/lib/memories/contract";

/** Kinds of change as the screens name them. */
export const CHANGE_WORDS: Record<ChangeKind, string> = {
  add_file: "New file or module",
  dependency: "Dependency",
  migration: "Migration",
  schema: "Schema",
  test: "Tests",
  docs: "Documentation",
  ci: "CI",
  config: "Configuration",
  i18n: "Translation",
  api: "API",
  release: "Release",
};
