import { MemorySkeleton, ReviewQueueSkeleton } from "@/components/review-queue/skeleton";

export function DriftSkeleton() {
  return (
    <ReviewQueueSkeleton label="Loading the drift queue" rows={[92, 78, 86, 70, 88, 74]}>
      <MemorySkeleton bodyHeight="16rem" />
    </ReviewQueueSkeleton>
  );
}
