"use client";

import type { QueryKey } from "@tanstack/react-query";
import { selectionInWords } from "@/components/pieces/selection";
import { useSelectedIds } from "@/components/pieces/use-selected-ids";
import { announce } from "@/components/ui/announce";
import { useMessages } from "@/components/ui/messages";
import { lists } from "@/messages/compiled/lists";
import { type Selection, toggleItems, withoutItems } from "./selection";

/** What is selected of a queue, on all its pages; every change of it by a person is announced. */
export function useSelection(listed: QueryKey) {
  const t = useMessages(lists);
  const [selected, setSelected] = useSelectedIds(listed);
  const selection: Selection = new Set(selected);
  const select = (ids: readonly string[]) => {
    setSelected(ids);
    announce(selectionInWords({ t, count: ids.length }));
  };
  return {
    selection,
    select,
    toggle: (ids: readonly string[]) => select(toggleItems({ selection, ids })),
    /** Removes what a decision took out of the queue, without an announcement. */
    drop: (ids: readonly string[]) => setSelected(withoutItems({ selection, ids })),
    clearSelection: () => setSelected([]),
  };
}
