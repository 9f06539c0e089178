"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { isOwnChange } from "@/lib/doors/client";
import { type Place, placeOf } from "./open-place";

/** Which item of a page is open: the URL says so, and its row has the focus. */
export function useOpenItem<T>({
  items,
  isRead,
  idOf,
  parameter,
  marker,
}: {
  items: readonly T[];
  /** Whether the items are those of the page that the URL asks for. */
  isRead: boolean;
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
  const { index, isAwaited, awaitItem } = usePlace(openId, items.map(idOf));
  const current = items[index];
  // What was done here took the open item from the list: the URL goes on with what is shown now.
  const replacedBy =
    openId === null || index < 0 || isAwaited ? openId : ((current && idOf(current)) ?? null);
  useEffect(() => {
    if (replacedBy !== openId) void setOpenId(replacedBy);
  }, [replacedBy, openId, setOpenId]);

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
    /** The id of what a link names and the page does not list. */
    unlistedId: isRead && index < 0 ? openId : null,
    show,
    next: () => show(items[Math.min(items.length - 1, index + 1)]),
    previous: () => show(items[Math.max(0, index - 1)]),
    close: () => void setOpenId(null),
    /** Opens an item of this page that is still to be read again; the focus stays where it is. */
    openById: (id: string | null) => {
      awaitItem(id);
      void setOpenId(id);
    },
    /** A dialog that closes would return the focus to the item that was just decided on. */
    onDialogClosed: (event: Event) => {
      event.preventDefault();
      const id = shownId.current ?? ((current && idOf(current)) || openId);
      if (id !== null) focusOn(id);
    },
  };
}

/** The index of what is open, and what is expected at the same place although it is not listed yet. */
function usePlace(openId: string | null, ids: readonly string[]) {
  const [last, setLast] = useState<Place>({ id: null, index: 0 });
  const [awaited, setAwaited] = useState<string | null>(null);
  const isAwaited = openId !== null && openId === awaited;
  const givesWay = isAwaited || (openId !== null && isOwnChange(openId));
  const index = placeOf({ openId, ids, last, givesWay });
  const isListed = openId === null || ids[index] === openId;
  if (isListed && (last.id !== openId || last.index !== index)) setLast({ id: openId, index });
  if (isListed && isAwaited) setAwaited(null);
  return {
    index,
    isAwaited,
    awaitItem: (id: string | null) => {
      setAwaited(id);
      setLast({ id, index: last.index });
    },
  };
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
