"use client";

import type { ReactNode } from "react";
import { ClearSelection, SelectShown } from "@/components/pieces/selection";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { reviewQueue } from "@/messages/compiled/review-queue";
import type { ReviewQueueState } from "./use-review-queue";

/** What is selected of a queue, with the buttons that decide on it. */
export function SelectionBar<T>({
  queue: { items, page, idOf, selection, select, toggle, busy },
  onSelectAll,
  children,
}: {
  queue: ReviewQueueState<T>;
  /** Selects every page of the queue; absent where that is not offered. */
  onSelectAll: (() => void) | undefined;
  children: ReactNode;
}) {
  const t = useMessages(reviewQueue);
  const ids = items.map(idOf);
  const selected = ids.filter((id) => selection.has(id)).length;
  const total = page?.total ?? 0;
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-1.5 pl-3 text-sm">
        <SelectShown selected={selected} all={ids.length} onToggle={() => toggle(ids)} />
        {selection.size === 0 && <span className="ml-1 text-muted-foreground">{t("select_bulk")}</span>}
        {selection.size > 0 && (
          <>
            <span className="mr-auto ml-1 font-medium">{t("selected", { count: selection.size })}</span>
            {children}
            <ClearSelection onClear={() => select([])} />
          </>
        )}
      </div>
      {onSelectAll && selected === ids.length && selection.size < total && (
        <Button size="sm" variant="link" busy={busy} className="mb-2 ml-1" onClick={onSelectAll}>
          {t("select_all", { count: total })}
        </Button>
      )}
    </>
  );
}
