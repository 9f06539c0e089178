"use client";

import { RefreshCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { reviewQueue } from "@/messages/compiled/review-queue";
import type { ReviewQueueState } from "./use-review-queue";

/** Says that others changed something in the list, and shows it when it is asked to: nothing moves by itself. */
export function ChangedBar<T>({ queue: { changed, showChanged } }: { queue: ReviewQueueState<T> }) {
  const t = useMessages(reviewQueue);
  if (changed.length === 0) return null;
  return (
    <p role="status" className="mb-2 flex items-center gap-2 rounded-md border bg-sunken px-3 py-1.5 text-sm">
      <span className="mr-auto">{t("changes", { count: changed.length })}</span>
      <Button size="sm" onClick={showChanged}>
        <RefreshCw aria-hidden />
        {t("show_changes")}
      </Button>
    </p>
  );
}

/** Who else changed an item since the list was read; an id may have the kind of its record before it. */
export function changedBy<T>({ changed }: ReviewQueueState<T>, id: string): string | null {
  const own = changed.findLast(({ subject_ids }) =>
    subject_ids.some((subject_id) => id === subject_id || id.endsWith(`:${subject_id}`)),
  );
  return own?.actor?.name ?? null;
}
