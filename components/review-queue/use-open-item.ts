"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useRef, useState } from "react";

/** Which item of a page is open: the URL says so, and its row has the focus. */
export function useOpenItem<T>({
  items,
  idOf,
  parameter,
  marker,
}: {
  items: readonly T[];
  idOf: (item: T) => string;
  /** The parameter of the URL. */
  parameter: string;
  /** The attribute of a row that carries the id of its item. */
  marker: `data-${string}`;
}) {
  const [openId, setOpenId] = useQueryState(parameter, parseAsString);
  const { list, heading, focusOn } = useRowFocus(marker);
  /** What is open, also before the URL says so. */
  const shownId = useRef<string | null>(null);
  const index = usePlace(
    openId === null ? 0 : items.findIndex((item) => idOf(item) === openId),
    items.length,
  );
  const current = items[index];

  const show = (item: T | undefined) => {
    if (item === undefined) return;
    const id = idOf(item);
    shownId.current = id;
    void setOpenId(id);
    requestAnimationFrame(() => focusOn(id));
  };
  return {
    index,
    current,
    list,
    heading,
    marker,
    /** Whether an item was opened; on a small screen the list gives way to it. */
    isOpen: openId !== null,
    show,
    next: () => show(items[Math.min(items.length - 1, index + 1)]),
    previous: () => show(items[Math.max(0, index - 1)]),
    close: () => void setOpenId(null),
    /** Opens an item that may not be read yet; the focus stays where it is. */
    openById: (id: string | null) => void setOpenId(id),
    /** A dialog that closes would return the focus to the item that was just decided on. */
    onDialogClosed: (event: Event) => {
      event.preventDefault();
      const id = shownId.current ?? (current === undefined ? null : idOf(current));
      if (id !== null) focusOn(id);
    },
  };
}

/**
 * The index of what is open. Once that is no longer listed, what followed it stands in its place and is open instead: one
 * that was decided gives way to the next, not to the first.
 * @param found Its index now, -1 when it is not listed.
 */
function usePlace(found: number, count: number): number {
  const [place, setPlace] = useState(0);
  if (found < 0) return Math.max(0, Math.min(place, count - 1));
  if (found !== place) setPlace(found);
  return found;
}

/** Puts the focus on the row of an item; where the rows are out of sight, on the heading of what is open. */
function useRowFocus(marker: string) {
  const list = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusOn = (id: string) => {
    const row = list.current?.querySelector<HTMLElement>(`[${marker}="${id}"]`);
    if (row?.offsetParent) {
      row.focus({ preventScroll: true });
      row.closest("li")?.scrollIntoView({ block: "nearest" });
      return;
    }
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  return { list, heading, focusOn };
}
