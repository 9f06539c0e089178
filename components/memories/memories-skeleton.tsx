"use client";

import { PageHeader } from "@/components/pieces/page-header";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { memoriesHead } from "@/messages/compiled/memories-head";

const WIDTHS = [62, 78, 54, 70, 66, 58, 81, 49, 72, 60];

/** Keeps the place of the list: its head and search are there at once, the rows follow. */
export function MemoriesSkeleton() {
  const t = useMessages(memoriesHead);
  return (
    <div aria-busy>
      <PageHeader title={t("title")} question={t("question")} />
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <Skeleton className="mb-4 h-10 w-full rounded-md" />
      <div className="flex items-start gap-6">
        <div className="flex w-52 shrink-0 flex-col gap-3.5 max-lg:hidden">
          {WIDTHS.map((width) => (
            <Skeleton key={width} style={{ width: `${width}%` }} />
          ))}
        </div>
        <div className="min-w-0 flex-1 rounded-md border bg-card pt-8">
          {WIDTHS.map((width) => (
            <div key={width} className="flex h-9 items-center border-t px-3">
              <Skeleton style={{ width: `${width}%` }} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
