"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  Ban,
  BookmarkCheck,
  Megaphone,
  Pin,
  Search,
  ShieldAlert,
  Trash2,
  TriangleAlert,
  X,
} from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { type Facet, Facets, FacetsButton } from "@/components/pieces/facets";
import { type FilterChip, FilterChips } from "@/components/pieces/filter-chips";
import { formatCount, formatDay } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog } from "@/components/pieces/memory-dialogs";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { missingInWords } from "@/components/pieces/missing-parts";
import { PageHeader } from "@/components/pieces/page-header";
import { Pager } from "@/components/pieces/pager";
import { errorStateOf } from "@/components/pieces/problem";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge } from "@/components/pieces/status-with-reason";
import { usePages } from "@/components/pieces/use-pages";
import {
  CITATION_STATUSES as CITATION_TERMS,
  MEMORY_KINDS as KINDS,
  MEMORY_STATUSES as STATUSES,
} from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { useShortcuts } from "@/components/ui/shortcuts";
import { CITATION_STATUSES } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import {
  MAX_SEARCH_RESULTS,
  MEMORY_KINDS,
  MEMORY_SCOPES,
  MEMORY_SORTS,
  MEMORY_STATUSES,
  type Memory,
  memoryList,
  memorySearch,
  type SearchItem,
} from "@/lib/memories/contract";
import { CitationSummary } from "./citation-summary";
import {
  FIRST_PAGE,
  filtersOf,
  isFiltered,
  listInput,
  type MemoryParameters,
  memoryParameters,
  NO_FILTERS,
  searchInput,
} from "./filters";
import { FirstMemory } from "./first-memory";
import { MemoryDetail } from "./memory-detail";
import { MarkedStatement, WhyMatched } from "./memory-search-why";
import type { MemoryRights } from "./rights";
import { MARKS, useFacetCounts } from "./use-facets";

const SORT_WORDS = {
  refreshed_at: "Last confirmed",
  created_at: "Newest",
  quality: "Highest quality",
  status_since: "Last changed status",
  usage_count: "Most served",
  reach: "Widest reach",
} as const;

const SCOPE_WORDS = {
  global: "whole organization",
  repository: "repository",
  agent: "one agent",
  session: "session",
} as const;

const MARK_WORDS = {
  pinned: "Pinned",
  addressed: "Addressed by a skill",
  suggested: "Suggested as global",
  pending: "Repository not registered",
  deleted: "Deleted",
} as const;

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

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

type Row = { memory: Memory; match: SearchItem | null; relevance_floor: number };

/** A row says what MemoryLine says; its figures stand in columns, so that they can be compared. */
const baseColumns: DataTableColumn<Row>[] = [
  {
    id: "statement",
    header: "Statement",
    card: "title",
    cell: ({ memory, match }) => (
      <span className="flex min-w-0 flex-col gap-0.5 py-1">
        <span dir="auto" className="line-clamp-3 text-pretty wrap-anywhere text-base sm:line-clamp-2">
          <MarkedStatement statement={memory.statement} matched={match?.matched ?? []} />
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-0.5 text-muted-foreground text-sm">
          <KindBadge kind={memory.kind} />
          <MemoryReach memory={memory} />
          {memory.pinned && (
            <span className="inline-flex items-center gap-1" title="Pinned memories never expire.">
              <Pin aria-hidden className="size-3.5" />
              pinned
            </span>
          )}
          {memory.addressed_at ? (
            <span
              className="inline-flex items-center gap-1"
              title="Its lesson went into a skill: left out of packs, still found by search."
            >
              <BookmarkCheck aria-hidden className="size-3.5" />
              addressed
            </span>
          ) : null}
        </span>
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "7.25rem",
    card: "plain",
    cell: ({ memory }) => <MemoryStatusBadge status={memory.status} />,
  },
  {
    id: "citations",
    header: "Citations",
    width: "8.75rem",
    card: "plain",
    hidden_below: "md",
    cell: ({ memory }) => <CitationSummary citations={memory.citations} />,
  },
  {
    id: "quality",
    header: "Quality",
    width: "6.75rem",
    card: "plain",
    cell: ({ memory }) => <QualityBar quality={memory.quality} />,
  },
  {
    id: "usage",
    header: "Uses",
    width: "4rem",
    align: "right",
    card: "hidden",
    hidden_below: "xl",
    cell: ({ memory }) => formatCount(memory.usage_count),
  },
  {
    id: "refreshed",
    header: "Confirmed",
    width: "6.75rem",
    align: "right",
    hidden_below: "md",
    cell: ({ memory }) => <RelativeTime at={memory.refreshed_at} className="text-muted-foreground" />,
  },
];

const whyColumn: DataTableColumn<Row> = {
  id: "why",
  header: "Why",
  width: "11.5rem",
  cell: ({ match, relevance_floor }) => {
    if (!match) return null;
    return <WhyMatched item={match} relevance_floor={relevance_floor} />;
  },
};
const searchColumns = [
  ...baseColumns.slice(0, 1),
  whyColumn,
  ...baseColumns.slice(1).filter(({ id }) => id !== "usage" && id !== "refreshed"),
];

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
  const rows: Row[] | undefined = searching
    ? search.data?.items.map((match) => ({
        memory: match.memory,
        match,
        relevance_floor: search.data.relevance_floor,
      }))
    : list.data?.items.map((memory) => ({ memory, match: null, relevance_floor: 0 }));

  /** Another page has other rows: what was chosen on this one is let go, and reading starts at the top. */
  const turning = (turn: (() => void) | null) =>
    turn &&
    (() => {
      setSelection([]);
      turn();
      window.scrollTo({ top: 0 });
    });

  const facets = facetsOf(parameters, facetCounts);
  const changeFacet = (key: string, selected: string[]) => {
    const last = selected.at(-1) ?? null;
    switch (key) {
      case "kind":
        return change({ kind: selected.filter((value) => isOneOf(MEMORY_KINDS, value)) });
      case "status":
        return change({ status: selected.filter((value) => isOneOf(MEMORY_STATUSES, value)) });
      case "scope":
        return change({ scope: selected.filter((value) => isOneOf(MEMORY_SCOPES, value)) });
      // One at a time: choosing another takes the place of the first.
      case "category":
        return change({ category: last });
      case "repository":
        return change({ repository: last });
      default:
        return change(Object.fromEntries(MARKS.map((mark) => [mark, selected.includes(mark) ? true : null])));
    }
  };

  const filtered = isFiltered(parameters);
  const nothingYet = !searching && !filtered && list.data?.total === 0;
  const degraded = searching ? (search.data?.degraded ?? []) : [];

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
        <div className="relative min-w-0 flex-1 basis-72">
          <Search
            aria-hidden
            className="-translate-y-1/2 absolute top-1/2 left-3 size-4 text-muted-foreground"
          />
          <Input
            ref={searchBox}
            type="search"
            aria-label="Search memories"
            placeholder="Ask in plain words, or with an exact name"
            value={parameters.q}
            maxLength={2_000}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") searchBox.current?.blur();
            }}
            className="h-10 pr-9 pl-9 text-base [&::-webkit-search-cancel-button]:hidden"
          />
          {parameters.q === "" ? (
            <span aria-hidden className="-translate-y-1/2 absolute top-1/2 right-3 max-sm:hidden">
              <Kbd>/</Kbd>
            </span>
          ) : (
            <Button
              variant="ghost"
              size="icon_sm"
              aria-label="Clear the search"
              className="-translate-y-1/2 absolute top-1/2 right-1.5"
              onClick={() => {
                type("");
                searchBox.current?.focus();
              }}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
        <FacetsButton facets={facets} onChange={changeFacet} onClear={clearFilters} className="h-10" />
        {!searching && (
          <Select
            value={parameters.sort}
            onValueChange={(sort) => {
              if (isOneOf(MEMORY_SORTS, sort)) change({ sort });
            }}
          >
            <SelectTrigger aria-label="Order" className="h-10 min-w-40">
              <SelectValue>{SORT_WORDS[parameters.sort]}</SelectValue>
            </SelectTrigger>
            <SelectContent>
              {MEMORY_SORTS.map((sort) => (
                <SelectItem key={sort} value={sort}>
                  {SORT_WORDS[sort]}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </search>
      {parameters.suggested ? (
        <p className="mb-3 max-w-prose text-pretty text-muted-foreground text-sm">
          Somebody suggests each of these for every repository. Open one to read why
          {can.decide ? ", and make it global or dismiss the suggestion." : "; a lead decides."}
        </p>
      ) : null}
      <FilterChips className="mb-3" chips={chipsOf(parameters)} onRemove={(key) => change({ [key]: null })} />
      {degraded.length > 0 && <Degraded parts={degraded} />}
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
              error={
                active.isError
                  ? errorStateOf("The memories could not be loaded.", active.error, {
                      onRetry: () => void active.refetch(),
                      retrying: active.isFetching,
                    })
                  : null
              }
              {...(can.write ? { selection, onSelectionChange: setSelection } : {})}
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
          {searching ? (
            <SearchFoot
              shown={search.data?.items.length ?? null}
              limit={searchInput(parameters, query).limit}
              onMore={() =>
                void setParameters({ matches: Math.min(MAX_SEARCH_RESULTS, parameters.matches * 2) })
              }
            />
          ) : list.data && !nothingYet ? (
            <Pager
              first={pages.first}
              shown={list.data.items.length}
              total={list.data.total}
              onPrevious={turning(pages.onPrevious)}
              onNext={turning(pages.onNext(list.data))}
              busy={list.isPlaceholderData}
            />
          ) : (
            <div className="h-11" />
          )}
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

/** The way to the desk, while something waits there. */
function QuarantineLink() {
  const { data } = useQuery(operationQuery(memoryList, { status: ["quarantined"], limit: 1 }));
  if (!data || data.total === 0) return null;
  return (
    <Button asChild>
      <Link href="/memories/quarantine">
        <ShieldAlert aria-hidden />
        Quarantine
        <span className="font-medium">{formatCount(data.total)}</span>
      </Link>
    </Button>
  );
}

/** The queue of what somebody suggests for every repository, while something waits in it. */
function SuggestedLink({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(operationQuery(memoryList, { suggested: true, limit: 1 }));
  if (!data || data.total === 0) return null;
  return (
    <Button onClick={onOpen}>
      <Megaphone aria-hidden />
      Suggested
      <span className="font-medium">{formatCount(data.total)}</span>
    </Button>
  );
}

type Counts = ReturnType<typeof useFacetCounts>;

/** The options of a group whose values are known: all of them, in their order, also those that nothing matches. */
function known<T extends string>(
  values: readonly T[],
  words: Record<T, string>,
  counts: ReadonlyMap<string, number> | null,
) {
  return values.map((value) => ({
    value,
    label: words[value],
    count: counts ? (counts.get(value) ?? 0) : null,
  }));
}

/** The options of a group whose values come from the memories, and the chosen one even when nothing matches it. */
function found(counts: ReadonlyMap<string, number> | null, chosen: string | null) {
  const values = [...(counts?.keys() ?? [])];
  const all = chosen !== null && !values.includes(chosen) ? [chosen, ...values] : values;
  return all.map((value) => ({ value, label: value, count: counts ? (counts.get(value) ?? 0) : null }));
}

const wordsOf = <T extends string>(terms: Record<T, { word: string }>, values: readonly T[]) =>
  Object.fromEntries(values.map((value) => [value, terms[value].word])) as Record<T, string>;

const STATUS_WORDS = wordsOf(STATUSES, MEMORY_STATUSES);
const KIND_WORDS = wordsOf(KINDS, MEMORY_KINDS);

function facetsOf(parameters: MemoryParameters, counts: Counts): Facet[] {
  const repositories = found(counts.repository, parameters.repository);
  const categories = found(counts.category, parameters.category);
  return [
    {
      key: "status",
      label: "Status",
      selected: parameters.status,
      options: known(MEMORY_STATUSES, STATUS_WORDS, counts.status),
    },
    {
      key: "kind",
      label: "Kind",
      selected: parameters.kind,
      options: known(MEMORY_KINDS, KIND_WORDS, counts.kind),
    },
    {
      key: "scope",
      label: "Scope",
      selected: parameters.scope,
      options: known(MEMORY_SCOPES, SCOPE_WORDS, counts.scope),
    },
    ...(repositories.length > 0
      ? [
          {
            key: "repository",
            label: "Repository",
            selected: parameters.repository === null ? [] : [parameters.repository],
            options: repositories,
          },
        ]
      : []),
    ...(categories.length > 0
      ? [
          {
            key: "category",
            label: "Category",
            selected: parameters.category === null ? [] : [parameters.category],
            options: categories,
          },
        ]
      : []),
    {
      key: "marks",
      label: "Marks",
      selected: MARKS.filter((mark) => parameters[mark] === true),
      options: MARKS.map((mark) => ({ value: mark, label: MARK_WORDS[mark], count: counts.mark(mark) })),
    },
  ];
}

/** The filters that have no facet: they come from a link, and must be seen to be taken away. */
type Chip = FilterChip<keyof MemoryParameters>;

/** The filters that no facet shows. */
function chipsOf(parameters: MemoryParameters): Chip[] {
  const { tag, agent, path, citation_status, created_after, created_before } = parameters;
  const chips: (Chip | null)[] = [
    tag === null ? null : { key: "tag", word: "tag", value: tag },
    agent === null ? null : { key: "agent", word: "agent", value: agent },
    path === null ? null : { key: "path", word: "path", value: path, mono: true },
    citation_status.length === 0
      ? null
      : {
          key: "citation_status",
          word: "citations",
          value:
            citation_status.length === CITATION_STATUSES.length
              ? "any"
              : citation_status.map((status) => CITATION_TERMS[status].word).join(", "),
        },
    created_after === null
      ? null
      : { key: "created_after", word: "stored since", value: formatDay(created_after.toISOString()) },
    created_before === null
      ? null
      : { key: "created_before", word: "stored before", value: formatDay(created_before.toISOString()) },
  ];
  return chips.filter((chip) => chip !== null);
}

/** Says that a part of the search did not work, and what that means for the answer. */
/** A search that had to do without a part of itself, and what that means for its answer. */
function Degraded({ parts }: { parts: readonly string[] }) {
  const byWords = parts.some((part) => part.startsWith("embedding"));
  return (
    <p
      role="status"
      className="mb-3 flex items-start gap-2.5 rounded-md border border-warn/35 bg-warn-soft/60 px-3 py-2 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <span>
        {byWords
          ? "Searched by words alone: what says the same in other words may be missing."
          : "A part of the search could not be used, so something may be missing."}{" "}
        <span className="text-muted-foreground">Left out: {missingInWords(parts)}.</span>
      </span>
    </p>
  );
}

function SearchFoot({ shown, limit, onMore }: { shown: number | null; limit: number; onMore: () => void }) {
  if (shown === null || shown === 0) return <div className="h-11" />;
  const more = shown >= limit;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 py-2 text-muted-foreground text-sm">
      <p aria-live="polite">
        {more
          ? `The best ${formatCount(shown)}, best first; there may be more.`
          : shown === 1
            ? "1 memory found."
            : `${formatCount(shown)} memories found, best first.`}
      </p>
      {more && limit < MAX_SEARCH_RESULTS && (
        <Button size="sm" variant="ghost" onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  );
}

function NothingFound({
  query,
  filtered,
  onClearFilters,
  onClearSearch,
}: {
  query: string;
  filtered: boolean;
  onClearFilters: () => void;
  onClearSearch: () => void;
}) {
  return (
    <EmptyState
      icon={Search}
      title={query === "" ? "No memory passes these filters" : "No memory was found"}
      action={
        <>
          {filtered && <Button onClick={onClearFilters}>Clear filters</Button>}
          {query !== "" && <Button onClick={onClearSearch}>Clear the search</Button>}
        </>
      }
    >
      {query === ""
        ? "Take a filter away to see more."
        : "Nothing our agents stored is close to this, in meaning or in words. Try an exact name from the code."}
    </EmptyState>
  );
}

function BulkActions({
  ids,
  deleted,
  decisions,
  onInvalidate,
  onDone,
}: {
  ids: readonly string[];
  deleted: boolean;
  decisions: ReturnType<typeof useMemoryDecisions>;
  onInvalidate: () => void;
  onDone: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const run = (act: () => Promise<unknown>) => {
    setBusy(true);
    void act().finally(() => {
      setBusy(false);
      onDone();
    });
  };
  if (deleted)
    return (
      <Button size="sm" busy={busy} onClick={() => run(() => decisions.restore(ids))}>
        Restore
      </Button>
    );
  return (
    <>
      <Button size="sm" disabled={busy} onClick={onInvalidate}>
        <Ban aria-hidden />
        Invalidate
      </Button>
      <Button size="sm" disabled={busy} onClick={() => run(() => decisions.markAddressed(ids, true))}>
        <BookmarkCheck aria-hidden />
        Mark addressed
      </Button>
      <Button size="sm" variant="danger" disabled={busy} onClick={() => run(() => decisions.remove(ids))}>
        <Trash2 aria-hidden />
        Delete
      </Button>
    </>
  );
}
