"use client";

import { useState } from "react";
import { KindBadge } from "@/components/pieces/kind-badge";
import { LongText } from "@/components/pieces/long-text";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusWithReason } from "@/components/pieces/status-with-reason";
import { MEMORY_STATUSES } from "@/components/pieces/vocabulary";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { UNKNOWN_REPOSITORY } from "@/lib/memories/contract";
import { memoryPage } from "@/messages/compiled/memory-page";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { GlobalSuggestion } from "./global-suggestion";
import { MemoryActions } from "./memory-actions";
import type { MemoryInFull } from "./memory-in-full";
import type { MemoryRights } from "./rights";

type Opens = { onOpenMemory: ((memory_id: string) => void) | undefined };

// A long statement as a heading would shout.
const LONGEST_HEADING = 280;

/** What it says, how it is, and what may be done with it. */
export function MemoryHeader({
  memory,
  can,
  narrow,
  onDeleted,
  onOpenMemory,
}: {
  memory: MemoryInFull;
  can: MemoryRights;
  narrow: boolean;
  onDeleted: (() => void) | undefined;
} & Opens) {
  const t = useMessages(memoryPage);
  const terms = useMessages(vocabulary);
  const titled = memory.statement.length <= LONGEST_HEADING;
  return (
    <header className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
        <KindBadge kind={memory.kind} />
        <MemoryReach memory={memory} />
        <Link
          href={`/memories?${new URLSearchParams({ category: memory.category })}`}
          className="max-w-full truncate underline-offset-4 hover:underline"
        >
          {memory.category}
        </Link>
        <Tags key={memory.id} tags={memory.tags} />
        {memory.pinned && <Badge title={t("pinned_meaning")}>{t("pinned")}</Badge>}
        {memory.addressed_at !== null && (
          <Badge title={t("addressed_meaning")}>
            {t.rich("addressed", { when: timeOf(memory.addressed_at) })}
          </Badge>
        )}
      </div>
      <LongText
        key={`statement ${memory.id}`}
        as={narrow ? "p" : "h1"}
        text={memory.statement}
        what="statement"
        above={800}
        folded="line-clamp-8"
        className={cn("max-w-prose text-base", titled && "font-semibold", titled && !narrow && "text-lg")}
      />
      {memory.deleted_at !== null && (
        <p className="rounded-md border border-danger/35 bg-danger-soft/50 px-3 py-2 text-sm">
          {t.rich("deleted", { when: timeOf(memory.deleted_at) })}
        </p>
      )}
      <StatusWithReason
        term={MEMORY_STATUSES[memory.status]}
        t={terms}
        reason={memory.status_reason}
        at={memory.status_since}
        action={<Replacement memory={memory} onOpenMemory={onOpenMemory} />}
      />
      {memory.held_at !== null && memory.deleted_at === null && (
        <Held memory={memory} held_at={memory.held_at} mayDecide={can.decide} />
      )}
      <GlobalSuggestion memory={memory} may_decide={can.decide} />
      {memory.pending_repository !== null && <KeptFor name={memory.pending_repository} />}
      <MemoryActions
        memory={memory}
        can={can}
        {...(onDeleted && { onDeleted })}
        {...(onOpenMemory && { onSuperseded: ({ id }: { id: string }) => onOpenMemory(id) })}
      />
    </header>
  );
}

const timeOf = (at: string) => () => <RelativeTime at={at} />;

/** Since when and why other agents are not served it, with a way to decide on that. */
function Held({ memory, held_at, mayDecide }: { memory: MemoryInFull; held_at: string; mayDecide: boolean }) {
  const t = useMessages(memoryPage);
  return (
    <p className="rounded-md border border-danger/35 bg-danger-soft/50 px-3 py-2 text-sm">
      {t.rich("held", { when: timeOf(held_at), reason: memory.held_reason ?? "" })}{" "}
      {mayDecide && (
        <Link
          href={`/memories/quarantine?${new URLSearchParams({ memory: memory.id })}`}
          className="text-primary underline-offset-4 hover:underline"
        >
          {t("decide")}
        </Link>
      )}
    </p>
  );
}

/** Leads to what superseded it, where this one is shown if possible. */
function Replacement({ memory, onOpenMemory }: { memory: MemoryInFull } & Opens) {
  const t = useMessages(memoryPage);
  const superseded_by = memory.chain.find(({ id }) => id === memory.superseded_by);
  if (superseded_by === undefined) return null;
  const className = "text-primary text-sm underline-offset-4 hover:underline";
  if (onOpenMemory)
    return (
      <button type="button" className={className} onClick={() => onOpenMemory(superseded_by.id)}>
        {t("open_replacement")}
      </button>
    );
  return (
    <Link href={`/memories/${superseded_by.id}`} className={className}>
      {t("open_replacement")}
    </Link>
  );
}

function KeptFor({ name }: { name: string }) {
  const t = useMessages(memoryPage);
  return (
    <p className="rounded-md border bg-sunken px-3 py-2 text-pretty text-sm">
      {name === UNKNOWN_REPOSITORY
        ? t("kept_unnamed")
        : t.rich("kept_for", { name: () => <span className="font-mono text-xs">{name}</span> })}
    </p>
  );
}

const SHOWN_TAGS = 8;

function Tags({ tags }: { tags: readonly string[] }) {
  const t = useMessages(memoryPage);
  const [all, setAll] = useState(false);
  const shown = all ? tags : tags.slice(0, SHOWN_TAGS);
  return (
    <>
      {shown.map((tag) => (
        <Link
          key={tag}
          href={`/memories?${new URLSearchParams({ tag })}`}
          className="inline-flex min-w-0 max-w-full"
        >
          <Badge tone="quiet" className="min-w-0 max-w-full shrink hover:border-border-strong">
            <span dir="auto" className="truncate">
              {visible(tag)}
            </span>
          </Badge>
        </Link>
      ))}
      {shown.length < tags.length && (
        <Button variant="link" size="inline" onClick={() => setAll(true)}>
          {t("more_tags", { count: tags.length - shown.length })}
        </Button>
      )}
    </>
  );
}
