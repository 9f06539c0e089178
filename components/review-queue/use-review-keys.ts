"use client";

import { useRouter } from "next/navigation";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { reviewQueue } from "@/messages/compiled/review-queue";
import type { ReviewAction } from "./actions";
import type { ReviewQueueState } from "./use-review-queue";

/** The keys of a queue: moving, what the screen offers for the open item, selecting and undoing. */
export function useReviewKeys<T>({
  queue,
  group,
  actions,
  page,
  canSelect,
  canDecide,
}: {
  queue: ReviewQueueState<T>;
  /** The heading of these keys in the list of keys. */
  group: string;
  actions: readonly ReviewAction[];
  /** The page that Enter opens. */
  page: { label: string; hrefOf: (item: T) => string };
  canSelect: boolean;
  canDecide: boolean;
}): void {
  const t = useMessages(reviewQueue);
  const router = useRouter();
  const { current, items, noun, idOf } = queue;
  const canMove = items.length > 0;
  const undo = {
    keys: DECISION_KEYS.undo,
    label: t("undo_last"),
    when: canDecide,
    run: queue.undo,
  };
  const moving = [
    { keys: DECISION_KEYS.next, label: t("next", { noun }), when: canMove, run: queue.next },
    { keys: DECISION_KEYS.previous, label: t("previous", { noun }), when: canMove, run: queue.previous },
  ];
  const ofItem = (item: T) => [
    { keys: DECISION_KEYS.skip, label: t("skip", { noun }), when: canDecide, run: queue.next },
    { keys: DECISION_KEYS.open, label: page.label, run: () => router.push(page.hrefOf(item)) },
    ...actions,
    {
      keys: DECISION_KEYS.select,
      label: t("select_item", { noun }),
      when: canSelect,
      run: () => queue.toggle([idOf(item)]),
    },
  ];
  useShortcuts(current === undefined ? [...moving, undo] : [...moving, ...ofItem(current), undo], group);
}
