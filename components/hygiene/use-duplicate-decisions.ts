"use client";

import { countOf, formatCount } from "@/components/pieces/format";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { toastProblem } from "@/components/pieces/problem";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import { type Duplicate, duplicateDismiss, duplicateMerge, hygieneUndo } from "@/lib/hygiene/contract";
import type { OutputOf } from "@/lib/kernel/contract";

/** How long a toast with an undo stays, in milliseconds. */
const UNDO_MS = 10_000;

/** Decisions on duplicates, each with an undo, and fresh lists afterwards. Each answers whether it was carried out. */
export function useDuplicateDecisions() {
  const { settle, undoing } = useMemoryDecisions();

  const attempt = async (work: () => Promise<void>, failure: string): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      toastProblem(failure, error);
      return false;
    } finally {
      void settle();
    }
  };
  const undoMerge = (steps: OutputOf<typeof duplicateMerge>["steps"]) =>
    attempt(async () => {
      await call(hygieneUndo, { steps });
      toast.success("The merge was undone");
    }, "The merge could not be undone");

  return {
    merge: (groups: readonly Duplicate[]) =>
      attempt(async () => {
        const ids = groups.map(({ memories }) => memories.map(({ id }) => id));
        const { merged, steps } = await call(duplicateMerge, { groups: ids });
        toast.success(`${countOf(merged, "memory", "memories")} merged`, {
          description: "Who stored each, and how often, is kept.",
          duration: UNDO_MS,
          ...(steps.length > 0 && { action: undoing(() => undoMerge(steps)) }),
        });
      }, "The memories could not be merged"),

    callDifferent: (groups: readonly Duplicate[]) =>
      attempt(async () => {
        const pairs = groups.flatMap(pairOf);
        await call(duplicateDismiss, { pairs });
        const undo = () =>
          attempt(async () => {
            await call(duplicateDismiss, { pairs, distinct: false });
          }, "It could not be undone");
        toast.success(calledDifferent(pairs.length), {
          description: "They are not listed as duplicates again.",
          duration: UNDO_MS,
          action: undoing(undo),
        });
      }, "The decision could not be saved"),
  };
}

function pairOf({ memories: [one, other] }: Duplicate) {
  if (one && other) return [{ one: one.id, other: other.id }];
  return [];
}

function calledDifferent(count: number): string {
  if (count === 1) return "Marked as not duplicates";
  return `${formatCount(count)} pairs marked as not duplicates`;
}
