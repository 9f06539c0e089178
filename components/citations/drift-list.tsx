"use client";

import { type RefObject, useId } from "react";
import { formatCount } from "@/components/pieces/format";
import { KindBadge } from "@/components/pieces/kind-badge";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { Memory } from "@/lib/memories/contract";
import { FAILING } from "./parameters";

/** What happened to the citations that no longer hold: 1 edited, 2 missing. */
export function Failures({ memory }: { memory: Memory }) {
  return FAILING.map((status) => {
    const count = memory.citations.filter((citation) => citation.status === status).length;
    const { icon: Icon, word } = TERMS[status];
    return count === 0 ? null : (
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
        <Row
          key={memory.id}
          memory={memory}
          open={memory.id === current_id}
          selected={selection.has(memory.id)}
          selectable={selectable}
          onShow={() => onShow(memory)}
          onToggle={() => onToggle(memory)}
        />
      ))}
    </ol>
  );
}

function Row({
  memory,
  open,
  selected,
  selectable,
  onShow,
  onToggle,
}: {
  memory: Memory;
  open: boolean;
  selected: boolean;
  selectable: boolean;
  onShow: () => void;
  onToggle: () => void;
}) {
  const statement = useId();
  return (
    <li
      className={cn(
        "relative flex min-w-0 gap-2.5 border-b px-3 py-2.5 last:border-b-0",
        selected ? "bg-primary-soft/60" : "hover:bg-accent/60",
        open && "bg-accent shadow-[inset_2px_0_0_var(--primary)]",
      )}
    >
      {selectable ? (
        <Checkbox
          aria-label="Select"
          aria-describedby={statement}
          checked={selected}
          onCheckedChange={onToggle}
          className="z-1 mt-0.5"
        />
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <button
          type="button"
          id={statement}
          data-drift={memory.id}
          aria-current={open || undefined}
          onClick={onShow}
          dir="auto"
          className={cn(
            "line-clamp-2 text-left text-sm [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring",
            open && "font-medium",
          )}
        >
          {memory.statement}
        </button>
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
          <Failures memory={memory} />
          <RelativeTime at={memory.status_since} />
          <span className="whitespace-nowrap">
            {memory.usage_count === 0 ? "never served" : `served ${formatCount(memory.usage_count)}×`}
          </span>
          <KindBadge kind={memory.kind} />
          <MemoryReach repository={memory.repository?.name ?? null} />
        </p>
      </div>
    </li>
  );
}

export function QueueSkeleton() {
  return (
    <div aria-busy className="grid gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <span className="sr-only">Loading the drift queue</span>
      <div className="rounded-md border bg-card">
        {[92, 78, 86, 70, 88, 74].map((width) => (
          <div key={width} className="flex flex-col gap-2 border-b px-3 py-3 last:border-b-0">
            <Skeleton style={{ width: `${width}%` }} />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-3 max-lg:hidden">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="mt-3 h-64 w-full" />
      </div>
    </div>
  );
}
