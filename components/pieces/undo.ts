"use client";

import { useEffect } from "react";
import { messagesNow } from "@/components/ui/messages";
import { ui } from "@/messages/compiled/ui";

type Undo = () => Promise<unknown>;

/** Undoes what was decided last on any screen; null when there is nothing to undo. */
let latest: Undo | null = null;

/** Undoes the last decision, once. @returns false when there is none to undo. */
export function undoLatest(): boolean {
  const undo = latest;
  latest = null;
  void undo?.();
  return undo !== null;
}

/** The button that takes a decision back, which `undoLatest` then does too. */
export function undoing(undo: Undo) {
  latest = undo;
  return {
    label: messagesNow(ui)("undo"),
    onClick: () => {
      if (latest === undo) latest = null;
      void undo();
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
