"use client";

import type { ReactNode } from "react";
import { ReadProblem } from "@/components/pieces/problem";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";

type PanelQuery = {
  error: Error | null;
  refetch: () => unknown;
  isFetching: boolean;
  data: unknown;
};

type PanelProps = { label: string; query: PanelQuery; height: number; children: ReactNode };

function PanelContent({ label, query, height, children }: PanelProps) {
  const t = useMessages(reviewsCharts);
  if (query.error !== null)
    return <ReadProblem happened={t("unreadable", { chart: label })} reading={query} />;
  if (query.data === undefined)
    return (
      <div aria-busy style={{ height: height + 36 }} className="flex flex-col gap-3">
        <Skeleton className="w-56" />
        <Skeleton className="flex-1" />
      </div>
    );
  return children;
}

/** A chart of the page with the states of its query. */
export function Panel(props: PanelProps) {
  return (
    <section aria-label={props.label} className="min-w-0 rounded-md border bg-card p-3 sm:p-4">
      <PanelContent {...props} />
    </section>
  );
}
