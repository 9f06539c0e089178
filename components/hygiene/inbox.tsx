"use client";

import type { InboxItemProps } from "@/components/review-queue/inbox-item";
import type { Conflict } from "@/lib/hygiene/contract";
import { OneConflict } from "./one-conflict";
import { OneSuggestion } from "./one-suggestion";

const isOpen = ({ status }: Conflict) => status === "open";

/** Memories that cannot all be true, in the inbox. */
export function ConflictItem(item: InboxItemProps) {
  return <OneConflict {...item} canWrite waits={isOpen} />;
}

/** What an agent would change of a memory of others, in the inbox. */
export function SuggestionItem(item: InboxItemProps) {
  return <OneSuggestion {...item} canDecide />;
}
