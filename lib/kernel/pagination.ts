import { z } from "zod";
import { AppError } from "./errors";
import { idSchema } from "./ids";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./row-limits";

export { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE };

/** Fields every list takes. `cursor` is opaque: the `next_cursor` of the page before. */
export const pageInput = {
  cursor: z.string().max(500).optional().meta({ description: "`next_cursor` of the page before" }),
  limit: z
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .meta({ description: `Rows per page, 1–${MAX_PAGE_SIZE}` }),
};

export const totalSchema = z.int().min(0).meta({ description: "Total number of matching rows" });

/** A page of a list: its rows, the cursor of the next page (null at the end) and the true number of all that match. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable(),
    total: totalSchema,
  });
}

/** The page that a caller asks for, as queries take it. */
export type Paging = { cursor?: string; limit: number };

export type Page<T> = { items: T[]; next_cursor: string | null; total: number };

const keySchema = z.object({ at: z.iso.datetime({ offset: true }), id: idSchema });
/** The position after which a page starts: the sort time and id of the last row shown. */
export type PageKey = z.infer<typeof keySchema>;

export function encodeCursor(key: PageKey): string {
  return btoa(JSON.stringify([key.at, key.id]))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @throws AppError invalid_input when the cursor was not made by `encodeCursor`. */
export function decodeCursor(cursor: string): PageKey {
  try {
    const [at, id] = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))) as unknown[];
    return keySchema.parse({ at, id });
  } catch (cause) {
    const detail = "is not a cursor of this list; leave it out to start from the first page";
    throw new AppError("invalid_input", `cursor: ${detail}`, {
      cause,
      errors: [{ pointer: "/cursor", detail }],
    });
  }
}

/** What a list by id, the newest first, has in its `where` to begin after the cursor; ids begin with their time. */
export function afterCursor(cursor: string | undefined): { id?: { lt: string } } {
  if (cursor === undefined) return {};
  return { id: { lt: decodeCursor(cursor).id } };
}

/** The same for a list by id, the oldest first. */
export function afterCursorUpwards(cursor: string | undefined): { id?: { gt: string } } {
  if (cursor === undefined) return {};
  return { id: { gt: decodeCursor(cursor).id } };
}

type Earlier<Moment extends string> = {
  OR?: ({ [M in Moment]?: { lt: string } } | ({ [M in Moment]?: string } & { id: { lt: string } }))[];
};

/** The same for a list by a moment, the latest first; what has the same moment goes by its id. */
export function earlierThanCursor<Moment extends string>(
  moment: Moment,
  cursor: string | undefined,
): Earlier<Moment> {
  if (cursor === undefined) return {};
  const { at, id } = decodeCursor(cursor);
  const before: { [M in Moment]?: { lt: string } } = {};
  before[moment] = { lt: at };
  const sameTime: { [M in Moment]?: string } = {};
  sameTime[moment] = at;
  return { OR: [before, { ...sameTime, id: { lt: id } }] };
}

/** The position that a cursor names; null for the first page. */
export function positionOf(cursor: string | undefined): PageKey | null {
  if (cursor === undefined) return null;
  return decodeCursor(cursor);
}

/**
 * Cuts `limit + 1` fetched rows into a page. Fetching one row more than asked tells whether another page exists
 * without a second query.
 */
export function toPage<T>(rows: T[], limit: number, total: number, key: (row: T) => PageKey): Page<T> {
  const next_cursor = nextCursor(rows, limit, (last) => encodeCursor(key(last)));
  return { items: rows.slice(0, limit), total, next_cursor };
}

/** The cursor of the next page, from `limit + 1` fetched rows and the last one that this page shows. */
export function nextCursor<T>(
  rows: readonly T[],
  limit: number,
  cursorOf: (last: T) => string,
): string | null {
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return null;
  return cursorOf(last);
}

/** The page of a list that has nothing in it. */
export const EMPTY_PAGE = { items: [], next_cursor: null, total: 0 };
