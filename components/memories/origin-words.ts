import { ownValue } from "@/lib/kernel/records";
import type { Memory } from "@/lib/memories/contract";
import type { memoryWords } from "@/messages/compiled/memory-words";
import type { PlainKey, Translate } from "@/messages/message";

const SOURCE_WORDS: Readonly<Record<string, PlainKey<typeof memoryWords>>> = {
  api: "source_api",
  session: "source_session",
  review: "source_review",
  finding: "source_finding",
  conversation: "source_conversation",
  import: "source_import",
};

/** What a memory was made from, in words; as it is called on the wire where it has none. */
export function sourceInWords({ t, kind }: { t: Translate<typeof memoryWords>; kind: string }): string {
  const word = ownValue(SOURCE_WORDS, kind);
  return word === undefined ? kind : t(word);
}

/** How far a memory reaches, beside the heading that says so. */
export const SCOPE_WORDS: Record<Memory["scope"], PlainKey<typeof memoryWords>> = {
  global: "scope_global",
  repository: "scope_repository",
  agent: "scope_agent",
  session: "scope_session",
};
