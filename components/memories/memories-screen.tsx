"use client";

import dynamic from "next/dynamic";
import { type RefObject, useRef, useState } from "react";
import { type AsOfChoice, AsOfControl } from "@/components/pieces/as-of-control";
import { AsOfReasons } from "@/components/pieces/as-of-note";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { Facets, FacetsButton } from "@/components/pieces/facets";
import { FilterChips } from "@/components/pieces/filter-chips";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog } from "@/components/pieces/memory-dialogs";
import { PageHeader } from "@/components/pieces/page-header";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { memories as memoriesArea } from "@/messages/compiled/memories";
import { memoriesHead } from "@/messages/compiled/memories-head";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { AsOfBanner } from "./as-of-banner";
import { DetailSkeleton } from "./detail-skeleton";
import { NO_FILTERS } from "./filters";
import { chipsOf } from "./memory-facets";
import { Degraded, RelevanceNote, WaitingLinks } from "./memory-list-parts";
import { Order, SearchBox, SuggestedNote } from "./memory-search-bar";
import { MemoryTable } from "./memory-table";
import type { MemoryRights } from "./rights";
import { type MemoryListState, useMemoryList } from "./use-memory-list";

const MemoryDetail = dynamic(() => import("./memory-detail").then((part) => part.MemoryDetail), {
  loading: () => <DetailSkeleton narrow />,
});

/** What do our agents believe about X? The list of memories, with a search, facets and a drawer. */
export function MemoriesScreen({ can }: { can: MemoryRights }) {
  const head = useMessages(memoriesHead);
  const memories = useMemoryList();
  const drawer = useDrawer("memory");
  const decisions = useMemoryDecisions();
  const [isInvalidating, setInvalidating] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const { parameters, change, selection } = memories;
  const invalidate = () => setInvalidating(true);
  useListKeys({
    decidesOnSelection: can.write && selection.length > 0,
    search: () => searchBox.current?.focus(),
    invalidate,
    markAddressed: () => void decisions.markAddressed(selection, true),
  });
  return (
    <>
      <PageHeader
        title={head("title")}
        question={head("question")}
        actions={
          can.decide && <WaitingLinks onSuggested={() => change({ ...NO_FILTERS, suggested: true })} />
        }
      />
      <SearchBar memories={memories} searchBox={searchBox} />
      <PastNote memories={memories} />
      {parameters.suggested === true && <SuggestedNote may_decide={can.decide} />}
      <Chips parameters={parameters} onRemove={(key) => change({ [key]: null })} />
      {memories.isSearching && <Degraded parts={memories.result?.degraded ?? []} />}
      {memories.isSearching && <RelevanceNote result={memories.result} />}
      <div className="flex items-start gap-6">
        {!memories.isFirstUse && <FacetsColumn memories={memories} />}
        <div className="min-w-0 flex-1">
          <MemoryTable
            memories={memories}
            canWrite={can.write}
            decisions={decisions}
            openId={drawer.id}
            onOpen={drawer.open}
            onInvalidate={invalidate}
          />
        </div>
      </div>
      <InvalidateDialog
        ids={selection}
        open={isInvalidating}
        onOpenChange={setInvalidating}
        onDone={() => memories.setSelection([])}
      />
      <MemoryDrawer drawer={drawer} can={can} past={parameters} />
    </>
  );
}

/** The keys of the list; those that decide work while something is selected. */
function useListKeys({
  decidesOnSelection,
  search,
  invalidate,
  markAddressed,
}: {
  decidesOnSelection: boolean;
  search: () => void;
  invalidate: () => void;
  markAddressed: () => void;
}) {
  const t = useMessages(memoriesArea);
  useShortcuts(
    [
      { keys: "/", label: t("keys_search"), run: search },
      { keys: "I", label: t("keys_invalidate"), when: decidesOnSelection, run: invalidate },
      { keys: "A", label: t("keys_addressed"), when: decidesOnSelection, run: markAddressed },
    ],
    t("list"),
  );
}

/** The filters that no facet shows, each with a way to take it away. */
function Chips({
  parameters,
  onRemove,
}: {
  parameters: MemoryListState["parameters"];
  onRemove: (key: keyof MemoryListState["parameters"]) => void;
}) {
  const t = useMessages(memoriesArea);
  const terms = useMessages(vocabulary);
  const { formatDay } = useFormat();
  const chips = chipsOf({ t, terms, formatDay, parameters });
  return <FilterChips className="mb-3" chips={chips} onRemove={onRemove} />;
}

function SearchBar({
  memories,
  searchBox,
}: {
  memories: MemoryListState;
  searchBox: RefObject<HTMLInputElement | null>;
}) {
  const { parameters, facets, changeFacet, clearFilters, change, type } = memories;
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <SearchBox box={searchBox} value={parameters.q} onType={type} />
      <FacetsButton facets={facets} onChange={changeFacet} onClear={clearFilters} className="h-10" />
      {!memories.isSearching && <Order value={parameters.sort} onChange={(sort) => change({ sort })} />}
      <AsOfControl
        className="h-10"
        value={parameters}
        repository={parameters.repository}
        onChange={(choice) => change({ ...choice, since: null })}
      />
    </search>
  );
}

/** Of which moment the list is, and what became of it. */
function PastNote({ memories }: { memories: MemoryListState }) {
  const { parameters, page, result, change, isSearching } = memories;
  if (!memories.isPast) return null;
  if (isSearching) return result?.as_of ? <AsOfReasons as_of={result.as_of} /> : null;
  if (!page?.as_of) return null;
  return (
    <AsOfBanner
      as_of={page.as_of}
      since={parameters.since}
      onSince={(since) => change({ since })}
      onNow={() => change({ as_of: null, time_zone: null, since: null })}
    />
  );
}

/** The facets beside the list, on a wide screen. */
function FacetsColumn({ memories }: { memories: MemoryListState }) {
  const t = useMessages(memoriesArea);
  return (
    <div className="sticky top-[calc(var(--frame-top,0px)+1rem)] max-h-[calc(100dvh-var(--frame-top,0px)-2rem)] overflow-y-auto pb-2 max-lg:hidden">
      {memories.isSearching && (
        <p className="mb-3 w-52 text-pretty text-muted-foreground text-xs">{t("facets_without_search")}</p>
      )}
      <Facets facets={memories.facets} onChange={memories.changeFacet} onClear={memories.clearFilters} />
    </div>
  );
}

function MemoryDrawer({
  drawer,
  can,
  past,
}: {
  drawer: ReturnType<typeof useDrawer>;
  can: MemoryRights;
  past: AsOfChoice;
}) {
  const t = useMessages(memoriesArea);
  const { id } = drawer;
  if (id === null)
    return (
      <Drawer open={false} onClose={drawer.close} title={t("drawer")} page_href={undefined}>
        {null}
      </Drawer>
    );
  return (
    <Drawer open onClose={drawer.close} title={t("drawer")} page_href={`/memories/${id}`}>
      <MemoryDetail
        key={id}
        memory_id={id}
        can={can}
        past={past}
        narrow
        onDeleted={drawer.close}
        onOpenMemory={drawer.open}
      />
    </Drawer>
  );
}
