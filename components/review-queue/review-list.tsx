"use client";

import { List } from "lucide-react";
import type { ReactNode } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { ListExport } from "@/components/pieces/list-export";
import { PagerOf } from "@/components/pieces/pager";
import { ClearSelection, SelectShown } from "@/components/pieces/selection";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { type Shortcut, useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import type { QueryContract } from "@/lib/kernel/contract";
import { reviewQueue } from "@/messages/compiled/review-queue";
import { undoLastDecision } from "./undo";
import type { ReviewListState } from "./use-review-list";

/** Items in one frame, or each in a frame of its own. */
const LAYOUTS = {
  rows: { list: "rounded-md border bg-card", item: "border-b last:border-b-0" },
  cards: { list: "flex flex-col gap-3", item: "rounded-md border bg-card" },
};

type ReviewListProps<T> = {
  list: ReviewListState<T>;
  title: string;
  canDecide: boolean;
  /** Decides on what is selected, by its buttons and by a key. */
  buttons: ReactNode;
  shortcut: Shortcut;
  onClose: () => void;
  /** Said above the items. */
  note?: ReactNode;
  /** Why there is nothing. */
  empty: ReactNode;
  layout: keyof typeof LAYOUTS;
  /** The text that tells an item apart when it is selected. */
  textOf: (item: T) => string;
  row: (item: T) => ReactNode;
  /** What its file holds. */
  exported: { contract: QueryContract; input: object };
};

/** Items that are decided on in bulk: the title and what is selected, the items, or why there are none. */
export function ReviewList<T>(props: ReviewListProps<T>) {
  const t = useMessages(reviewQueue);
  const { list, title, canDecide, shortcut, exported } = props;
  const { page, problem } = list;
  useShortcuts(
    [
      { ...shortcut, when: canDecide && list.chosen.length > 0 },
      { keys: DECISION_KEYS.undo, label: t("undo_last"), when: canDecide, run: undoLastDecision },
    ],
    title,
  );
  return (
    <section aria-label={title}>
      <ListHead {...props} />
      {problem !== null && <ErrorState {...problem} className="mb-3" />}
      {page === undefined && problem === null && <Skeleton className="h-48" />}
      {list.isEmpty && (
        <div data-total={0} className="rounded-md border bg-card">
          {props.empty}
        </div>
      )}
      {list.items.length > 0 && (
        <>
          {props.note}
          <Items {...props} />
          <PagerOf pages={list.pages} page={page} busy={list.isRefreshing} />
          <ListExport {...exported} total={page?.total} />
        </>
      )}
    </section>
  );
}

/** What the list is of, what is selected, and what can be done with that. */
function ListHead<T>({ list, title, canDecide, buttons, onClose }: ReviewListProps<T>) {
  const t = useMessages(reviewQueue);
  const { items, chosen, idOf, select } = list;
  const selectShown = () => select(chosen.length === items.length ? [] : items.map(idOf));
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2">
      <Button size="sm" variant="ghost" className="lg:hidden" onClick={onClose}>
        <List aria-hidden />
        {t("all_reasons")}
      </Button>
      <h2 className="mr-auto font-medium text-base">{title}</h2>
      {canDecide && chosen.length > 0 && (
        <>
          <span className="font-medium text-sm">{t("selected", { count: chosen.length })}</span>
          {buttons}
          <ClearSelection onClear={() => select([])} />
        </>
      )}
      {canDecide && items.length > 0 && (
        <SelectShown selected={chosen.length} all={items.length} onToggle={selectShown} />
      )}
    </div>
  );
}

function Items<T>({ list, title, canDecide, layout, textOf, row }: ReviewListProps<T>) {
  const t = useMessages(reviewQueue);
  const classes = LAYOUTS[layout];
  return (
    <ol aria-label={title} className={classes.list}>
      {list.items.map((item) => {
        const id = list.idOf(item);
        return (
          <li key={id} className={cn("relative flex gap-2.5 px-3 py-2.5", classes.item)}>
            {canDecide && (
              <Checkbox
                aria-label={t("select_named", { text: textOf(item).slice(0, 80) })}
                checked={list.selection.has(id)}
                onCheckedChange={() => list.toggle([id])}
                className="mt-0.5"
              />
            )}
            {row(item)}
          </li>
        );
      })}
    </ol>
  );
}
