"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, BookmarkCheck, Megaphone, Search, ShieldAlert, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Figure } from "@/components/pieces/figure";
import { formatCount } from "@/components/pieces/format";
import type { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { missingInWords } from "@/components/pieces/missing-parts";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { MAX_SEARCH_RESULTS, memoryList, type memorySearch } from "@/lib/memories/contract";

/** The ways to what waits for a lead. */
export function WaitingLinks({ onSuggested }: { onSuggested: () => void }) {
  return (
    <>
      <SuggestedLink onOpen={onSuggested} />
      <QuarantineLink />
    </>
  );
}

/** The way to the quarantine, while something waits there. */
function QuarantineLink() {
  const { data } = useQuery(operationQuery(memoryList, { awaiting_safety: true, limit: 1 }));
  if (!data || data.total === 0) return null;
  return (
    <Button asChild>
      <Link href="/memories/quarantine">
        <ShieldAlert aria-hidden />
        Quarantine
        <Figure
          measure="memories_waiting_for_safety"
          value={data.total}
          linked={false}
          className="font-medium"
        />
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
      <Figure measure="memories_suggested" value={data.total} linked={false} className="font-medium" />
    </Button>
  );
}

/** A search that had to do without a part of itself, and what that means for its answer. */
export function Degraded({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null;
  const byWords = parts.some((part) => part.startsWith("embedding"));
  return (
    <p
      role="status"
      className="mb-3 flex items-start gap-2.5 rounded-md border border-warn/35 bg-warn-soft/60 px-3 py-2 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <span>
        {byWords
          ? "Searched by words only: memories that say the same in other words may be missing."
          : "Part of the search was not available, so results may be missing."}{" "}
        <span className="text-muted-foreground">Left out: {missingInWords(parts)}.</span>
      </span>
    </p>
  );
}

/** Where a search falls off: how many of its hits a task in these words would be given. */
export function RelevanceNote({ result }: { result: OutputOf<typeof memorySearch> | undefined }) {
  if (!result || result.items.length === 0) return null;
  const { items, relevance_floor } = result;
  const relevant = items.filter(({ relevance }) => relevance >= relevance_floor).length;
  if (relevant === items.length) return null;
  return (
    <p role="status" className="mb-3 text-muted-foreground text-sm">
      {relevanceWords(relevant, items.length)}
    </p>
  );
}

function relevanceWords(relevant: number, found: number): string {
  if (relevant === 0) return "No memory is likely relevant to this search. The most similar ones are listed.";
  const verb = relevant === 1 ? "is" : "are";
  return `${formatCount(relevant)} of ${formatCount(found)} ${verb} likely relevant to this search.`;
}

function foundWords(shown: number, more: boolean): string {
  if (more) return `The best ${formatCount(shown)}, best first; there may be more.`;
  if (shown === 1) return "1 memory found.";
  return `${formatCount(shown)} memories found, best first.`;
}

export function SearchFoot({
  shown,
  limit,
  onMore,
}: {
  shown: number | null;
  limit: number;
  onMore: () => void;
}) {
  if (shown === null || shown === 0) return <div className="h-11" />;
  const more = shown >= limit;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 py-2 text-muted-foreground text-sm">
      <p aria-live="polite">{foundWords(shown, more)}</p>
      {more && limit < MAX_SEARCH_RESULTS && (
        <Button size="sm" variant="ghost" onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  );
}

export function NothingFound({
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
      title={query === "" ? "No memory matches these filters" : "No memory found"}
      action={
        <>
          {filtered && <Button onClick={onClearFilters}>Clear filters</Button>}
          {query !== "" && <Button onClick={onClearSearch}>Clear the search</Button>}
        </>
      }
    >
      {query === ""
        ? "Remove a filter to see more."
        : "No memory is similar in meaning or in words. Try an exact name from the code."}
    </EmptyState>
  );
}

export function BulkActions({
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
