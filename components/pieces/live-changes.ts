"use client";

import { useSyncExternalStore } from "react";
import type { LiveChange } from "@/lib/kernel/live";

/** A change by somebody else, and when this page learned of it, in milliseconds. */
export type SeenChange = LiveChange & { at: number };

const MAX_KEPT = 500;

let changes: readonly SeenChange[] = [];
const listeners = new Set<() => void>();

/** Keeps what somebody else changed, for the lists that say so. */
export function noteChange(change: LiveChange): void {
  changes = [...changes, { ...change, at: Date.now() }].slice(-MAX_KEPT);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly SeenChange[] = [];

/** What others changed while this page was open, the oldest first. */
export function useLiveChanges(): readonly SeenChange[] {
  return useSyncExternalStore(
    subscribe,
    () => changes,
    () => NONE,
  );
}
