"use client";

import { FolderGit2, Globe, Pin } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { formatCount } from "./format";
import { KindBadge } from "./kind-badge";
import { QualityBar, type QualityPart } from "./quality-bar";
import { RelativeTime } from "./relative-time";
import { MemoryStatusBadge } from "./status-with-reason";
import type { MemoryKind, MemoryStatus } from "./vocabulary";

export type MemoryLineMemory = {
  statement: string;
  kind: MemoryKind;
  status: MemoryStatus;
  quality: number | null;
  quality_parts?: readonly QualityPart[];
  /** `owner/name`; null for a memory that is not bound to a repository. */
  repository: string | null;
  created_at: string;
  usage_count: number;
  pinned?: boolean;
};

/** Where a memory reaches: its repository, or the whole organization. */
export function MemoryReach({ repository }: { repository: string | null }) {
  const Icon = repository ? FolderGit2 : Globe;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className={cn("truncate", repository && "font-mono text-xs")}>
        {repository ?? "whole organization"}
      </span>
    </span>
  );
}

/**
 * One memory in two lines: what it says, then kind, quality, reach, age, uses and, when it is not simply active,
 * its status. `after` takes what a screen adds: why a search matched, its citations.
 */
export function MemoryLine({
  memory,
  href,
  onOpen,
  after,
  lines = 2,
  className,
}: {
  memory: MemoryLineMemory;
  href?: string;
  onOpen?: () => void;
  after?: ReactNode;
  /** Lines of the statement before it is cut; 0 shows all of it. */
  lines?: 0 | 1 | 2;
  className?: string;
}) {
  const statement = (
    <span
      dir="auto"
      className={cn(
        "block text-pretty break-words text-base",
        lines === 1 && "line-clamp-1",
        lines === 2 && "line-clamp-2",
      )}
    >
      {memory.statement}
    </span>
  );
  const linkClasses = "rounded-sm text-left hover:underline decoration-border-strong underline-offset-4";
  return (
    <article className={cn("flex min-w-0 flex-col gap-1", className)}>
      {href ? (
        <Link href={href} className={linkClasses}>
          {statement}
        </Link>
      ) : onOpen ? (
        <button type="button" onClick={onOpen} className={linkClasses}>
          {statement}
        </button>
      ) : (
        statement
      )}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
        {memory.status === "active" ? null : <MemoryStatusBadge status={memory.status} />}
        <KindBadge kind={memory.kind} />
        <QualityBar quality={memory.quality} parts={memory.quality_parts} />
        <MemoryReach repository={memory.repository} />
        <RelativeTime at={memory.created_at} />
        <span>{memory.usage_count === 1 ? "1 use" : `${formatCount(memory.usage_count)} uses`}</span>
        {memory.pinned ? (
          <span className="inline-flex items-center gap-1" title="Pinned memories never expire.">
            <Pin aria-hidden className="size-3.5" />
            pinned
          </span>
        ) : null}
      </div>
      {after}
    </article>
  );
}
