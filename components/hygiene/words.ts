import type { Conflict } from "@/lib/hygiene/contract";
import type { SuggestedAction } from "@/lib/memories/contract";

export const RULE_WORDS: Record<Conflict["rule"], string> = {
  directive: "use or avoid",
  negation: "opposite statements",
  choice: "different choices",
  value: "different values",
  version: "different versions",
  model: "found by the language model",
};

export const DECISION_WORDS: Record<NonNullable<Conflict["decision"]>, string> = {
  holds: "One is true",
  both_hold: "All are true",
  invalidate: "None is true",
  correct: "Corrected",
};

/** The decision that none of the statements is wrong. */
export const allTrueWords = (statements: number): string => {
  if (statements === 2) return "Both are true";
  return "All are true";
};

export const ACTION_WORDS: Record<SuggestedAction, string> = {
  invalidate: "Invalidate it",
  supersede: "Supersede it",
  delete: "Delete it",
};
