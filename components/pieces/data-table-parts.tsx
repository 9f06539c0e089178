"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";

export type DataTableColumn<Row> = {
  id: string;
  /** A word: it heads the column, and labels the value on cards. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** A CSS length. The column without one takes what remains; leave it to the one that matters most. */
  width?: string;
  align?: "left" | "right";
  sortable?: boolean;
  /** In a table too narrow for all columns the least important leave first; one without this never leaves. Cards keep all. */
  importance?: "low" | "medium" | "high";
  /** On cards: the title stands first and whole, `plain` drops the label, `hidden` leaves the card. */
  card?: "title" | "labelled" | "plain" | "hidden";
};

export type DataTableSort = { column: string; direction: "asc" | "desc" };

export const CARD = {
  title: "max-sm:order-first max-sm:basis-full max-sm:text-base",
  labelled: "",
  plain: "",
  hidden: "max-sm:hidden",
} as const;

export const HEAD =
  "sticky top-(--frame-top,0px) z-10 h-8 truncate bg-card px-2.5 text-left align-middle font-medium text-muted-foreground text-xs shadow-[inset_0_-1px_0_var(--border)] first:rounded-tl-md first:pl-3 last:rounded-tr-md last:pr-3";

// The row's link covers the row, so the whole row can be clicked, opened in a new tab, dragged; other controls lie above it.
export const ROW =
  "group/row relative border-b last:border-b-0 hover:bg-accent/60 has-[[data-row-link]:focus-visible]:bg-accent [&_:is(button,a,time[data-moment]):not([data-row-link])]:relative [&_:is(button,a,time[data-moment]):not([data-row-link])]:z-1";
const ROW_LINK =
  "block w-full text-left after:absolute after:inset-0 focus-visible:after:-outline-offset-2 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring";

const SORT_ICONS = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown } as const;

const ARIA_SORTS = { asc: "ascending", desc: "descending" } as const;

export function ariaSortOf(column: string, sort: DataTableSort | null) {
  if (sort?.column !== column) return undefined;
  return ARIA_SORTS[sort.direction];
}

/** What a cell shows; the link or the button of the row, where it has the one or the other. */
export function RowContent({
  href,
  onOpen,
  children,
}: {
  href: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}) {
  if (href !== undefined)
    return (
      <Link href={href} data-row-link="" className={ROW_LINK}>
        {children}
      </Link>
    );
  if (onOpen !== undefined)
    return (
      <button type="button" data-row-link="" className={ROW_LINK} onClick={onOpen}>
        {children}
      </button>
    );
  return <div className="min-w-0 sm:truncate [&>.inline-flex]:align-middle">{children}</div>;
}

export function SortHeader<Row>({
  column,
  sort,
  onSortChange,
}: {
  column: DataTableColumn<Row>;
  sort: DataTableSort | null;
  onSortChange: (sort: DataTableSort) => void;
}) {
  const direction = sort?.column === column.id ? sort.direction : null;
  const Icon = SORT_ICONS[direction ?? "none"];
  return (
    <button
      type="button"
      onClick={() => onSortChange({ column: column.id, direction: direction === "desc" ? "asc" : "desc" })}
      className={cn(
        "inline-flex items-center gap-1 rounded-sm hover:text-foreground",
        direction && "text-foreground",
      )}
    >
      {column.header}
      <Icon aria-hidden className={cn("size-3", !direction && "opacity-60")} />
    </button>
  );
}

/** What a group of rows is called and how to come to all of it; where it begins, this stands above its first row. */
export type RowGroup = { key: string; head: ReactNode };

/** In the first column alone, whose text goes on over the others: a cell that spans columns which leave would bring their places back. */
export function GroupHead({ head }: { head: ReactNode }) {
  return (
    <tr className="border-b max-sm:block">
      <td className="h-8 overflow-visible whitespace-nowrap px-2.5 align-middle font-medium text-sm first:pl-3 max-sm:block max-sm:h-auto max-sm:whitespace-normal max-sm:py-1.5">
        {head}
      </td>
    </tr>
  );
}
