/**
 * What text says that addresses the model which will read it. Patterns are matched against folded text (see `fold`),
 * without regard to case; every repetition is bounded, so that time grows with the length of the text only.
 *
 * Raise `SAFETY_VERSION` with every change here, in `ordinary.ts`, in `secret-shapes.ts` or in `lib/memories/taint`: memories that older rules
 * let pass are scanned again before they are served, and those that only older rules stopped are released. A test compares.
 */
export const SAFETY_VERSION = 5;

export const INJECTION_RULES = [
  "override",
  "role",
  "prompt_leak",
  "concealment",
  "addressing",
  "compliance",
  "markup",
  "hidden_text",
  "encoded_text",
  "exfiltration",
] as const;

export type InjectionRule = (typeof INJECTION_RULES)[number];

/** Why a memory is quarantined by each rule, after "because it". */
export const REASONS: Record<InjectionRule, string> = {
  override: "tells the reading model to set its instructions aside",
  role: "gives the reading model another role, or frees it of its rules",
  prompt_leak: "asks the reading model for its own instructions",
  concealment: "asks the reading model to keep something from the user",
  addressing: "addresses the reading model instead of saying what holds",
  compliance: "asks the reading model to approve or obey without looking",
  markup: "contains markup of roles or tool calls",
  hidden_text: "contains invisible or direction-changing characters",
  encoded_text: "contains an encoded message",
  exfiltration: "could carry data out",
};

export const words = (...alternatives: string[]) => `(?:${alternatives.join("|")})`;
