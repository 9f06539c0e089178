import type { MemorySupport, SupportDecision } from "@/lib/memories/contract";

/** What a definition is to the memory that rests on it. */
export const SUPPORT_KIND_WORDS: Record<MemorySupport["kind"], string> = {
  named: "named in the memory",
  constant: "a value that the cited lines use",
  callee: "a function that the cited lines call",
};

export const DECIDED_WORDS: Record<SupportDecision, string> = {
  holds: "Still true",
  stale: "No longer true",
};
