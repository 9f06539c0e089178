"use client";

import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { toastProblem } from "@/components/pieces/problem";
import { toastDone } from "@/components/pieces/undo";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import { type Duplicate, duplicateDismiss, duplicateMerge, hygieneUndo } from "@/lib/hygiene/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import { hygiene } from "@/messages/compiled/hygiene";

/** Decisions on duplicates, each with an undo, and fresh lists afterwards. Each answers whether it was carried out. */
export function useDuplicateDecisions() {
  const t = useMessages(hygiene);
  const { settle } = useMemoryDecisions();

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
      toast.success(t("merge_undone"));
    }, t("merge_not_undone"));

  return {
    merge: (groups: readonly Duplicate[]) =>
      attempt(async () => {
        const ids = groups.map(({ memories }) => memories.map(({ id }) => id));
        const versions = groups.flatMap(({ memories }) =>
          memories.map(({ id, version }) => ({ memory_id: id, version })),
        );
        const { merged, steps, refused } = await call(duplicateMerge, { groups: ids, versions });
        if (merged > 0 || refused.length === 0)
          toastDone(t("merged", { count: merged }), {
            description: t("merged_meaning"),
            undo: steps.length > 0 ? () => undoMerge(steps) : undefined,
          });
        if (refused.length > 0)
          toast.error(t("merge_left_out", { count: refused.length }), {
            description: t("merge_left_out_meaning"),
          });
      }, t("not_merged")),

    callDifferent: (groups: readonly Duplicate[]) =>
      attempt(async () => {
        const pairs = groups.flatMap(pairOf);
        await call(duplicateDismiss, { pairs });
        const undo = () =>
          attempt(async () => {
            await call(duplicateDismiss, { pairs, distinct: false });
          }, t("not_undone"));
        toastDone(t("called_different", { count: pairs.length }), {
          description: t("called_different_meaning"),
          undo,
        });
      }, t("not_saved")),
  };
}

function pairOf({ memories: [one, other] }: Duplicate) {
  if (one && other) return [{ one: one.id, other: other.id }];
  return [];
}
