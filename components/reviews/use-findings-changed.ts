"use client";

import { toastDone } from "@/components/pieces/undo";
import { useOperation } from "@/components/pieces/use-operation";
import { useMessages } from "@/components/ui/messages";
import { findingChangeUndo } from "@/lib/reviews/contract";
import { reviewsMove } from "@/messages/compiled/reviews-move";

/** Says that findings were changed, and offers to take the change back. */
export function useFindingsChanged() {
  const t = useMessages(reviewsMove);
  const { mutateAsync } = useOperation(findingChangeUndo, {
    success: ({ moved, not_moved }) => {
      if (not_moved.length === 0) return t("undone");
      return t("partly_undone", { moved, left: not_moved.length });
    },
    failure: t("not_undone"),
  });
  return ({
    title,
    description,
    change_id,
  }: {
    title: string;
    description?: string;
    change_id: string | null;
  }) =>
    toastDone(title, {
      description,
      undo: change_id === null ? undefined : () => mutateAsync({ change_id }).catch(() => undefined),
    });
}
