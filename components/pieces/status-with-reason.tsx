"use client";

import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Actor, type ActorIdentity } from "./actor";
import { RelativeTime } from "./relative-time";
import type { TermOf } from "./vocabulary";

/** A term of the vocabulary, or of the table of a screen, and what writes the texts that it names. */
type Shown<Key extends string> = {
  term: TermOf<Key>;
  t: (key: NoInfer<Key>) => string;
  /** Stands instead of the term's word. */
  word?: string;
};

/** A status as icon and word. */
export function StatusBadge<Key extends string>({
  term,
  t,
  word = t(term.word),
  className,
}: Shown<Key> & { className?: string }) {
  const Icon = term.icon;
  return (
    <Badge tone={term.tone} title={t(term.meaning)} className={className}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
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
export function StatusWithReason<Key extends string>({
  reason,
  actor,
  at,
  action,
  className,
  ...shown
}: Shown<Key> & {
  reason?: ReactNode;
  actor?: ActorIdentity | null;
  at?: string | null;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn("flex flex-wrap items-start gap-x-3 gap-y-1.5 text-sm", className)}>
      <StatusBadge {...shown} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-pretty">{reason ?? shown.t(shown.term.meaning)}</p>
        <Origin actor={actor} at={at} />
      </div>
      {action}
    </div>
  );
}
