"use client";

import { useEffect, useRef } from "react";
import { announce } from "@/components/ui/announce";
import { formatCount } from "./format";
import { undoLatest } from "./memory-decisions";
import { useSelection } from "./use-selection";

/** A page that was decided to the end leads back to what is left. @returns whether this page is such a one. */
export function useBackWhenEmptied(
  query: { data: { items: readonly unknown[]; total: number } | undefined; isFetching: boolean },
  { reset }: { reset: () => void },
): boolean {
  const { data, isFetching } = query;
  const emptied = data !== undefined && data.items.length === 0 && data.total > 0 && !isFetching;
  useEffect(() => {
    if (emptied) reset();
  }, [emptied, reset]);
  return emptied;
}

/**
 * A queue that is decided item by item: which one is under decision, where the focus goes, what is selected, and what
 * comes next. The caller keeps the chosen id in the URL.
 *
 * - `row`: attribute of the element of the queue that carries an item's id and takes the focus.
 * - `nextWords`: what is read out of the item that follows a decision.
 */
export function useDesk<T>({
  items,
  idOf,
  row: attribute,
  chosen,
  setChosen,
  nextWords,
}: {
  items: readonly T[];
  idOf: (item: T) => string;
  row: `data-${string}`;
  chosen: string | null;
  setChosen: (id: string | null) => void;
  nextWords: (item: T) => string;
}) {
  const { selection, select, toggle, drop, clear } = useSelection();
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** What is under decision, also before the URL says so. */
  const shown = useRef<string | null>(null);
  /** What was decided last, to come back to when it is undone. */
  const decided = useRef<string | null>(null);
  const index = Math.max(
    0,
    items.findIndex((item) => idOf(item) === chosen),
  );
  const current = items[index];

  const focusOn = (id: string) => {
    const row = list.current?.querySelector<HTMLElement>(`[${attribute}="${id}"]`);
    // On a small screen the queue is out of sight, and the item itself is what comes next.
    const target = row?.offsetParent ? row : heading.current;
    target?.focus({ preventScroll: true });
    if (row?.offsetParent) row.closest("li")?.scrollIntoView({ block: "nearest" });
    else window.scrollTo({ top: 0 });
  };
  const show = (item: T | undefined) => {
    if (item === undefined) return;
    const id = idOf(item);
    shown.current = id;
    setChosen(id);
    requestAnimationFrame(() => focusOn(id));
  };

  return {
    index,
    current,
    list,
    heading,
    show,
    selection,
    select,
    toggle,
    clearSelection: clear,
    next: () => show(items[Math.min(items.length - 1, index + 1)]),
    previous: () => show(items[Math.max(0, index - 1)]),
    /** A dialog that closes would give the focus back to the item that was just decided on. */
    onDialogClosed: (event: Event) => {
      event.preventDefault();
      const id = shown.current ?? (current === undefined ? undefined : idOf(current));
      if (id !== undefined) focusOn(id);
    },
    /** On to the next that is not decided, before the list comes back without the decided ones. */
    goOn: (ids: readonly string[], past: string) => {
      if (ids.length === 0) return;
      decided.current = ids[0] ?? null;
      const gone = new Set(ids);
      drop(gone);
      const words = ids.length === 1 ? past : `${formatCount(ids.length)} ${past.toLowerCase()}`;
      const remains = (item: T) => !gone.has(idOf(item));
      const next =
        current !== undefined && remains(current)
          ? current
          : (items.slice(index + 1).find(remains) ?? items.slice(0, index).findLast(remains));
      if (next === undefined) setChosen(null);
      else show(next);
      announce(
        next === undefined ? `${words}. Nothing else is on this page.` : `${words}. ${nextWords(next)}`,
      );
    },
    undo: () => {
      if (!undoLatest()) {
        announce("There is nothing to undo.");
        return;
      }
      announce("Undoing the last decision.");
      setChosen(decided.current);
    },
  };
}
