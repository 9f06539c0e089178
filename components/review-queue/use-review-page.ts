"use client";

import { useEffect } from "react";
import { readProblem } from "@/components/pieces/problem";
import type { usePages } from "@/components/pieces/use-pages";

export type Pages = ReturnType<typeof usePages>;

/** What a queue needs of the query that reads one page of it. */
export type PageQuery<T> = {
  data: { items: readonly T[]; total: number; next_cursor: string | null } | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

/** A page of a queue as it is shown. One that was decided to its end leads back to what is left. */
export function useReviewPage<T>({
  what,
  query,
  pages,
}: {
  /** A plural, or a name, for "… could not be loaded": "The conflicts". */
  what: string;
  query: PageQuery<T>;
  pages: Pages;
}) {
  const { data, isFetching, isPlaceholderData } = query;
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  const hasMoreElsewhere = items.length === 0 && total > 0 && !isFetching;
  const { reset } = pages;
  useEffect(() => {
    if (hasMoreElsewhere) reset();
  }, [hasMoreElsewhere, reset]);
  return {
    pages,
    page: data,
    items,
    total,
    problem: readProblem(what, query),
    isRefreshing: isPlaceholderData,
    /** It was read, and nothing waits in it. */
    isEmpty: data !== undefined && items.length === 0 && !hasMoreElsewhere,
  };
}
