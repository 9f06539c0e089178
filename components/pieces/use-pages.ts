"use client";

import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useRef } from "react";

/** The URL parameters of a keyset-paged list: the cursor of the page shown, and its number. */
export const pageParameters = { after: parseAsString, page: parseAsInteger.withDefault(1) };

/** What a change of filter sets back. */
export const FIRST_PAGE = { after: null, page: null } as const;

/**
 * Moves through a keyset-paged list; the place is in the URL. Cursors only lead forward, so the way back is remembered
 * as it is walked; where it is not known, after a reload, going back leads to the first page.
 */
export function usePages(limit: number) {
  const [{ after, page }, set] = useQueryStates(pageParameters, { history: "push" });
  const trail = useRef<(string | null)[]>([]);
  return {
    cursor: after ?? undefined,
    /** What a Pager takes, for the page of the list that was read. */
    pager: (list: { items: readonly unknown[]; next_cursor: string | null; total: number }) => ({
      first: (page - 1) * limit + 1,
      shown: list.items.length,
      total: list.total,
      onPrevious:
        page > 1
          ? () => {
              const known = trail.current.length > 0;
              const previous = trail.current.pop() ?? null;
              void set({ after: previous, page: known && page > 2 ? page - 1 : null });
            }
          : null,
      onNext:
        list.next_cursor === null
          ? null
          : () => {
              trail.current.push(after);
              void set({ after: list.next_cursor, page: page + 1 });
            },
    }),
  };
}
