"use client";

import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";
import { useMessages } from "@/components/ui/messages";
import { citationsLoading } from "@/messages/compiled/citations-loading";

export function DriftSkeleton() {
  const t = useMessages(citationsLoading);
  return (
    <ReviewQueueSkeleton label={t("drift")} rows={[92, 78, 86, 70, 88, 74]}>
      <MemorySkeleton bodyHeight="16rem" />
    </ReviewQueueSkeleton>
  );
}
