"use client";

import { useState } from "react";
import { useOperation } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { type ConversationDay, conversationExtract } from "@/lib/conversations/contract";
import { conversationWords } from "@/messages/compiled/conversation-words";

const POLL_MS = 2_000;
/** A worker takes what it is asked for within seconds; after that nobody waits for it in front of the screen. */
const EXPECTED_MS = 30_000;

/** Has logs read now, and how often to look whether they were: often while one is read or about to be. */
export function useReading() {
  const t = useMessages(conversationWords);
  const [asked_at, setAsked] = useState(0);
  const operation = useOperation(conversationExtract, {
    success: t("reading"),
    failure: t("not_read"),
    onSuccess: () => setAsked(Date.now()),
  });
  return {
    read: (conversation_id: string) => operation.mutate({ conversation_id }),
    reading: operation.isPending ? (operation.variables?.conversation_id ?? null) : null,
    pollFor: (days: readonly Pick<ConversationDay, "state">[] | undefined) => {
      const is_read = days?.some(({ state }) => state === "extracting") ?? false;
      return is_read || Date.now() - asked_at < EXPECTED_MS ? POLL_MS : false;
    },
  };
}
