"use client";

import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { type Place, placeBefore, trailFrom } from "./page-trail";

const parsers = { cursor: parseAsString, first: parseAsInteger.withDefault(1) };

export type Pages = ReturnType<typeof usePages>;

/**
 * The place in a keyset-paged list, kept in the URL. A cursor only leads forward, so the way back is remembered here;
 * after a reload it leads to the first page.
 */
export function usePages() {
  const [place, setPlace] = useQueryStates(parsers, { history: "push" });
  const [trail, setTrail] = useState<Place[]>([]);
  return {
    cursor: place.cursor ?? undefined,
    first: place.first,
    /** To the first page, as a changed filter demands. */
    reset: () => {
      setTrail([]);
      void setPlace(null);
    },
    onNext: (page: { next_cursor: string | null; items: readonly unknown[] } | undefined) => {
      if (page?.next_cursor)
        return () => {
          setTrail(trailFrom(trail, place));
          void setPlace({ cursor: page.next_cursor, first: place.first + page.items.length });
        };
      return null;
    },
    onPrevious:
      place.cursor === null
        ? null
        : () => {
            void setPlace(placeBefore(trail, place) ?? { cursor: null, first: null });
          },
  };
}
