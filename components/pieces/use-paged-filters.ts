"use client";

import { type Nullable, type UseQueryStatesKeysMap, useQueryStates, type Values } from "nuqs";
import { usePages } from "./use-pages";

/** What the URL says of a paged list, its filters and the place in it; `narrow` changes filters and leads to the first page. */
export function usePagedFilters<Parsers extends UseQueryStatesKeysMap>(parsers: Parsers) {
  const [parameters, setParameters] = useQueryStates(parsers, { history: "push" });
  const pages = usePages();
  const narrow = (filters: Partial<Nullable<Values<Parsers>>>) => {
    pages.reset();
    void setParameters(filters);
  };
  return { parameters, pages, narrow };
}
