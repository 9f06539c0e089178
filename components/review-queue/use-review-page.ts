"use client";

import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { readProblem } from "@/components/pieces/problem";
import { usePages } from "@/components/pieces/use-pages";

type Page<T> = { items: T[]; total: number; next_cursor: string | null };

export type ReviewPageOptions<T, Key extends QueryKey> = {
  /** A plural, or a name, for "… could not be loaded": "The conflicts". */
  what: string;
  /** The query of the page that begins at the cursor. */
  read: (
    cursor: string | undefined,
  ) => Pick<UseQueryOptions<Page<T>, Error, Page<T>, Key>, "queryKey" | "queryFn">;
  idOf: (item: T) => string;
};

/** A page of a queue as it is shown. One that was decided to its end leads back to what is left. */
export function useReviewPage<T, Key extends QueryKey>({ what, read, idOf }: ReviewPageOptions<T, Key>) {
  const pages = usePages();
  const query = useQuery<Page<T>, Error, Page<T>, Key>({
    ...read(pages.cursor),
    placeholderData: keepPreviousData,
  });
  const { data: page, isFetching, isPlaceholderData } = query;
  const items = page?.items ?? [];
  const isDecided = page !== undefined && items.length === 0 && page.total > 0 && !isFetching;
  const { reset } = pages;
  useEffect(() => {
    if (isDecided) reset();
  }, [isDecided, reset]);
  return {
    pages,
    page,
    items,
    idOf,
    problem: readProblem(what, query),
    isRefreshing: isPlaceholderData,
    /** It was read, and nothing waits in it. */
    isEmpty: page !== undefined && items.length === 0 && !isDecided,
  };
}
