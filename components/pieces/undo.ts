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

/**
 * Says that something was done. Where it can be undone, a button does that, and so does `undoLatest` then.
 */
export function toastDone(
  title: string,
  { description, undo }: { description?: ReactNode; undo?: Undo | undefined } = {},
): void {
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
    return () => {
      latest = null;
    };
  }, [organization_id]);
}
