"use client";

import type { QueryKey } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useRef } from "react";
import { formatCount } from "@/components/pieces/format";
import { announce } from "@/components/ui/announce";
import { nextItem } from "./next-item";
import { undoLastDecision } from "./undo";
import { useBusy } from "./use-busy";
import { type ReviewPageOptions, useReviewPage } from "./use-review-page";
import { useSelection } from "./use-selection";

export type ReviewQueueState<T> = ReturnType<typeof useReviewQueue<T, QueryKey>>;

/**
 * A queue that is decided item by item: which item is open (the URL says so), where the focus goes, what is selected, and
 * what comes next.
 */
export function useReviewQueue<T, Key extends QueryKey>({
  noun,
  marker,
  nextWords,
  ...reading
}: ReviewPageOptions<T, Key> & {
  /** What an item is called in labels; also the parameter of the URL that says which one is open. */
  noun: "memory" | "conflict";
  /** The attribute of a row that carries the id of its item. */
  marker: `data-${string}`;
  /** What is announced of the item that follows a decision. */
  nextWords: (item: T) => string;
}) {
  const page = useReviewPage(reading);
  const { items, pages, idOf } = page;
  const [openId, setOpenId] = useQueryState(noun, parseAsString);
  const { drop, ...selecting } = useSelection();
  const { busy, whileBusy } = useBusy();
  const { list, heading, focusOn } = useRowFocus(marker);
  /** What is open, also before the URL says so. */
  const shownId = useRef<string | null>(null);
  /** What was decided last, to come back to when it is undone. */
  const decidedId = useRef<string | null>(null);
  const index = Math.max(
    0,
    items.findIndex((item) => idOf(item) === openId),
  );
  const current = items[index];

  const show = (item: T | undefined) => {
    if (item === undefined) return;
    const id = idOf(item);
    shownId.current = id;
    void setOpenId(id);
    requestAnimationFrame(() => focusOn(id));
  };
  const close = () => void setOpenId(null);
  /** On to what is not decided, before the list comes back without the decided ones. */
  const goOn = (ids: readonly string[], past: string) => {
    if (ids.length === 0) return;
    decidedId.current = ids[0] ?? null;
    drop(ids);
    const gone = new Set(ids);
    const next = nextItem({ items, index, isDecided: (item) => gone.has(idOf(item)) });
    const words = ids.length === 1 ? past : `${formatCount(ids.length)} ${past.toLowerCase()}`;
    if (next === undefined) close();
    else show(next);
    announce(`${words}. ${next === undefined ? "Nothing else is on this page." : nextWords(next)}`);
  };

  return {
    ...page,
    ...selecting,
    noun,
    marker,
    busy,
    whileBusy,
    index,
    current,
    list,
    heading,
    show,
    close,
    goOn,
    /** Whether an item was opened; on a small screen the list gives way to it. */
    isOpen: openId !== null,
    next: () => show(items[Math.min(items.length - 1, index + 1)]),
    previous: () => show(items[Math.max(0, index - 1)]),
    /** Carries out a decision, and goes on from the ids that it changed. */
    decide: (past: string, work: () => Promise<readonly string[]>) =>
      void whileBusy(async () => goOn(await work(), past)),
    undo: () => {
      if (undoLastDecision()) void setOpenId(decidedId.current);
    },
    /** To the start of the queue, as a changed filter demands. */
    restart: () => {
      pages.reset();
      close();
    },
    /** A dialog that closes would return the focus to the item that was just decided on. */
    onDialogClosed: (event: Event) => {
      event.preventDefault();
      const id = shownId.current ?? (current === undefined ? null : idOf(current));
      if (id !== null) focusOn(id);
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
