import type { ChangeKind } from "@/lib/memories/contract";
import type { memoryAppliesTo } from "@/messages/compiled/memory-applies-to";
import type { PlainKey } from "@/messages/message";

/** What the screens call the kinds of change. */
export const CHANGE_WORDS: Record<ChangeKind, PlainKey<typeof memoryAppliesTo>> = {
  add_file: "change_add_file",
  dependency: "change_dependency",
  migration: "change_migration",
  schema: "change_schema",
  test: "change_test",
  docs: "change_docs",
  ci: "change_ci",
  config: "change_config",
  i18n: "change_i18n",
  api: "change_api",
  release: "change_release",
};
