import type { Conflict } from "@/lib/hygiene/contract";

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
