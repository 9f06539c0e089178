import type en from "../en/conversation-days";

export default {
  question: "Was wurde jeden Tag in Gesprächen gesagt, und was wurde daraus gelernt?",
  column_day: "Tag",
  column_messages: "Nachrichten",
  column_facts: "Fakten",
  column_state: "Status",
  try_again: "Erneut versuchen",
  which: "Welche Tage",
  failed_count: "Fehlgeschlagen {count, number}",
  unreadable: "Die Protokolle konnten nicht geladen werden.",
  none_matches: "Kein passender Tag",
  none_matches_meaning: "Wählen Sie einen anderen Agenten oder „Alle“.",
  none: "Noch keine Gespräche",
  none_meaning:
    "Agenten tragen mit conversation_append ein, was gesagt wurde; casebook import-conversations importiert die Transkripte von Claude Code und Codex. Fakten werden nachts gelernt.",
} satisfies Record<keyof typeof en, string>;
