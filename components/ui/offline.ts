"use client";

import { useSyncExternalStore } from "react";
import { announce } from "./announce";

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
  announce("You are offline; other pages open once the connection is back.");
  return true;
}
