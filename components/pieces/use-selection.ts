"use client";

import { useState } from "react";
import { announce } from "@/components/ui/announce";
import { formatCount } from "./format";

/** Ids that are selected in a list, across its pages; every change of it by a person is read out. */
export function useSelection() {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const select = (ids: readonly string[]) => {
    setSelection(new Set(ids));
    announce(ids.length === 0 ? "Nothing selected" : `${formatCount(ids.length)} selected`);
  };
  return {
    selection,
    select,
    toggle: (id: string) =>
      select(selection.has(id) ? [...selection].filter((other) => other !== id) : [...selection, id]),
    /** Without a word: for what follows from something else. */
    drop: (gone: ReadonlySet<string>) => setSelection(new Set([...selection].filter((id) => !gone.has(id)))),
    clear: () => setSelection(new Set()),
  };
}
