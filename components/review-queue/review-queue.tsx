"use client";

import type { ReactNode } from "react";
import { type ListOf, ListTools } from "@/components/pieces/list-tools";
import { PagerOf } from "@/components/pieces/pager";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { ActionBar, type ReviewAction } from "./actions";
import { ChangedBar, changedBy } from "./changed";
import { QueuePosition } from "./position";
import { QueueFoot } from "./queue-foot";
import { ReviewQueueRow, type RowContent } from "./row";
import { SelectionBar } from "./selection-bar";
import { UnlistedItem } from "./unlisted-item";
import { useReviewKeys } from "./use-review-keys";
import type { ReviewQueueState } from "./use-review-queue";

type ReviewQueueProps<T> = {
  queue: ReviewQueueState<T>;
  /** The name of the list. */
  label: string;
  /** The heading of its keys, where that is not the name of the list. */
  group?: string;
  filters: ReactNode;
  /** Its saved views and its file. */
  list?: Omit<ListOf, "total">;
  skeleton: ReactNode;
  /** Why nothing waits. */
  empty: ReactNode;
  /** The page that Enter opens. */
  page: { label: string; hrefOf: (item: T) => string };
  /** What can be done with the open item, in the order of the list of keys. */
  actions: (item: T) => readonly ReviewAction[];
  /** The keys of the actions that have a button, in the order of the buttons. */
  buttons: readonly string[];
  canDecide: boolean;
  /** Decides on everything that is selected; absent where nothing can be selected. */
  bulkButtons?: ReactNode;
  onSelectAll?: () => void;
  row: (item: T) => RowContent;
  /** The open item, with the buttons that decide on it. */
  detail: (item: T, buttons: ReactNode) => ReactNode;
  /** What a link names and the list does not hold, read by its id; absent where that cannot be. */
  unlisted?: (id: string) => ReactNode;
  /** Whether a small screen keeps the buttons at its foot. */
  hasFoot?: boolean;
};

/**
 * Items that wait for a decision: the list at the left, the open one at the right. Each decision is one key, and leads on
 * to the next. On a small screen one item is seen at a time.
 */
export function ReviewQueue<T>(props: ReviewQueueProps<T>) {
  const { queue, label, group = label, page, canDecide, bulkButtons } = props;
  const { current, problem, items, unlistedId } = queue;
  const actions = current === undefined ? [] : props.actions(current);
  // What decides on several asks beside the open item.
  const canSelect = canDecide && bulkButtons !== undefined && current !== undefined;
  useReviewKeys({ queue, group, actions, page, canDecide, canSelect });
  return (
    <>
      <div className={cn(queue.isOpen && "max-lg:hidden")}>
        {props.list && <ListTools list={{ ...props.list, total: queue.page?.total }} />}
        {props.filters}
      </div>
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      {queue.page === undefined && problem === null && props.skeleton}
      {queue.isEmpty && unlistedId === null && (
        <div data-total={0} className="rounded-md border bg-card">
          {props.empty}
        </div>
      )}
      <div className={cn("grid items-start gap-4", items.length > 0 && "lg:grid-cols-[19rem_minmax(0,1fr)]")}>
        {items.length > 0 && <QueueList {...props} canSelect={canSelect} />}
        {current !== undefined && (
          <OpenItem {...props} current={current} bar={<ActionBar actions={actions} keys={props.buttons} />} />
        )}
        {unlistedId !== null && <UnlistedItem queue={queue}>{props.unlisted?.(unlistedId)}</UnlistedItem>}
      </div>
    </>
  );
}

/** The list, which stays in sight on a wide screen; on a small one it gives way to what is open. */
function QueueList<T>({
  queue,
  canSelect,
  label,
  bulkButtons,
  onSelectAll,
  row,
}: ReviewQueueProps<T> & { canSelect: boolean }) {
  const { isRefreshing, idOf, current } = queue;
  return (
    <div
      className={cn(
        "min-w-0 lg:sticky lg:top-[calc(var(--frame-top,0px)+1rem)] lg:max-h-[calc(100dvh-var(--frame-top,0px)-2rem)] lg:overflow-y-auto lg:p-px",
        queue.isOpen && "max-lg:hidden",
      )}
    >
      {canSelect && (
        <SelectionBar queue={queue} onSelectAll={onSelectAll}>
          {bulkButtons}
        </SelectionBar>
      )}
      <ChangedBar queue={queue} />
      <ol
        ref={queue.list}
        aria-label={label}
        aria-busy={isRefreshing}
        className={cn("min-w-0 rounded-md border bg-card", isRefreshing && "opacity-70")}
      >
        {queue.items.map((item) => (
          <ReviewQueueRow
            key={idOf(item)}
            marker={{ [queue.marker]: idOf(item) }}
            content={row(item)}
            isOpen={item === current}
            isSelected={queue.selection.has(idOf(item))}
            changedBy={changedBy(queue, idOf(item))}
            onShow={() => queue.show(item)}
            onToggle={canSelect && (() => queue.toggle([idOf(item)]))}
          />
        ))}
      </ol>
      <PagerOf pages={queue.pages} page={queue.page} busy={isRefreshing} />
    </div>
  );
}

function OpenItem<T>({
  queue,
  current,
  bar,
  detail,
  hasFoot = false,
}: ReviewQueueProps<T> & { current: T; bar: ReactNode }) {
  return (
    <div className={cn("min-w-0", !queue.isOpen && "max-lg:hidden")}>
      <QueuePosition queue={queue} />
      {detail(current, bar)}
      {hasFoot && queue.isOpen && <QueueFoot>{bar}</QueueFoot>}
    </div>
  );
}
