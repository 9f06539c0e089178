import type { MemorySupport, SupportDecision } from "@/lib/memories/contract";
import type { supportWords } from "@/messages/compiled/support-words";
import type { PlainKey } from "@/messages/message";

type Word = PlainKey<typeof supportWords>;

/** What a definition is to the memory that rests on it: keys of texts. */
export const SUPPORT_KIND_WORDS: Record<MemorySupport["kind"], Word> = {
  named: "kind_named",
  constant: "kind_constant",
  callee: "kind_callee",
};

export const DECIDED_WORDS: Record<SupportDecision, Word> = {
  holds: "decided_holds",
  stale: "decided_stale",
};
