"use client";

import { useEffect, useState } from "react";
import { useUnsaved } from "@/components/ui/unsaved";

/**
 * Of a record that others save too, what a form shows: the newest while nothing is typed, then the one that
 * was typed into. Its version tells the server that somebody else was faster, so nothing of theirs is undone.
 */
export function useEditedRecord<T>(newest: T) {
  const [edited, keep] = useState<T | null>(null);
  return { record: edited ?? newest, keep };
}

/**
 * Keeps the record of a form while something in it is changed, and has the page ask before it is left;
 * `keep(null)` shows the newest again.
 */
export function useKeepWhileEdited<T>({
  record,
  isChanged,
  keep,
}: {
  record: T;
  isChanged: boolean;
  keep: (record: T | null) => void;
}): void {
  useUnsaved(isChanged);
  useEffect(() => {
    if (isChanged) keep(record);
    else keep(null);
  }, [record, isChanged, keep]);
}
