"use client";

import { X } from "lucide-react";
import { Fragment, type ReactNode, useRef } from "react";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { ErrorState, type ErrorStateProps } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { lists } from "@/messages/compiled/lists";
import { hiddenBelow, roomNeeded } from "./column-room";
import {
  ariaSortOf,
  CARD,
  type DataTableColumn,
  type DataTableSort,
  GroupHead,
  HEAD,
  ROW,
  RowContent,
  type RowGroup,
  SortHeader,
} from "./data-table-parts";
import { checkedOf, selectionInWords, toggled } from "./selection";

export type { DataTableColumn } from "./data-table-parts";

export type DataTableProps<Row> = {
  /** Names the table for assistive technology: "Memories". */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** Undefined while the first page loads; keep the old rows while a new page does. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Where a row leads. Exactly one of this and `onOpen`, unless rows lead nowhere. */
  rowHref?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** Keys that act on the row that has the focus. */
  rowKeys?: readonly { keys: string; label: string; run: (row: Row) => void }[];
  /** The row shown in the drawer. */
  open_id?: string | null;
  selection?: readonly string[];
  onSelectionChange?: (ids: string[]) => void;
  /** The buttons of the bar that appears with a selection. */
  bulkActions?: (ids: readonly string[]) => ReactNode;
  sort?: DataTableSort | null;
  onSortChange?: (sort: DataTableSort) => void;
  /** Ids of columns the person took away. */
  hidden_columns?: readonly string[];
  density?: "compact" | "comfortable";
  /** The group that a row is of; rows of a group stand one after the other. */
  groupOf?: (row: Row) => RowGroup;
  refreshing?: boolean;
  empty?: ReactNode;
  error?: ErrorStateProps | null;
  /** Skeleton rows while loading. */
  skeleton_rows?: number;
  className?: string;
};

/**
 * A list of rows: a table of 36 px rows with a head that stays, cards below 640 px, one DOM for both. Paging and sorting
 * happen on the server; this shows a page. Keys: j and k move, Enter opens, x selects. Say the whole list with a Pager below.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowId,
  rowHref,
  onOpen,
  rowKeys = [],
  open_id = null,
  selection = [],
  onSelectionChange,
  bulkActions,
  sort = null,
  onSortChange,
  hidden_columns = [],
  density = "compact",
  groupOf,
  refreshing = false,
  empty,
  error,
  skeleton_rows = 10,
  className,
}: DataTableProps<Row>) {
  const t = useMessages(lists);
  const body = useRef<HTMLTableSectionElement>(null);
  const lastFocused = useRef(-1);
  const selectable = onSelectionChange !== undefined;
  const opens = rowHref !== undefined || onOpen !== undefined;

  const visible = columns.filter(({ id }) => !hidden_columns.includes(id));
  const titleId = visible.find((column) => column.card === "title")?.id ?? visible[0]?.id;
  const needed = roomNeeded(visible, { title_id: titleId, selectable });
  const tableRows = (rows ?? []).map((row) => ({ id: rowId(row), row }));
  const selected = new Set(selection);
  const ids = tableRows.map(({ id }) => id);
  const selectedHere = ids.filter((id) => selected.has(id)).length;

  const select = (next: string[]) => {
    onSelectionChange?.(next);
    announce(selectionInWords({ t, count: next.length }));
  };
  const toggle = (id: string) => select(toggled(selection, id));

  const focusables = () => [
    ...(body.current?.querySelectorAll<HTMLElement>(
      opens ? "[data-row-link]" : "[data-row] [role=checkbox]",
    ) ?? []),
  ];
  const move = (step: 1 | -1) => {
    const targets = focusables();
    if (targets.length === 0) return;
    const next = Math.min(targets.length - 1, Math.max(0, lastFocused.current + step));
    targets[next]?.focus();
    targets[next]?.scrollIntoView({ block: "nearest" });
  };
  const moving = tableRows.length > 0 && (opens || selectable);
  useShortcuts(
    [
      { keys: "j", label: t("next_row"), when: moving, run: () => move(1) },
      { keys: "k", label: t("previous_row"), when: moving, run: () => move(-1) },
      {
        keys: "Enter",
        label: t("open_row"),
        when: moving && opens,
        run: () => focusables()[lastFocused.current]?.click(),
      },
      ...rowKeys.map(({ keys, label, run }) => ({
        keys,
        label,
        when: moving,
        run: () => {
          const focused = tableRows[lastFocused.current];
          if (focused) run(focused.row);
        },
      })),
      {
        keys: "x",
        label: t("select_row"),
        when: moving && selectable,
        run: () => {
          const id = ids[lastFocused.current];
          if (id !== undefined) toggle(id);
        },
      },
    ],
    label,
  );

  const cellPadding = density === "compact" ? "sm:h-9 sm:py-1" : "sm:h-11 sm:py-2";
  const cellClasses = (column: DataTableColumn<Row>) =>
    cn(
      "min-w-0 align-middle max-sm:inline-flex max-sm:wrap-anywhere max-sm:max-w-full max-sm:items-center max-sm:gap-1.5 sm:px-2.5 sm:first:pl-3 sm:last:pr-3",
      cellPadding,
      column.align === "right" && "sm:text-right",
      hiddenBelow(needed.get(column.id)),
      CARD[column.card ?? (column.id === titleId ? "title" : "labelled")],
    );

  if (error) return <ErrorState {...error} className={cn(error.className, className)} />;
  return (
    <div className={cn("@container min-w-0", className)}>
      {selection.length > 0 && (
        <div className="sticky top-(--frame-top,0px) z-20 mb-2 flex min-h-10 flex-wrap items-center gap-2 rounded-md border border-primary/40 bg-primary-soft px-3 py-1 text-sm">
          <span className="mr-2 font-medium">{t("selected", { count: selection.length })}</span>
          {bulkActions?.(selection)}
          <Button variant="ghost" size="sm" className="ml-auto" onClick={() => select([])}>
            <X aria-hidden />
            {t("clear")}
          </Button>
        </div>
      )}
      <div className="rounded-md border bg-card">
        <table
          aria-label={label}
          aria-busy={rows === undefined || refreshing}
          className="w-full table-fixed border-collapse text-sm max-sm:block"
        >
          <thead className="max-sm:sr-only">
            <tr>
              {selectable && (
                <th scope="col" className={cn(HEAD, "w-10")}>
                  <Checkbox
                    aria-label={t("select_rows_shown", { count: ids.length })}
                    checked={checkedOf(selectedHere, ids.length)}
                    disabled={ids.length === 0}
                    onCheckedChange={() =>
                      select(
                        selectedHere === ids.length
                          ? selection.filter((id) => !ids.includes(id))
                          : [...new Set([...selection, ...ids])],
                      )
                    }
                  />
                </th>
              )}
              {visible.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  style={{ width: column.width }}
                  aria-sort={ariaSortOf(column.id, sort)}
                  className={cn(
                    HEAD,
                    column.align === "right" && "text-right",
                    hiddenBelow(needed.get(column.id)),
                  )}
                >
                  {column.sortable && onSortChange ? (
                    <SortHeader column={column} sort={sort} onSortChange={onSortChange} />
                  ) : (
                    column.header
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} className={cn("max-sm:block", refreshing && "opacity-70")}>
            {rows === undefined &&
              Array.from({ length: skeleton_rows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <tr key={index} className="border-b last:border-b-0 max-sm:block max-sm:px-3 max-sm:py-2.5">
                  {selectable && <td className="max-sm:hidden" />}
                  {visible.map((column) => (
                    <td
                      key={column.id}
                      className={cn(cellClasses(column), column.id !== titleId && "max-sm:hidden")}
                    >
                      <Skeleton
                        style={{ width: column.id === titleId ? `${58 + ((index * 37) % 35)}%` : "60%" }}
                        className={cn(column.align === "right" && "sm:ml-auto")}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            {tableRows.map(({ id, row }, index) => {
              const href = rowHref?.(row);
              const before = tableRows[index - 1];
              const group = groupOf?.(row);
              const begins = group && (!before || groupOf?.(before.row).key !== group.key);
              return (
                <Fragment key={id}>
                  {begins && <GroupHead head={group.head} />}
                  <tr
                    data-row=""
                    data-open={open_id === id || undefined}
                    onFocus={() => {
                      lastFocused.current = index;
                    }}
                    className={cn(
                      ROW,
                      "max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-3 max-sm:py-2.5",
                      selected.has(id) && "bg-primary-soft/60 hover:bg-primary-soft",
                      open_id === id && "bg-accent shadow-[inset_2px_0_0_var(--primary)]",
                    )}
                  >
                    {selectable && (
                      <td className="align-middle max-sm:order-last max-sm:ml-auto sm:pl-3">
                        <Checkbox
                          aria-label={t("select_row")}
                          checked={selected.has(id)}
                          onCheckedChange={() => toggle(id)}
                        />
                      </td>
                    )}
                    {visible.map((column) => {
                      const content = column.cell(row);
                      const isTitle = column.id === titleId;
                      return (
                        <td key={column.id} className={cellClasses(column)}>
                          {!isTitle && column.card !== "plain" && (
                            <span aria-hidden className="text-muted-foreground text-xs sm:hidden">
                              {column.header}
                            </span>
                          )}
                          <RowContent
                            href={isTitle ? href : undefined}
                            onOpen={isTitle && onOpen !== undefined ? () => onOpen(row) : undefined}
                          >
                            {content}
                          </RowContent>
                        </td>
                      );
                    })}
                  </tr>
                </Fragment>
              );
            })}
          </tbody>
        </table>
        {/* Not in a cell: one that spans columns which leave a narrow table would bring their places back. */}
        {rows !== undefined &&
          tableRows.length === 0 &&
          (empty ?? <p className="px-3 py-6 text-muted-foreground">{t("no_rows")}</p>)}
      </div>
    </div>
  );
}
