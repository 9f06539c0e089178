"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { reviewQueue } from "@/messages/compiled/review-queue";
import type { ReviewQueueState } from "./use-review-queue";

/**
 * Says that what a link names is not in the list, and leads there; `children`: the record, where it can be
 * read.
 */
export function UnlistedItem<T>({
  queue: { noun, close },
  children,
}: {
  queue: ReviewQueueState<T>;
  children: ReactNode;
}) {
  const t = useMessages(reviewQueue);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p role="status" className="flex items-center gap-2 rounded-md border bg-sunken px-3 py-1.5 text-sm">
        <span className="mr-auto">{t("unlisted", { noun })}</span>
        <Button size="sm" onClick={close}>
          {t("show_list")}
        </Button>
      </p>
      {children}
    </div>
  );
}
