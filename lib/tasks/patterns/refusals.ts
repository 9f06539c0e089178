import type { InputOf } from "@/lib/kernel/contract";
import { findInjections, redactTexts } from "@/lib/memories";
import type { PatternRefusal, patternStore, Task } from "../contract";

export type Refused = { reason: PatternRefusal; detail: string };

type Input = InputOf<typeof patternStore>;

const BY_STATUS: Readonly<Partial<Record<Task["status"], Refused>>> = {
  failed: { reason: "task_failed", detail: "The task failed; only passed tasks are stored as patterns." },
  cancelled: {
    reason: "task_failed",
    detail: "The task was cancelled; only passed tasks are stored as patterns.",
  },
  open: {
    reason: "task_unfinished",
    detail: "The task has not passed yet; record it with status passed, then store the pattern.",
  },
};

/** Types of what is taken out that are secrets; addresses of people are replaced without a word. */
const PERSONAL = new Set(["EMAIL", "CARD"]);

/** Why a solution is not kept as a pattern; null when it is. */
export async function whyRefused(input: Input, task: Pick<Task, "status">): Promise<Refused | null> {
  const by_status = BY_STATUS[task.status];
  if (by_status) return by_status;
  if (input.one_off)
    return { reason: "one_off", detail: "It was marked as a one-off, which no other task can use." };
  const grave = input.security_findings.find(
    ({ severity }) => severity === "high" || severity === "critical",
  );
  if (grave)
    return {
      reason: "high_severity",
      detail: `A security finding of ${grave.severity} severity is open: ${grave.title}. Fix it first.`,
    };
  const parts = { code: input.code, tests: input.tests ?? "", description: input.description };
  const redacted = await redactTexts(Object.values(parts).map((text) => ({ text })));
  for (const [index, part] of Object.keys(parts).entries()) {
    const secret = redacted[index]?.redactions.find(({ type }) => !PERSONAL.has(type));
    if (secret)
      return {
        reason: "credentials",
        detail: `The ${part} contains a credential (${secret.type}). Read it from the environment, and store the pattern again.`,
      };
  }
  for (const [part, text] of Object.entries(parts)) {
    const [hit] = findInjections(text);
    if (hit) return { reason: "suspicious_text", detail: `The ${part} cannot be stored: it ${hit.reason}.` };
  }
  return null;
}
