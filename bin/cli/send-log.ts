import type { ConversationMessage } from "@/lib/conversations/contract";
import type { Session } from "./api";
import { CliError } from "./exit";

/** Of one call: messages, and characters, which JSON makes more of. */
const MESSAGES_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 250_000;

export type Sent = { messages: number; stored: number; known: number };

type OfLog = { source: string; type?: "conversation" | "audio" | "image"; date?: string };

/**
 * Sends messages as they come, as many in a call as it takes. What was sent before is known to the server, so that what was
 * cut off is begun again.
 */
export function sender(session: Session, { source, type, date }: OfLog) {
  const sent: Sent = { messages: 0, stored: 0, known: 0 };
  let batch: ConversationMessage[] = [];
  let characters = 0;
  /** @throws CliError no, when memory is off, which stores nothing. */
  const flush = async () => {
    if (batch.length === 0) return;
    const { conversationAppend } = await import("@/lib/conversations/contract");
    const answer = await session.call(conversationAppend, { source, type, date, messages: batch });
    if (answer.days.length === 0)
      throw new CliError("no", "Memory is off in this organization, so nothing was stored.");
    sent.messages += batch.length;
    sent.stored += answer.stored;
    sent.known += answer.known;
    batch = [];
    characters = 0;
  };
  return {
    sent,
    flush,
    /** @returns whether everything before this message has been stored. */
    add: async (message: ConversationMessage): Promise<boolean> => {
      const is_full =
        batch.length === MESSAGES_AT_ONCE || characters + message.text.length > CHARACTERS_AT_ONCE;
      const flushes = is_full && batch.length > 0;
      if (flushes) await flush();
      batch.push(message);
      characters += message.text.length;
      return flushes;
    },
  };
}
