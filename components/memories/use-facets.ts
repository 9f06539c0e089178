"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { listQuery, operationQuery } from "@/lib/doors/client";
import { memoryFacets } from "@/lib/memories/contract";

type Filters = Parameters<typeof operationQuery<typeof memoryFacets>>[1];

const GROUPS = ["kind", "status", "scope", "category", "repository"] as const;
type Group = (typeof GROUPS)[number];

/** The marks that a memory may carry beside its status. */
export const MARKS = ["pinned", "addressed", "suggested", "pending", "deleted"] as const;
export type Mark = (typeof MARKS)[number];

const countsIn = (data: { value: string; count: number }[] | undefined) => {
  if (!data) return null;
  return new Map(data.map(({ value, count }) => [value, count]));
};

/**
 * How many memories each choice would leave. A group that has a choice is counted without it, so that its other
 * values say what choosing them as well would bring. Null where it is not known.
 */
export function useFacetCounts(filters: Filters) {
  const base = useQuery(listQuery(memoryFacets, filters));
  const chosen = GROUPS.filter((group) => filters[group] !== undefined);
  const others = useQueries({
    queries: chosen.map((group) => ({
      ...operationQuery(memoryFacets, { ...filters, [group]: undefined }),
      placeholderData: keepPreviousData,
    })),
  });
  const marks = useQueries({
    queries: MARKS.map((mark) => ({
      ...operationQuery(memoryFacets, { ...filters, [mark]: true }),
      placeholderData: keepPreviousData,
    })),
  });
  const of = (group: Group): ReadonlyMap<string, number> | null => {
    const at = chosen.indexOf(group);
    const data = at === -1 ? base.data : others[at]?.data;
    return countsIn(data?.[group]);
  };
  return {
    total: base.data?.total ?? null,
    kind: of("kind"),
    status: of("status"),
    scope: of("scope"),
    category: of("category"),
    repository: of("repository"),
    mark: (mark: Mark): number | null => marks[MARKS.indexOf(mark)]?.data?.total ?? null,
  };
}
