"use client";

import { type ReactNode, useEffect } from "react";
import { messagesNow } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { ui } from "@/messages/compiled/ui";

type Undo = () => unknown;

/** How long it is said that something was done, and its undo offered, in milliseconds. */
const OFFERED_MS = 10_000;

/** Undoes what was decided last on any screen; null when there is nothing to undo. */
let latest: Undo | null = null;

/** Undoes the last decision, once. @returns false when there is none to undo. */
export function undoLatest(): boolean {
  const undo = latest;
  latest = null;
  undo?.();
  return undo !== null;
}

/** Forgets what was decided last: something else is being decided, or it is no longer on the screen. */
export function forgetUndo(): void {
  latest = null;
}

/**
 * Says that something was done. Where it can be undone, a button does that, and so does `undoLatest` then;
 * where it cannot, `undoLatest` must not undo what was decided before it instead.
 */
export function toastDone(
  title: string,
  { description, undo }: { description?: ReactNode; undo?: Undo | undefined } = {},
): void {
  forgetUndo();
  toast.success(title, { description, duration: OFFERED_MS, ...(undo && { action: undoing(undo) }) });
}

function undoing(undo: Undo) {
  latest = undo;
  return {
    label: messagesNow(ui)("undo"),
    onClick: () => {
      if (latest === undo) latest = null;
      undo();
    },
  };
}

/** Forgets what could be undone when another organization is on the screen, or none. */
export function useUndoOf(organization_id: string | null): void {
  useEffect(() => {
    if (organization_id === null) return;
    return forgetUndo;
  }, [organization_id]);
}
