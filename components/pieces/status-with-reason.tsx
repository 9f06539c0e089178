import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { CitationStatus } from "@/lib/citations/contract";
import type { MemoryStatus } from "@/lib/memories/contract";
import type { Disposition } from "@/lib/reviews/contract";
import { Actor, type ActorIdentity } from "./actor";
import { RelativeTime } from "./relative-time";
import { CITATION_STATUSES, DISPOSITIONS, MEMORY_STATUSES, type Term } from "./vocabulary";

/** A status as icon and word. `term` comes from the vocabulary, or from the table of a screen. */
export function StatusBadge({ term, className }: { term: Term; className?: string }) {
  const Icon = term.icon;
  return (
    <Badge tone={term.tone} title={term.meaning} className={className}>
      <Icon aria-hidden />
      {term.word}
    </Badge>
  );
}

export function MemoryStatusBadge({ status, className }: { status: MemoryStatus; className?: string }) {
  return <StatusBadge term={MEMORY_STATUSES[status]} className={className} />;
}

export function CitationStatusBadge({ status, className }: { status: CitationStatus; className?: string }) {
  return <StatusBadge term={CITATION_STATUSES[status]} className={className} />;
}

export function DispositionBadge({
  disposition,
  className,
}: {
  disposition: Disposition;
  className?: string;
}) {
  return <StatusBadge term={DISPOSITIONS[disposition]} className={className} />;
}

/** By whom and when a status came about, as far as either is known. */
function Origin({ actor, at }: { actor: ActorIdentity | null | undefined; at: string | null | undefined }) {
  if (!actor && !at) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
      {actor && <Actor actor={actor} />}
      {at && <RelativeTime at={at} />}
    </p>
  );
}

/** A status, what it means, and why, since when and by whom it came about. */
export function StatusWithReason({
  term,
  reason,
  actor,
  at,
  action,
  className,
}: {
  term: Term;
  reason?: ReactNode;
  actor?: ActorIdentity | null;
  at?: string | null;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn("flex flex-wrap items-start gap-x-3 gap-y-1.5 text-sm", className)}>
      <StatusBadge term={term} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-pretty">{reason ?? term.meaning}</p>
        <Origin actor={actor} at={at} />
      </div>
      {action}
    </div>
  );
}
