"use client";

import { useSyncExternalStore } from "react";
import { isOwnChange } from "@/lib/doors/client";
import type { LiveChange } from "@/lib/kernel/live";

/** A change, and when this page learned of it, in milliseconds. */
export type SeenChange = LiveChange & { at: number };

const MAX_KEPT = 500;

let changes: readonly SeenChange[] = [];
const listeners = new Set<() => void>();

/** Keeps what was changed, for the lists that say so. */
export function noteChange(change: LiveChange): void {
  changes = [...changes, { ...change, at: Date.now() }].slice(-MAX_KEPT);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly SeenChange[] = [];

/**
 * What was changed elsewhere while this page was open, the oldest first: by others, and by the same person in another tab or
 * on another device.
 */
export function useLiveChanges(): readonly SeenChange[] {
  const all = useSyncExternalStore(
    subscribe,
    () => changes,
    () => NONE,
  );
  return all.filter(isElsewhere);
}

/** Whether none of its records was changed from this page at that time. */
const isElsewhere = ({ at, subject_ids }: SeenChange): boolean =>
  !subject_ids.some((id) => isOwnChange(id, at));
