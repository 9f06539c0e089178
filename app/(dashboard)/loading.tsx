"use client";

import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { screen } from "@/messages/compiled/screen";

/** Keeps the place of a screen's head and first list while the server reads. */
export default function Loading() {
  const t = useMessages(screen);
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Skeleton className="mt-1.5 h-5 w-40" />
      <Skeleton className="mt-2 w-72 max-w-full" />
      <div className="mt-6 rounded-md border bg-card">
        {[62, 78, 54, 70, 66, 58].map((width) => (
          <div key={width} className="flex h-11 items-center border-b px-3 last:border-b-0">
            <Skeleton style={{ width: `${width}%` }} />
          </div>
        ))}
      </div>
    </div>
  );
}
