import { undoLatest } from "@/components/pieces/memory-decisions";
import { announce } from "@/components/ui/announce";

/** Undoes the last decision, and announces it. @returns false when there is nothing to undo. */
export function undoLastDecision(): boolean {
  const isUndoing = undoLatest();
  announce(isUndoing ? "Undoing the last decision." : "There is nothing to undo.");
  return isUndoing;
}
