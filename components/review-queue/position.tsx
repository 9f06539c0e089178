"use client";

import { ChevronLeft, ChevronRight, List } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { reviewQueue } from "@/messages/compiled/review-queue";
import type { ReviewQueueState } from "./use-review-queue";

/** On a small screen: back to the list, where in it this is, and on to its neighbours. */
export function QueuePosition<T>({ queue }: { queue: ReviewQueueState<T> }) {
  const t = useMessages(reviewQueue);
  const { index, items, noun, pages, page } = queue;
  const steps = [
    { label: t("previous", { noun }), icon: ChevronLeft, isLast: index === 0, run: queue.previous },
    { label: t("next", { noun }), icon: ChevronRight, isLast: index === items.length - 1, run: queue.next },
  ];
  return (
    <div className="mb-3 flex items-center gap-1 text-muted-foreground text-sm lg:hidden">
      <Button size="sm" variant="ghost" onClick={queue.close}>
        <List aria-hidden />
        {t("queue")}
      </Button>
      <span className="mr-auto">
        {t("position", { place: pages.first + index, total: page?.total ?? 0 })}
      </span>
      {steps.map(({ label, icon: Icon, isLast, run }) => (
        <Button key={label} size="icon_sm" variant="ghost" aria-label={label} disabled={isLast} onClick={run}>
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  );
}
