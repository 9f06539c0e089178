"use client";

import type { ReactNode } from "react";
import { useMessages } from "@/components/ui/messages";
import { reviewQueue } from "@/messages/compiled/review-queue";

/** The filters of a queue of memories, with how many wait. */
export function QueueFilters({
  total,
  children,
}: {
  /** Undefined while it is unknown. */
  total: number | undefined;
  children: ReactNode;
}) {
  const t = useMessages(reviewQueue);
  return (
    <search aria-label={t("filters")} className="mb-3 flex flex-wrap items-center gap-2">
      {children}
      {total !== undefined && (
        <p className="text-muted-foreground text-sm lg:ml-auto">
          {t.rich("waiting", {
            memories: total,
            count: (content) => <span className="font-medium text-foreground">{content}</span>,
          })}
        </p>
      )}
    </search>
  );
}
