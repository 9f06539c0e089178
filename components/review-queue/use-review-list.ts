"use client";

import type { QueryKey } from "@tanstack/react-query";
import { useBusy } from "./use-busy";
import { type ReviewPageOptions, useReviewPage } from "./use-review-page";
import { useSelection } from "./use-selection";

export type ReviewListState<T> = ReturnType<typeof useReviewList<T, QueryKey>>;

/** A list that is decided on in bulk: what it shows, and what of that is selected. */
export function useReviewList<T, Key extends QueryKey>(options: ReviewPageOptions<T, Key>) {
  const page = useReviewPage(options);
  const selecting = useSelection(options.read(undefined).queryKey);
  const chosen = page.items.filter((item) => selecting.selection.has(page.idOf(item)));
  return { ...page, ...selecting, ...useBusy(), chosen };
}
