"use client";

import { useEffect, useState } from "react";

/**
 * Of a record that others save too, what a form shows: the newest while nothing is typed, then the one that
 * was typed into. Its version tells the server that somebody else was faster, so nothing of theirs is undone.
 */
export function useHeld<T>(newest: T) {
  const [held, hold] = useState<T | null>(null);
  return { record: held ?? newest, hold };
}

/** Holds the record of a form while something in it is changed; `hold(null)` lets the newest in. */
export function useHolding<T>({
  record,
  isChanged,
  hold,
}: {
  record: T;
  isChanged: boolean;
  hold: (record: T | null) => void;
}): void {
  useEffect(() => {
    if (isChanged) hold(record);
    else hold(null);
  }, [record, isChanged, hold]);
}
