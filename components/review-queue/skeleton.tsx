import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";

/** A queue that is being read. */
export function ReviewQueueSkeleton({
  label,
  rows = [92, 78, 86, 70],
  children,
}: {
  label: string;
  /** Widths of the lines of the list, per cent; each different. */
  rows?: readonly number[];
  /** In the place of the item that is open. */
  children: ReactNode;
}) {
  return (
    <div aria-busy className="grid gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <span className="sr-only">{label}</span>
      <div className="rounded-md border bg-card">
        {rows.map((width) => (
          <div key={width} className="flex flex-col gap-2 border-b px-3 py-3 last:border-b-0">
            <Skeleton style={{ width: `${width}%` }} />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}

/** A memory that is being read. */
export function MemorySkeleton({ bodyHeight }: { bodyHeight: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 max-lg:hidden">
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="mt-3 w-full" style={{ height: bodyHeight }} />
    </div>
  );
}
