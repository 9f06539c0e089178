"use client";

import { useRouter } from "next/navigation";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { BulkAction, ReviewAction } from "./actions";
import { undoLastDecision } from "./undo";
import type { ReviewQueueState } from "./use-review-queue";

/** The page that Enter opens for an item. */
export type OpensPage<T> = { words: string; hrefOf: (item: T) => string };

/** The keys of a queue: moving, what the screen offers for the open item, selecting and undoing. */
export function useReviewKeys<T>({
  queue,
  group,
  actions,
  opens,
  canSelect,
  canUndo,
}: {
  queue: ReviewQueueState<T>;
  /** The heading of these keys in the list of keys. */
  group: string;
  actions: readonly ReviewAction[];
  opens: OpensPage<T>;
  canSelect: boolean;
  canUndo: boolean;
}): void {
  const router = useRouter();
  const { current, noun, idOf } = queue;
  const onItem = (run: (item: T) => void) => () => {
    if (current !== undefined) run(current);
  };
  const hasItem = current !== undefined;
  useShortcuts(
    [
      { keys: "j", label: `Next ${noun}`, when: hasItem, run: queue.next },
      { keys: "k", label: `Previous ${noun}`, when: hasItem, run: queue.previous },
      {
        keys: "Enter",
        label: opens.words,
        when: hasItem,
        run: onItem((item) => router.push(opens.hrefOf(item))),
      },
      ...actions.map(({ key, words, run }) => ({ keys: key, label: words, run })),
      {
        keys: "x",
        label: `Select the ${noun}`,
        when: hasItem && canSelect,
        run: onItem((item) => queue.toggle(idOf(item))),
      },
      { keys: "u", label: "Undo the last decision", when: canUndo, run: queue.undo },
    ],
    group,
  );
}

/** The keys of a list that is decided on in bulk alone. */
export function useBulkKeys({
  group,
  actions,
  hasSelection,
  canDecide,
}: {
  group: string;
  actions: readonly BulkAction[];
  hasSelection: boolean;
  canDecide: boolean;
}): void {
  const keyed = actions.flatMap(({ shortcut, run }) => {
    if (shortcut === undefined) return [];
    return [{ keys: shortcut.key, label: shortcut.words, when: canDecide && hasSelection, run }];
  });
  const undo = { keys: "u", label: "Undo the last decision", when: canDecide, run: undoLastDecision };
  useShortcuts([...keyed, undo], group);
}
