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
  override: "tries to override the agent's instructions",
  role: "gives the agent another role, or tells it that its rules do not apply",
  prompt_leak: "asks the agent to reveal its instructions",
  concealment: "asks the agent to hide something from the user",
  addressing: "gives instructions to AI models instead of stating something",
  compliance: "asks the agent to approve or obey without checking",
  markup: "contains role or tool-call markup",
  hidden_text: "contains invisible or direction-changing characters",
  encoded_text: "contains an encoded message",
  exfiltration: "could leak data",
};

export const words = (...alternatives: string[]) => `(?:${alternatives.join("|")})`;
