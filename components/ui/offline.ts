"use client";

import { useSyncExternalStore } from "react";
import { ui } from "@/messages/compiled/ui";
import { announce } from "./announce";
import { messagesNow } from "./messages";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the browser has no connection at all. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );

/** True without a connection, in which case it says that other pages cannot be opened. */
export function refusesOffline(): boolean {
  if (navigator.onLine) return false;
  announce(messagesNow(ui)("offline"));
  return true;
}
