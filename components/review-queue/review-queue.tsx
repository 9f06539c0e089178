"use client";

import type { ReactNode } from "react";
import { Pager } from "@/components/pieces/pager";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { ActionBar, type BulkAction, type ReviewAction } from "./actions";
import { QueuePosition } from "./position";
import { ReviewQueueRow, type RowContent } from "./row";
import { SelectionBar } from "./selection-bar";
import { type OpensPage, useReviewKeys } from "./use-review-keys";
import type { ReviewQueueState } from "./use-review-queue";

type ReviewQueueProps<T> = {
  queue: ReviewQueueState<T>;
  /** The name of the list. */
  label: string;
  /** The heading of its keys, where that is not the name of the list. */
  group?: string;
  filters: ReactNode;
  skeleton: ReactNode;
  /** Why nothing waits. */
  empty: ReactNode;
  opens: OpensPage<T>;
  /** What can be done with the open item, in the order of the list of keys. */
  actions: (item: T) => readonly ReviewAction[];
  /** The keys of the actions that have a button, in the order of the buttons. */
  buttons: readonly string[];
  /** Whether decisions are kept at the foot of a small screen. */
  hasFoot?: boolean;
  canUndo: boolean;
  /** What can be done with everything that is selected; null where nothing can be selected. */
  bulkActions: readonly BulkAction[] | null;
  onSelectAll?: () => void;
  row: (item: T) => RowContent;
  /** The open item, with the buttons that decide on it. */
  detail: (item: T, buttons: ReactNode) => ReactNode;
};

/**
 * Items that wait for a decision: the list at the left, the open one at the right. Each decision is one key, and leads on
 * to the next. On a small screen one item is seen at a time.
 */
export function ReviewQueue<T>(props: ReviewQueueProps<T>) {
  const { queue, label, group = label, opens, canUndo, bulkActions, filters } = props;
  const { current, problem } = queue;
  const actions = current === undefined ? [] : props.actions(current);
  useReviewKeys({ queue, group, actions, opens, canUndo, canSelect: bulkActions !== null });
  return (
    <>
      <div className={cn(queue.isOpen && "max-lg:hidden")}>{filters}</div>
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      {queue.page === undefined && problem === null && props.skeleton}
      {queue.isEmpty && <div className="rounded-md border bg-card">{props.empty}</div>}
      {current !== undefined && (
        <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
          <QueueList {...props} current={current} />
          <OpenItem {...props} current={current} actions={actions} />
        </div>
      )}
    </>
  );
}

/** The list, which stays in sight on a wide screen; on a small one it gives way to what is open. */
function QueueList<T>({
  queue,
  current,
  label,
  bulkActions,
  onSelectAll,
  row,
}: ReviewQueueProps<T> & { current: T }) {
  const { items, idOf, isRefreshing, pages } = queue;
  const toggleOf = (id: string) => {
    if (bulkActions === null) return null;
    return () => queue.toggle(id);
  };
  return (
    <div
      className={cn(
        "min-w-0 lg:sticky lg:top-[calc(var(--frame-top,0px)+1rem)] lg:max-h-[calc(100dvh-var(--frame-top,0px)-2rem)] lg:overflow-y-auto lg:p-px",
        queue.isOpen && "max-lg:hidden",
      )}
    >
      {bulkActions !== null && <SelectionBar queue={queue} actions={bulkActions} onSelectAll={onSelectAll} />}
      <ol
        ref={queue.list}
        aria-label={label}
        aria-busy={isRefreshing}
        className={cn("min-w-0 rounded-md border bg-card", isRefreshing && "opacity-70")}
      >
        {items.map((item) => (
          <ReviewQueueRow
            key={idOf(item)}
            marker={[queue.marker, idOf(item)]}
            content={row(item)}
            isOpen={item === current}
            isSelected={queue.selection.has(idOf(item))}
            onShow={() => queue.show(item)}
            onToggle={toggleOf(idOf(item))}
          />
        ))}
      </ol>
      <Pager
        first={pages.first}
        shown={items.length}
        total={queue.total}
        onPrevious={pages.onPrevious}
        onNext={pages.onNext(queue.page)}
        busy={isRefreshing}
      />
    </div>
  );
}

function OpenItem<T>({
  queue,
  current,
  actions,
  buttons,
  hasFoot = false,
  detail,
}: Omit<ReviewQueueProps<T>, "actions"> & { current: T; actions: readonly ReviewAction[] }) {
  const bar = <ActionBar actions={actions} keys={buttons} />;
  return (
    <div className={cn("min-w-0", !queue.isOpen && "max-lg:hidden")}>
      <QueuePosition queue={queue} />
      {detail(current, bar)}
      {hasFoot && queue.isOpen && (
        <div
          data-bottom-bar=""
          className="-mx-4 sm:-mx-6 sticky bottom-0 z-20 mt-4 border-t bg-background px-4 py-2.5 sm:px-6 lg:hidden"
        >
          {bar}
        </div>
      )}
    </div>
  );
}
