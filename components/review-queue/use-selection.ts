"use client";

import { useState } from "react";
import { selectionInWords } from "@/components/pieces/selection";
import { announce } from "@/components/ui/announce";
import { useMessages } from "@/components/ui/messages";
import { lists } from "@/messages/compiled/lists";
import { type Selection, toggleItems, withoutItems } from "./selection";

/** What is selected of a queue, on all its pages; every change of it by a person is announced. */
export function useSelection() {
  const t = useMessages(lists);
  const [selection, setSelection] = useState<Selection>(new Set());
  const select = (ids: readonly string[]) => {
    setSelection(new Set(ids));
    announce(selectionInWords({ t, count: ids.length }));
  };
  return {
    selection,
    select,
    toggle: (ids: readonly string[]) => select(toggleItems({ selection, ids })),
    /** Removes what a decision took out of the queue, without an announcement. */
    drop: (ids: readonly string[]) => setSelection(new Set(withoutItems({ selection, ids }))),
    clearSelection: () => setSelection(new Set()),
  };
}
