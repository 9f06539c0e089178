"use client";

import { Undo2 } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Actor } from "@/components/pieces/actor";
import { CitationChips } from "@/components/pieces/citation-chips";
import { KindBadge } from "@/components/pieces/kind-badge";
import { LongText } from "@/components/pieces/long-text";
import { MemoryReach } from "@/components/pieces/memory-reach";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { KeyHints } from "@/components/review-queue/actions";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { Memory, Suggestion } from "@/lib/memories/contract";
import { suggestionItem } from "@/messages/compiled/suggestion-item";
import { ACTION_QUESTIONS } from "./words";

const SHOWN_CITATIONS = 4;

/** One suggestion: what the agent would do and why, the memory, and what would take its place. */
export function SuggestionDetail({
  suggestion,
  heading,
  buttons,
  onUndo,
}: {
  suggestion: Suggestion;
  heading: RefObject<HTMLHeadingElement | null>;
  /** The buttons that decide on it. */
  buttons: ReactNode;
  /** Null where nothing can be undone. */
  onUndo: (() => void) | null;
}) {
  const t = useMessages(suggestionItem);
  const { memory, correction, status } = suggestion;
  return (
    <section aria-labelledby="suggestion-heading" className="flex min-w-0 flex-col gap-3">
      <Heading suggestion={suggestion} heading={heading} />
      {status === "open" && (
        <div className="flex flex-wrap items-center gap-1.5 max-lg:hidden">
          {buttons}
          <KeyHints />
        </div>
      )}
      <div className="grid min-w-0 gap-3 xl:grid-cols-2">
        <StoredMemory memory={memory} />
        {correction !== null && <Correction correction={correction} />}
      </div>
      {onUndo !== null && (
        <Button className="self-start" onClick={onUndo}>
          <Undo2 aria-hidden />
          {t("undo")}
        </Button>
      )}
    </section>
  );
}

function Heading({
  suggestion: { action, suggested_by, suggested_at, reason, changed_since, decided_by, status },
  heading,
}: {
  suggestion: Suggestion;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const t = useMessages(suggestionItem);
  return (
    <header className="flex flex-col gap-1">
      <h2 ref={heading} id="suggestion-heading" tabIndex={-1} className="text-pretty font-medium text-base">
        {t(ACTION_QUESTIONS[action])}
      </h2>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-muted-foreground text-sm">
        <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
          {t.rich("suggested_by", { actor: () => <Actor actor={suggested_by} /> })}
        </span>
        <RelativeTime at={suggested_at} />
        {decided_by !== null && (
          <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
            {t.rich("decided_by", { status, actor: () => <Actor actor={decided_by} /> })}
          </span>
        )}
      </p>
      {reason !== null && <LongText text={reason} what="reason" className="text-sm" />}
      {changed_since && <p className="text-pretty text-sm text-warn">{t("changed_since")}</p>}
    </header>
  );
}

/** The memory that it is about, who stored it and what shows it. */
function StoredMemory({ memory }: { memory: Memory }) {
  const t = useMessages(suggestionItem);
  const { citations, created_by } = memory;
  return (
    <article
      aria-label={t("memory_now")}
      className="flex min-w-0 flex-col gap-3 rounded-md border bg-card p-4"
    >
      <h3 className="text-muted-foreground text-sm">{t("memory_now")}</h3>
      <LongText text={memory.statement} what="statement" className="font-medium text-base" />
      <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
        {memory.status !== "active" && <MemoryStatusBadge status={memory.status} />}
        <KindBadge kind={memory.kind} />
        <MemoryReach memory={memory} />
      </p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
        <span className="text-muted-foreground">{t("stored_by")}</span>
        <Actor actor={{ kind: created_by.kind, name: created_by.name, detail: memory.agent_type }} />
        <RelativeTime at={memory.created_at} />
      </p>
      {citations.length > 0 && <CitationChips citations={citations} max={SHOWN_CITATIONS} />}
      <Button asChild variant="ghost" className="mt-auto self-start">
        <Link href={`/memories/${memory.id}`}>{t("open_memory")}</Link>
      </Button>
    </article>
  );
}

/** What would take its place. */
function Correction({ correction }: { correction: NonNullable<Suggestion["correction"]> }) {
  const t = useMessages(suggestionItem);
  return (
    <article
      aria-label={t("replacement")}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-primary bg-card p-4"
    >
      <h3 className="text-muted-foreground text-sm">{t("replacement")}</h3>
      <LongText text={correction.statement} what="statement" className="font-medium text-base" />
      <ul className="flex min-w-0 flex-col gap-1 font-mono text-xs">
        {correction.citations.map(({ path, line_start, line_end, sha }) => (
          <li key={`${path}:${line_start}-${line_end}`} className="wrap-anywhere">
            {path}:{line_start}-{line_end}
            {sha !== undefined && (
              <span className="text-muted-foreground"> {t("at_commit", { commit: sha.slice(0, 8) })}</span>
            )}
          </li>
        ))}
      </ul>
      {correction.citations.length === 0 && (
        <p className="text-muted-foreground text-sm">{t("no_citations")}</p>
      )}
    </article>
  );
}
