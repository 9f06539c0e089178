"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, BookmarkCheck, Megaphone, Search, ShieldAlert, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Figure } from "@/components/pieces/figure";
import type { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { missingInWords } from "@/components/pieces/missing-parts";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { MAX_SEARCH_RESULTS, memoryList, type memorySearch } from "@/lib/memories/contract";
import { memories } from "@/messages/compiled/memories";
import { missingParts } from "@/messages/compiled/missing-parts";
import { couldBeServed } from "./could-be-served";

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
  const t = useMessages(memories);
  const { data } = useQuery(operationQuery(memoryList, { awaiting_safety: true, limit: 1 }));
  if (!data || data.total === 0) return null;
  return (
    <Button asChild>
      <Link href="/memories/quarantine">
        <ShieldAlert aria-hidden />
        {t("quarantine")}
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
  const t = useMessages(memories);
  const { data } = useQuery(operationQuery(memoryList, { suggested: true, limit: 1 }));
  if (!data || data.total === 0) return null;
  return (
    <Button onClick={onOpen}>
      <Megaphone aria-hidden />
      {t("suggested")}
      <Figure measure="memories_suggested" value={data.total} linked={false} className="font-medium" />
    </Button>
  );
}

/** A search that had to do without a part of itself, and what that means for its answer. */
export function Degraded({ parts }: { parts: readonly string[] }) {
  const t = useMessages(memories);
  const words = useMessages(missingParts);
  if (parts.length === 0) return null;
  const byWords = parts.some((part) => part.startsWith("embedding"));
  return (
    <p
      role="status"
      className="mb-3 flex items-start gap-2.5 rounded-md border border-warn/35 bg-warn-soft/60 px-3 py-2 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <span>
        {t(byWords ? "by_words_only" : "partly_searched")}{" "}
        <span className="text-muted-foreground">
          {t("left_out", { parts: missingInWords({ t: words, degraded: parts }) })}
        </span>
      </span>
    </p>
  );
}

/** Where a search falls off: how many of its hits a task in these words would be given. */
export function RelevanceNote({ result }: { result: OutputOf<typeof memorySearch> | undefined }) {
  const t = useMessages(memories);
  if (!result || result.items.length === 0) return null;
  const { items, relevance_floor } = result;
  const relevant = items.filter((item) => couldBeServed(item, relevance_floor)).length;
  if (relevant === items.length) return null;
  return (
    <p role="status" className="mb-3 text-muted-foreground text-sm">
      {relevant === 0 ? t("none_relevant") : t("relevant", { relevant, found: items.length })}
    </p>
  );
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
  const t = useMessages(memories);
  if (shown === null || shown === 0) return <div className="h-11" />;
  const more = shown >= limit;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 py-2 text-muted-foreground text-sm">
      <p aria-live="polite">{t(more ? "found_best" : "found", { count: shown })}</p>
      {more && limit < MAX_SEARCH_RESULTS && (
        <Button size="sm" variant="ghost" onClick={onMore}>
          {t("show_more")}
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
  const t = useMessages(memories);
  return (
    <EmptyState
      icon={Search}
      title={t(query === "" ? "empty_filtered" : "empty_found")}
      action={
        <>
          {filtered && <Button onClick={onClearFilters}>{t("clear_filters")}</Button>}
          {query !== "" && <Button onClick={onClearSearch}>{t("clear_search")}</Button>}
        </>
      }
    >
      {t(query === "" ? "empty_filtered_hint" : "empty_found_hint")}
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
  const t = useMessages(memories);
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
        {t("restore")}
      </Button>
    );
  return (
    <>
      <Button size="sm" disabled={busy} onClick={onInvalidate}>
        <Ban aria-hidden />
        {t("invalidate")}
      </Button>
      <Button size="sm" disabled={busy} onClick={() => run(() => decisions.markAddressed(ids, true))}>
        <BookmarkCheck aria-hidden />
        {t("mark_addressed")}
      </Button>
      <Button size="sm" variant="danger" disabled={busy} onClick={() => run(() => decisions.remove(ids))}>
        <Trash2 aria-hidden />
        {t("delete")}
      </Button>
    </>
  );
}
