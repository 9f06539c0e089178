"use client";

import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { forgetUndo } from "@/components/pieces/undo";
import type { Pages } from "@/components/pieces/use-pages";
import { announce } from "@/components/ui/announce";
import { useMessages } from "@/components/ui/messages";
import { reviewQueue } from "@/messages/compiled/review-queue";
import { nextItem } from "./next-item";
import { undoLastDecision } from "./undo";
import { useBusy } from "./use-busy";
import { useOpenItem } from "./use-open-item";
import { type ReviewPageOptions, useReviewPage } from "./use-review-page";
import { useSelection } from "./use-selection";

export type ReviewQueueState<T> = ReturnType<typeof useReviewQueue<T, QueryKey>>;

/** As it is in the middle of a sentence: only its first letter may be another one. */
const withinSentence = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** The pages of a queue, each of which begins with its first item: what was open is on the page before. */
const pagesOf = ({ onNext, onPrevious, ...pages }: Pages, onTurn: () => void): Pages => {
  const turning = (turn: (() => void) | null) =>
    turn &&
    (() => {
      onTurn();
      turn();
    });
  return { ...pages, onNext: (page) => turning(onNext(page)), onPrevious: turning(onPrevious) };
};

/** What was decided and is still listed, as decisions may be faster than the list comes back without them. */
function useDecided(listed: readonly string[]) {
  const decided = useRef(new Set<string>());
  const last = useRef<string | null>(null);
  useEffect(() => {
    const still = new Set(listed);
    for (const id of decided.current) if (!still.has(id)) decided.current.delete(id);
  }, [listed]);
  return {
    has: (id: string) => decided.current.has(id),
    add: (ids: readonly string[]) => {
      last.current = ids[0] ?? null;
      for (const id of ids) decided.current.add(id);
    },
    /** What is undone waits again. @returns what to come back to. */
    undo: () => {
      decided.current.clear();
      return last.current;
    },
  };
}

/** What the queue shows now: when a decision ends, the person may have moved on from where it began. */
function useShown<T>(shown: { items: readonly T[]; index: number }) {
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  return latest;
}

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
  noun: "item" | "memory" | "conflict" | "suggestion" | "change" | "failure";
  /** The attribute of a row that carries the id of its item. */
  marker: `data-${string}`;
  /** What is announced of the item that follows a decision. */
  nextWords: (item: T) => string;
}) {
  const t = useMessages(reviewQueue);
  const page = useReviewPage(reading);
  const { items, pages, idOf } = page;
  const { openById, ...open } = useOpenItem({ ...page, parameter: noun, marker });
  const { drop, ...selecting } = useSelection(reading.read(undefined).queryKey);
  const { busy, whileBusy } = useBusy();
  const decided = useDecided(items.map(idOf));
  const shown = useShown({ items, index: open.index });

  /** On to what is not decided, before the list comes back without the decided ones; `past` is what was done to one. */
  const goOn = (ids: readonly string[], past: string) => {
    if (ids.length === 0) return;
    drop(ids);
    decided.add(ids);
    const next = nextItem({ ...shown.current, isDecided: (item) => decided.has(idOf(item)) });
    const done = ids.length === 1 ? past : t("several", { count: ids.length, done: withinSentence(past) });
    if (next === undefined) open.close();
    else open.show(next);
    announce(t("announced", { done, following: next === undefined ? t("no_more") : nextWords(next) }));
  };

  return {
    ...page,
    ...open,
    ...selecting,
    pages: pagesOf(pages, open.close),
    noun,
    busy,
    whileBusy,
    goOn,
    /** Carries out a decision, and goes on from the ids that it changed. */
    decide: (past: string, work: () => Promise<readonly string[]>) =>
      void whileBusy(async () => {
        forgetUndo();
        goOn(await work(), past);
      }),
    undo: () => {
      if (undoLastDecision()) openById(decided.undo());
    },
    /** To the start of the queue, as a changed filter demands. */
    restart: () => {
      pages.reset();
      open.close();
    },
  };
}
