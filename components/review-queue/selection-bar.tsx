"use client";

import { formatCount } from "@/components/pieces/format";
import { ClearSelection, SelectShown } from "@/components/pieces/selection";
import { Button } from "@/components/ui/button";
import { type BulkAction, BulkButtons } from "./actions";
import { countOnPage, togglePage } from "./selection";
import type { ReviewQueueState } from "./use-review-queue";

/** What is selected of a queue, with the buttons that decide on it. */
export function SelectionBar<T>({
  queue: { items, idOf, selection, select, total, busy },
  actions,
  onSelectAll,
}: {
  queue: ReviewQueueState<T>;
  actions: readonly BulkAction[];
  /** Selects every page of the queue; absent where that is not offered. */
  onSelectAll?: (() => void) | undefined;
}) {
  const page = items.map(idOf);
  const selected = countOnPage({ selection, page });
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-1.5 pl-3 text-sm">
        <SelectShown
          selected={selected}
          all={page.length}
          onToggle={() => select(togglePage({ selection, page }))}
        />
        {selection.size === 0 && (
          <span className="ml-1 text-muted-foreground">Select to decide on several</span>
        )}
        {selection.size > 0 && (
          <>
            <span className="mr-auto ml-1 font-medium">{formatCount(selection.size)} selected</span>
            <BulkButtons actions={actions} />
            <ClearSelection onClear={() => select([])} />
          </>
        )}
      </div>
      {onSelectAll !== undefined && selected === page.length && selection.size < total && (
        <Button size="sm" variant="link" busy={busy} className="mb-2 ml-1" onClick={onSelectAll}>
          Select all {formatCount(total)}
        </Button>
      )}
    </>
  );
}
