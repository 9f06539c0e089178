"use client";

import { useEffect } from "react";
import { ui } from "@/messages/compiled/ui";
import { messagesNow } from "./messages";
import { refusesOffline } from "./offline";

/** Forms of this page with changes that nobody saved; each has a name of its own. */
const unsaved = new Set<symbol>();

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Has the page ask before it is left while something in a form is changed and not saved. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    return markUnsaved();
  }, [isChanged]);
}

/** Says that a form is changed. @returns how to say that it is saved, or gone. */
export function markUnsaved(): () => void {
  const name = Symbol("unsaved");
  unsaved.add(name);
  if (unsaved.size === 1) window.addEventListener("beforeunload", warnBeforeUnload);
  return () => {
    unsaved.delete(name);
    if (unsaved.size === 0) window.removeEventListener("beforeunload", warnBeforeUnload);
  };
}

/** Whether something on this page is changed and not saved. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Whether another page is not opened: there is no connection, or the person would rather save first. */
export function staysHere(): boolean {
  if (refusesOffline()) return true;
  return hasUnsaved() && !window.confirm(messagesNow(ui)("leave_unsaved"));
}
