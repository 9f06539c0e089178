"use client";

import { ListTable } from "@/components/pieces/list-table";
import type { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { Pager } from "@/components/pieces/pager";
import { MEMORY_KINDS } from "@/components/pieces/vocabulary";
import { useMessages } from "@/components/ui/messages";
import { memoryList } from "@/lib/memories/contract";
import { memories as memoriesArea } from "@/messages/compiled/memories";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { listInput, memoryParameters, searchInput } from "./filters";
import { FirstMemory } from "./first-memory";
import type { Row } from "./memory-columns";
import { BulkActions, NothingFound, SearchFoot } from "./memory-list-parts";
import { useColumns } from "./since-column";
import type { MemoryListState } from "./use-memory-list";

type Props = {
  memories: MemoryListState;
  canWrite: boolean;
  decisions: ReturnType<typeof useMemoryDecisions>;
  openId: string | null;
  onOpen: (memory_id: string) => void;
  onInvalidate: () => void;
};

/** The memories as a table, with what can be done to several of them. */
export function MemoryTable(props: Props) {
  const { memories } = props;
  if (memories.isFirstUse)
    return (
      <>
        <div className="rounded-md border bg-card">
          <FirstMemory repository={memories.parameters.repository} />
        </div>
        <NoFoot />
      </>
    );
  return (
    <>
      <Rows {...props} />
      <Foot memories={memories} />
    </>
  );
}

function Rows({ memories, canWrite, decisions, openId, onOpen, onInvalidate }: Props) {
  const t = useMessages(memoriesArea);
  const terms = useMessages(vocabulary);
  const columns = useColumns(memories);
  const { selection, setSelection, clearFilters, type } = memories;
  return (
    <ListTable<Row>
      list={{
        name: "memories",
        contract: memoryList,
        input: listInput(memories.parameters),
        total: memories.isSearching ? undefined : memories.page?.total,
        parameters: memoryParameters,
      }}
      groups={[
        {
          id: "kind",
          label: t("facet_kind"),
          keyOf: ({ memory }) => memory.kind,
          wordsOf: ({ memory }) => terms(MEMORY_KINDS[memory.kind].word),
          onOnly: (kind) => memories.changeFacet("kind", [kind]),
        },
        {
          id: "repository",
          label: t("facet_repository"),
          keyOf: ({ memory }) => memory.repository?.name ?? t("no_repository"),
        },
      ]}
      label={t("list")}
      columns={columns}
      rows={memories.rows}
      rowId={({ memory }) => memory.id}
      onOpen={({ memory }) => onOpen(memory.id)}
      open_id={openId}
      refreshing={memories.isRefreshing}
      error={memories.problem}
      {...(canWrite && !memories.isPast && { selection, onSelectionChange: setSelection })}
      bulkActions={(ids) => (
        <BulkActions
          ids={ids}
          deleted={memories.parameters.deleted === true}
          decisions={decisions}
          onInvalidate={onInvalidate}
          onDone={() => setSelection([])}
        />
      )}
      empty={
        <NothingFound
          query={memories.query}
          filtered={memories.isFiltered}
          onClearFilters={clearFilters}
          onClearSearch={() => type("")}
        />
      }
    />
  );
}

/** How much a search found, or which page of the list this is. */
function Foot({ memories }: { memories: MemoryListState }) {
  const { isSearching, page, pages, result, parameters, query, setSelection } = memories;
  /** Another page has other rows: the selection of this one is cleared, and reading starts at the top. */
  const turning = (turn: (() => void) | null) =>
    turn &&
    (() => {
      setSelection([]);
      turn();
      window.scrollTo({ top: 0 });
    });
  if (isSearching)
    return (
      <SearchFoot
        shown={result?.items.length ?? null}
        limit={searchInput(parameters, query).limit}
        onMore={memories.showMore}
      />
    );
  if (page === undefined) return <NoFoot />;
  return (
    <Pager
      first={pages.first}
      shown={page.items.length}
      total={page.total}
      onPrevious={turning(pages.onPrevious)}
      onNext={turning(pages.onNext(page))}
      busy={memories.isRefreshing}
    />
  );
}

/** Keeps the place of the foot while there is none. */
function NoFoot() {
  return <div className="h-11" />;
}
