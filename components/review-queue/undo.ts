import { undoLatest } from "@/components/pieces/memory-decisions";
import { announce } from "@/components/ui/announce";
import { messagesNow } from "@/components/ui/messages";
import { reviewQueue } from "@/messages/compiled/review-queue";

/** Undoes the last decision, and announces it. @returns false when there is nothing to undo. */
export function undoLastDecision(): boolean {
  const isUndoing = undoLatest();
  announce(messagesNow(reviewQueue)(isUndoing ? "undoing" : "nothing_to_undo"));
  return isUndoing;
}
