"use client";

import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type SeenChange, useLiveChanges } from "@/components/pieces/live-changes";
import { readProblem } from "@/components/pieces/problem";
import { usePages } from "@/components/pieces/use-pages";
import type { Tag } from "@/lib/kernel/contract";

type Page<T> = { items: T[]; total: number; next_cursor: string | null };

export type ReviewPageOptions<T, Key extends QueryKey> = {
  /** Said when it could not be read, as a whole sentence: "The conflicts could not be loaded." */
  what: string;
  /** The query of the page that begins at the cursor. */
  read: (
    cursor: string | undefined,
  ) => Pick<UseQueryOptions<Page<T>, Error, Page<T>, Key>, "queryKey" | "queryFn" | "meta">;
  idOf: (item: T) => string;
};

/**
 * What others changed since a list was read, of what it is made of: decisions of people, and whatever was done to a record
 * that it shows. What agents store all day is no news here.
 */
function useChangedSince({
  reads,
  ids,
  since,
}: {
  reads: readonly Tag[];
  ids: readonly string[];
  since: number;
}): readonly SeenChange[] {
  return useLiveChanges().filter(
    ({ at, tags, actor, subject_ids }) =>
      at > since &&
      tags.some((tag) => reads.includes(tag)) &&
      (actor?.kind === "person" ||
        ids.some((id) => subject_ids.some((subject_id) => id.endsWith(subject_id)))),
  );
}

/** A page of a queue as it is shown. One that was decided to its end leads back to what is left. */
export function useReviewPage<T, Key extends QueryKey>({ what, read, idOf }: ReviewPageOptions<T, Key>) {
  const pages = usePages();
  const { meta, ...options } = read(pages.cursor);
  const query = useQuery<Page<T>, Error, Page<T>, Key>({
    ...options,
    meta: { ...meta, still: true },
    placeholderData: keepPreviousData,
  });
  const { data: page, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const items = page?.items ?? [];
  const changed = useChangedSince({ reads: meta?.reads ?? [], ids: items.map(idOf), since: dataUpdatedAt });
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
    /** The items are those of the page that the URL asks for. */
    isRead: page !== undefined && !isPlaceholderData,
    /** What others changed since it was read, and what shows it. */
    changed,
    showChanged: () => void refetch(),
    /** It was read, and nothing waits in it. */
    isEmpty: page !== undefined && items.length === 0 && !isDecided,
  };
}
