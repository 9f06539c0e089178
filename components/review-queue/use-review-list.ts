"use client";

import { useBusy } from "./use-busy";
import { type PageQuery, type Pages, useReviewPage } from "./use-review-page";
import { useSelection } from "./use-selection";

export type ReviewListState<T> = ReturnType<typeof useReviewList<T>>;

/** A list that is decided on in bulk: what it shows, and what of that is selected. */
export function useReviewList<T>(options: {
  /** A plural, or a name, for "… could not be loaded": "The duplicates". */
  what: string;
  query: PageQuery<T>;
  pages: Pages;
  idOf: (item: T) => string;
}) {
  const { idOf } = options;
  const page = useReviewPage(options);
  const { selection, select, toggle } = useSelection();
  const chosen = page.items.filter((item) => selection.has(idOf(item)));
  return { ...page, ...useBusy(), idOf, selection, select, toggle, chosen };
}
