import type { DataTableColumn } from "./data-table-parts";

type Importance = "low" | "medium" | "high";
type Column = Pick<DataTableColumn<never>, "id" | "width" | "importance">;

/** What the title, and any other column without a width of its own, need to be read, and what the boxes of a selection take, in rem. */
const TITLE_ROOM = 16;
const FLEXIBLE_ROOM = 10;
const SELECTION_ROOM = 2.5;

/** What leaves later stands before what leaves earlier. */
const ORDER: Record<Importance, number> = { high: 1, medium: 2, low: 3 };
const orderOf = ({ importance }: Column) => (importance === undefined ? 0 : ORDER[importance]);

/** `globals.css` names these widths of a table at which a column can leave, in rem. */
const WIDTHS = { narrowest: 28, widest: 96, step: 2 };

/** What a column needs, in rem; one whose width is not in rem is flexible. */
function roomOf({ width }: Column, isTitle: boolean): number {
  const fixed = /^([\d.]+)rem$/.exec(width ?? "");
  if (fixed) return Number(fixed[1]);
  return isTitle ? TITLE_ROOM : FLEXIBLE_ROOM;
}

/**
 * The narrowest table in which each column stands, in rem, by the column's id: it has room for the column beside all
 * that are more important, of equals those before it. Columns without an importance never leave and are not listed.
 */
export function roomNeeded(
  columns: readonly Column[],
  { title_id, selectable }: { title_id: string | undefined; selectable: boolean },
): ReadonlyMap<string, number> {
  const inOrder = columns.toSorted((a, b) => orderOf(a) - orderOf(b));
  let room = selectable ? SELECTION_ROOM : 0;
  const needed = new Map<string, number>();
  for (const column of inOrder) {
    room += roomOf(column, column.id === title_id);
    if (column.importance !== undefined) needed.set(column.id, room);
  }
  return needed;
}

/** The class that takes a column out of tables narrower than `rem`. */
export function hiddenBelow(rem: number | undefined): string | undefined {
  if (rem === undefined) return undefined;
  const { narrowest, widest, step } = WIDTHS;
  const width = Math.min(widest, Math.max(narrowest, Math.ceil(rem / step) * step));
  return `sm:@max-[${width}rem]:hidden`;
}
