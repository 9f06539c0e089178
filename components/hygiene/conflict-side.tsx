"use client";

import { Check } from "lucide-react";
import { Actor } from "@/components/pieces/actor";
import { CitationChips } from "@/components/pieces/citation-chips";
import { KindBadge } from "@/components/pieces/kind-badge";
import { LongText } from "@/components/pieces/long-text";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { KeyButton } from "@/components/review-queue/actions";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { Memory } from "@/lib/memories/contract";
import { conflictItem } from "@/messages/compiled/conflict-item";

const SHOWN_CITATIONS = 4;

/** One side of a conflict: what it says, who said so where and how often, what shows it, what it was used for. */
export function ConflictSide({
  memory,
  number,
  kept,
  onHolds,
  busy,
}: {
  memory: Memory;
  /** From 1; also the key that decides for it. */
  number: number;
  /** It was decided for this one. */
  kept: boolean;
  /** Absent when nothing can be decided here. */
  onHolds: (() => void) | null;
  busy: boolean;
}) {
  const t = useMessages(conflictItem);
  const { citations, session_id } = memory;
  return (
    <article
      aria-label={t("side", { number })}
      className={cn("flex min-w-0 flex-col gap-3 rounded-md border bg-card p-4", kept && "border-primary")}
    >
      <LongText text={memory.statement} what="statement" className="font-medium text-base" />
      <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
        {memory.status !== "active" && <MemoryStatusBadge status={memory.status} />}
        <KindBadge kind={memory.kind} />
        <MemoryReach memory={memory} />
        <QualityBar quality={memory.quality} />
      </p>
      {memory.reasoning && (
        <LongText text={memory.reasoning} what="reasoning" className="text-muted-foreground text-sm" />
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted-foreground">{t("stored_by")}</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Actor
            actor={{ kind: memory.created_by.kind, name: memory.created_by.name, detail: memory.agent_type }}
          />
          <RelativeTime at={memory.created_at} />
          {session_id && (
            <Link
              href={`/sessions/${encodeURIComponent(session_id)}`}
              className="text-primary underline-offset-4 hover:underline"
            >
              {t("in_session")}
            </Link>
          )}
        </dd>
        <dt className="text-muted-foreground">{t("observed")}</dt>
        <dd>{t("times", { count: memory.observation_count })}</dd>
        <dt className="text-muted-foreground">{t("used")}</dt>
        <dd>{t("times", { count: memory.usage_count })}</dd>
        <dt className="text-muted-foreground">{t("evidence")}</dt>
        <dd className="min-w-0">
          {citations.length === 0 && t("no_evidence")}
          {citations.length > 0 && <CitationChips citations={citations} max={SHOWN_CITATIONS} />}
        </dd>
      </dl>
      <p className="mt-auto flex flex-wrap items-center gap-1.5 pt-1">
        <Holds number={number} kept={kept} busy={busy} onHolds={onHolds} />
        <Button asChild variant="ghost">
          <Link href={`/memories/${memory.id}`}>{t("open_memory")}</Link>
        </Button>
      </p>
    </article>
  );
}

/** Decides for this side, or says that it was decided for. */
function Holds({
  number,
  kept,
  busy,
  onHolds,
}: {
  number: number;
  kept: boolean;
  busy: boolean;
  onHolds: (() => void) | null;
}) {
  const t = useMessages(conflictItem);
  if (onHolds !== null)
    return (
      <KeyButton
        keys={String(number)}
        text={t("this_true")}
        icon={Check}
        variant="primary"
        busy={busy}
        onClick={onHolds}
      />
    );
  if (!kept) return null;
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-primary">
      <Check aria-hidden className="size-4" /> {t("this_true")}
    </span>
  );
}
