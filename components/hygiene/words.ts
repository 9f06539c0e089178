import type { Conflict } from "@/lib/hygiene/contract";
import type { SuggestedAction } from "@/lib/memories/contract";

export const RULE_WORDS: Record<Conflict["rule"], string> = {
  directive: "to use or not",
  negation: "one denies the other",
  choice: "another choice",
  value: "another value",
  version: "another version",
  model: "seen by the language model",
};

export const DECISION_WORDS: Record<NonNullable<Conflict["decision"]>, string> = {
  holds: "One holds",
  both_hold: "All hold together",
  invalidate: "None holds",
  correct: "Corrected",
};

export const ACTION_WORDS: Record<SuggestedAction, string> = {
  invalidate: "Invalidate it",
  supersede: "Supersede it",
  delete: "Delete it",
};
