"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { DataTable } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { Facets, FacetsButton } from "@/components/pieces/facets";
import { FilterChips } from "@/components/pieces/filter-chips";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog } from "@/components/pieces/memory-dialogs";
import { PageHeader } from "@/components/pieces/page-header";
import { Pager } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { usePages } from "@/components/pieces/use-pages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import {
  MAX_SEARCH_RESULTS,
  MEMORY_KINDS,
  MEMORY_SCOPES,
  MEMORY_STATUSES,
  memoryList,
  memorySearch,
} from "@/lib/memories/contract";
import {
  FIRST_PAGE,
  filtersOf,
  isFiltered,
  listInput,
  memoryParameters,
  NO_FILTERS,
  searchInput,
} from "./filters";
import { FirstMemory } from "./first-memory";
import { isOneOf } from "./is-one-of";
import { baseColumns, type Row, searchColumns } from "./memory-columns";
import { MemoryDetail } from "./memory-detail";
import { chipsOf, facetsOf } from "./memory-facets";
import {
  BulkActions,
  Degraded,
  NothingFound,
  QuarantineLink,
  SearchFoot,
  SuggestedLink,
} from "./memory-list-parts";
import { Order, SearchBox, SuggestedNote } from "./memory-search-bar";
import type { MemoryRights } from "./rights";
import { MARKS, useFacetCounts } from "./use-facets";

const TYPING_MS = 250;

/** The value once it has stood still: a search for every letter would only be thrown away. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  if (value === "") return "";
  return settled;
}

const rowsOf = (page: OutputOf<typeof memoryList> | undefined): Row[] | undefined =>
  page?.items.map((memory) => ({ memory, match: null, relevance_floor: 0 }));

const matchesOf = (found: OutputOf<typeof memorySearch> | undefined): Row[] | undefined =>
  found?.items.map((match) => ({ memory: match.memory, match, relevance_floor: found.relevance_floor }));

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

/** What do our agents believe about X? The list of memories, with a search, facets and a drawer. */
export function MemoriesScreen({ can }: { can: MemoryRights }) {
  const [parameters, setParameters] = useQueryStates(memoryParameters);
  const drawer = useDrawer("memory");
  const decisions = useMemoryDecisions();
  const [selection, setSelection] = useState<string[]>([]);
  const [invalidating, setInvalidating] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const pages = usePages();

  const query = useSettled(parameters.q.trim());
  const searching = query !== "";
  const list = useQuery({
    ...operationQuery(memoryList, listInput(parameters)),
    enabled: !searching,
    placeholderData: keepPreviousData,
  });
  const search = useQuery({
    ...operationQuery(memorySearch, searchInput(parameters, query)),
    enabled: searching,
    placeholderData: keepPreviousData,
  });
  const facetCounts = useFacetCounts(filtersOf(parameters));

  useShortcuts(
    [
      { keys: "/", label: "Search", run: () => searchBox.current?.focus() },
      ...(selection.length > 0 && can.write
        ? [
            { keys: "I", label: "Invalidate the selected", run: () => setInvalidating(true) },
            {
              keys: "A",
              label: "Mark the selected as addressed",
              run: () => void decisions.markAddressed(selection, true),
            },
          ]
        : []),
    ],
    "Memories",
  );

  const change = (values: Parameters<typeof setParameters>[0]) => {
    setSelection([]);
    void setParameters({ ...FIRST_PAGE, ...values }, { history: "push" });
  };
  const type = (q: string) => {
    void setParameters({ ...FIRST_PAGE, q: q === "" ? null : q }, { history: "replace" });
  };
  const clearFilters = () => change(NO_FILTERS);

  const active = searching ? search : list;
  const rows = searching ? matchesOf(search.data) : rowsOf(list.data);

  /** Another page has other rows: what was chosen on this one is let go, and reading starts at the top. */
  const turning = (turn: (() => void) | null) =>
    turn &&
    (() => {
      setSelection([]);
      turn();
      window.scrollTo({ top: 0 });
    });

  const facets = facetsOf(parameters, facetCounts);
  const changeFacet = (key: string, selected: string[]) => change(facetChange(key, selected));

  const filtered = isFiltered(parameters);
  const nothingYet = !searching && !filtered && list.data?.total === 0;

  return (
    <>
      <PageHeader
        title="Memories"
        question="What do our agents believe, where from, and does it still hold?"
        actions={
          can.decide && (
            <>
              <SuggestedLink onOpen={() => change({ ...NO_FILTERS, suggested: true })} />
              <QuarantineLink />
            </>
          )
        }
      />
      <search className="mb-4 flex flex-wrap items-center gap-2">
        <SearchBox box={searchBox} value={parameters.q} onType={type} />
        <FacetsButton facets={facets} onChange={changeFacet} onClear={clearFilters} className="h-10" />
        {!searching && <Order value={parameters.sort} onChange={(sort) => change({ sort })} />}
      </search>
      {parameters.suggested === true && <SuggestedNote may_decide={can.decide} />}
      <FilterChips className="mb-3" chips={chipsOf(parameters)} onRemove={(key) => change({ [key]: null })} />
      {searching && <Degraded parts={search.data?.degraded ?? []} />}
      <div className="flex items-start gap-6">
        {!nothingYet && (
          <div className="sticky top-[calc(var(--frame-top,0px)+1rem)] max-h-[calc(100dvh-var(--frame-top,0px)-2rem)] overflow-y-auto pb-2 max-lg:hidden">
            {searching && (
              <p className="mb-3 w-52 text-pretty text-muted-foreground text-xs">
                Numbers count all memories that pass the filters, whatever the search says.
              </p>
            )}
            <Facets facets={facets} onChange={changeFacet} onClear={clearFilters} />
          </div>
        )}
        <div className="min-w-0 flex-1">
          {nothingYet ? (
            <div className="rounded-md border bg-card">
              <FirstMemory repository={parameters.repository} />
            </div>
          ) : (
            <DataTable<Row>
              label="Memories"
              columns={searching ? searchColumns : baseColumns}
              rows={rows}
              rowId={({ memory }) => memory.id}
              onOpen={({ memory }) => drawer.open(memory.id)}
              open_id={drawer.id}
              refreshing={active.isPlaceholderData}
              error={readProblem("The memories", active)}
              {...(can.write && { selection, onSelectionChange: setSelection })}
              bulkActions={(ids) => (
                <BulkActions
                  ids={ids}
                  deleted={parameters.deleted === true}
                  decisions={decisions}
                  onInvalidate={() => setInvalidating(true)}
                  onDone={() => setSelection([])}
                />
              )}
              empty={
                <NothingFound
                  query={query}
                  filtered={filtered}
                  onClearFilters={clearFilters}
                  onClearSearch={() => type("")}
                />
              }
            />
          )}
          {searching && (
            <SearchFoot
              shown={search.data?.items.length ?? null}
              limit={searchInput(parameters, query).limit}
              onMore={() =>
                void setParameters({ matches: Math.min(MAX_SEARCH_RESULTS, parameters.matches * 2) })
              }
            />
          )}
          {!searching && list.data !== undefined && !nothingYet && (
            <Pager
              first={pages.first}
              shown={list.data.items.length}
              total={list.data.total}
              onPrevious={turning(pages.onPrevious)}
              onNext={turning(pages.onNext(list.data))}
              busy={list.isPlaceholderData}
            />
          )}
          {!searching && (list.data === undefined || nothingYet) && <div className="h-11" />}
        </div>
      </div>
      <InvalidateDialog
        ids={selection}
        open={invalidating}
        onOpenChange={setInvalidating}
        onDone={() => setSelection([])}
      />
      <Drawer
        open={drawer.id !== null}
        onClose={drawer.close}
        title="Memory"
        page_href={drawer.id === null ? undefined : `/memories/${drawer.id}`}
      >
        {drawer.id !== null && (
          <MemoryDetail
            key={drawer.id}
            memory_id={drawer.id}
            can={can}
            narrow
            onDeleted={drawer.close}
            onOpenMemory={drawer.open}
          />
        )}
      </Drawer>
    </>
  );
}
