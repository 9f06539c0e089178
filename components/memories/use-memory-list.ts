"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { readProblem } from "@/components/pieces/problem";
import { usePages } from "@/components/pieces/use-pages";
import { useSelectedIds } from "@/components/pieces/use-selected-ids";
import { useMessages } from "@/components/ui/messages";
import { listQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import {
  MAX_SEARCH_RESULTS,
  MEMORY_KINDS,
  MEMORY_SCOPES,
  MEMORY_STATUSES,
  memoryList,
  memorySearch,
  type SinceMark,
} from "@/lib/memories/contract";
import { memories } from "@/messages/compiled/memories";
import { vocabulary } from "@/messages/compiled/vocabulary";
import {
  FIRST_PAGE,
  facetsInput,
  isFiltered,
  listInput,
  memoryParameters,
  NO_FILTERS,
  searchInput,
} from "./filters";
import { isOneOf } from "./is-one-of";
import type { Row } from "./memory-columns";
import { facetsOf } from "./memory-facets";
import { MARKS, useFacetCounts } from "./use-facets";

const TYPING_MS = 250;

/** The value once it no longer changes: a search for every letter would only be thrown away. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  if (value === "") return "";
  return settled;
}

const marksOf = (marks: readonly SinceMark[] | undefined) =>
  new Map(marks?.map((mark) => [mark.memory_id, mark]));

const rowsOf = (page: OutputOf<typeof memoryList> | undefined): Row[] | undefined => {
  const marks = marksOf(page?.as_of?.marks);
  return page?.items.map((memory) => ({
    memory,
    match: null,
    relevance_floor: 0,
    mark: marks.get(memory.id) ?? null,
  }));
};

const matchesOf = (result: OutputOf<typeof memorySearch> | undefined): Row[] | undefined => {
  const marks = marksOf(result?.as_of?.marks);
  return result?.items.map((match) => ({
    memory: match.memory,
    match,
    relevance_floor: result.relevance_floor,
    mark: marks.get(match.memory.id) ?? null,
  }));
};

/** What a choice in a facet changes in the address. */
function facetChange(key: string, selected: string[]) {
  const last = selected.at(-1) ?? null;
  switch (key) {
    case "kind":
      return { kind: selected.filter((value) => isOneOf(MEMORY_KINDS, value)) };
    case "status":
      return { status: selected.filter((value) => isOneOf(MEMORY_STATUSES, value)) };
    case "scope":
      return { scope: selected.filter((value) => isOneOf(MEMORY_SCOPES, value)) };
    // One at a time: choosing another takes the place of the first.
    case "category":
      return { category: last };
    case "repository":
      return { repository: last };
    default:
      return Object.fromEntries(MARKS.map((mark) => [mark, selected.includes(mark) ? true : null]));
  }
}

export type MemoryListState = ReturnType<typeof useMemoryList>;

/** The memories that pass the filters of the URL: a page of the list, or what a search finds. */
export function useMemoryList() {
  const t = useMessages(memories);
  const terms = useMessages(vocabulary);
  const [parameters, setParameters] = useQueryStates(memoryParameters);
  const pages = usePages();
  const rows = useRows(parameters);
  const [selection, setSelection] = useSelectedIds([listInput({ ...parameters, cursor: null }), rows.query]);
  const counts = useFacetCounts(facetsInput(parameters));

  const change = (values: Parameters<typeof setParameters>[0]) =>
    void setParameters({ ...FIRST_PAGE, ...values }, { history: "push" });
  return {
    ...rows,
    parameters,
    pages,
    selection,
    setSelection,
    change,
    type: (q: string) => {
      void setParameters({ ...FIRST_PAGE, q: q || null }, { history: "replace" });
    },
    showMore: () => {
      void setParameters({ matches: Math.min(MAX_SEARCH_RESULTS, parameters.matches * 2) });
    },
    facets: facetsOf({ t, terms, parameters, counts }),
    changeFacet: (key: string, selected: string[]) => change(facetChange(key, selected)),
    clearFilters: () => change(NO_FILTERS),
    isFiltered: isFiltered(parameters),
    /** Nothing was ever stored. */
    isFirstUse:
      !rows.isSearching && !isFiltered(parameters) && parameters.as_of === null && rows.page?.total === 0,
    /** It is of an earlier moment: nothing is decided there. */
    isPast: parameters.as_of !== null,
  };
}

type MemoryParameters = Parameters<typeof listInput>[0];
type Reading = Parameters<typeof readProblem>[1] & { isPlaceholderData: boolean };

/** The rows of the table, from the list or from the search, whichever the URL asks for. */
function useRows(parameters: MemoryParameters) {
  const t = useMessages(memories);
  const query = useSettled(parameters.q.trim());
  const isSearching = query !== "";
  const list = useQuery({
    ...listQuery(memoryList, listInput(parameters)),
    enabled: !isSearching,
  });
  const search = useQuery({
    ...listQuery(memorySearch, searchInput(parameters, query)),
    enabled: isSearching,
  });
  const stateOf = (reading: Reading) => ({
    isRefreshing: reading.isPlaceholderData,
    problem: readProblem(t("unreadable"), reading),
  });
  const shared = { query, isSearching, page: list.data, result: search.data };
  if (isSearching) return { ...shared, rows: matchesOf(search.data), ...stateOf(search) };
  return { ...shared, rows: rowsOf(list.data), ...stateOf(list) };
}
