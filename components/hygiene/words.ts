import type { Conflict } from "@/lib/hygiene/contract";
import type { SuggestedAction } from "@/lib/memories/contract";
import type { conflictItem } from "@/messages/compiled/conflict-item";
import type { conflicts } from "@/messages/compiled/conflicts";
import type { suggestionItem } from "@/messages/compiled/suggestion-item";
import type { PlainKey } from "@/messages/message";

export const RULE_WORDS: Record<Conflict["rule"], PlainKey<typeof conflicts>> = {
  directive: "rule_directive",
  negation: "rule_negation",
  choice: "rule_choice",
  value: "rule_value",
  version: "rule_version",
  model: "rule_model",
};

export const DECISION_WORDS: Record<NonNullable<Conflict["decision"]>, PlainKey<typeof conflictItem>> = {
  holds: "one_true",
  both_hold: "all_true",
  invalidate: "none_true",
  correct: "corrected",
};

export const ACTION_WORDS: Record<SuggestedAction, PlainKey<typeof suggestionItem>> = {
  invalidate: "action_invalidate",
  supersede: "action_supersede",
  delete: "action_delete",
};

/** The same as a question, for the person who decides. */
export const ACTION_QUESTIONS: Record<SuggestedAction, PlainKey<typeof suggestionItem>> = {
  invalidate: "ask_invalidate",
  supersede: "ask_supersede",
  delete: "ask_delete",
};
