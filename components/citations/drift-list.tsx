"use client";

import type { RefObject } from "react";
import { DeskRow, DeskSkeleton } from "@/components/pieces/desk";
import { formatCount } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { Memory } from "@/lib/memories/contract";
import { FAILING } from "./parameters";

/** What happened to the citations that no longer hold: 1 edited, 2 missing. */
export function Failures({ memory }: { memory: Memory }) {
  return FAILING.map((status) => {
    const count = memory.citations.filter((citation) => citation.status === status).length;
    const { icon: Icon, word } = TERMS[status];
    if (count === 0) return null;
    return (
      <span
        key={status}
        className={cn(
          "inline-flex items-center gap-1.5 whitespace-nowrap",
          status === "missing" ? "text-danger" : "text-warn",
        )}
      >
        <Icon aria-hidden className="size-3.5" />
        {formatCount(count)} {word}
      </span>
    );
  });
}

/** The queue: one row a memory, the one under decision marked. Rows are focused by their `data-drift`. */
export function DriftList({
  ref,
  items,
  current_id,
  selection,
  selectable,
  refreshing,
  onShow,
  onToggle,
  className,
}: {
  ref: RefObject<HTMLOListElement | null>;
  items: readonly Memory[];
  current_id: string | null;
  selection: ReadonlySet<string>;
  selectable: boolean;
  refreshing: boolean;
  onShow: (memory: Memory) => void;
  onToggle: (memory: Memory) => void;
  className?: string;
}) {
  return (
    <ol
      ref={ref}
      aria-label="Drift queue"
      aria-busy={refreshing}
      className={cn("min-w-0 rounded-md border bg-card", refreshing && "opacity-70", className)}
    >
      {items.map((memory) => (
        <DeskRow
          key={memory.id}
          row={["data-drift", memory.id]}
          open={memory.id === current_id}
          text={memory.statement}
          selected={selection.has(memory.id)}
          onShow={() => onShow(memory)}
          onToggle={selectable ? () => onToggle(memory) : undefined}
        >
          <Failures memory={memory} />
          <RelativeTime at={memory.status_since} />
          <span className="whitespace-nowrap">
            {memory.usage_count === 0 ? "never served" : `served ${formatCount(memory.usage_count)}×`}
          </span>
          <KindBadge kind={memory.kind} />
          <MemoryReach memory={memory} />
        </DeskRow>
      ))}
    </ol>
  );
}

export function QueueSkeleton() {
  return (
    <DeskSkeleton label="Loading the drift queue" rows={[92, 78, 86, 70, 88, 74]}>
      <div className="flex min-w-0 flex-col gap-3 max-lg:hidden">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="mt-3 h-64 w-full" />
      </div>
    </DeskSkeleton>
  );
}
