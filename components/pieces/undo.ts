"use client";

import { type ReactNode, useEffect } from "react";
import { messagesNow } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { ui } from "@/messages/compiled/ui";
import { forgetUndo, offerUndo, type Undo } from "./last-decision";

export { forgetUndo, undoLatest } from "./last-decision";

/** How long it is said that something was done, and its undo offered, in milliseconds. */
const OFFERED_MS = 10_000;

let said = 0;

/**
 * Says that something was done. Where it can be undone, a button does that, and so does `undoLatest` then;
 * where it cannot, `undoLatest` must not undo what was decided before it instead. Undone, it is no longer said.
 * @param id of what was decided, where something else undoes it too and dismisses the toast of that name.
 */
export function toastDone(
  title: string,
  { description, undo, id }: { description?: ReactNode; undo?: Undo | undefined; id?: string } = {},
): void {
  forgetUndo();
  said += 1;
  const name = id ?? `done-${said}`;
  toast.success(title, {
    id: name,
    description,
    duration: OFFERED_MS,
    ...(undo && {
      action: {
        label: messagesNow(ui)("undo"),
        onClick: offerUndo(undo, () => toast.dismiss(name)),
      },
    }),
  });
}

/** Forgets what could be undone when another organization is on the screen, or none. */
export function useUndoOf(organization_id: string | null): void {
  useEffect(() => {
    if (organization_id === null) return;
    return forgetUndo;
  }, [organization_id]);
}
