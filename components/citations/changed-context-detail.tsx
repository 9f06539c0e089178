"use client";

import { Undo2 } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Actor } from "@/components/pieces/actor";
import { KindBadge } from "@/components/pieces/kind-badge";
import { RelativeTime } from "@/components/pieces/relative-time";
import { DECIDED_WORDS, SUPPORT_KIND_WORDS } from "@/components/pieces/support-words";
import { ThenAndNow } from "@/components/pieces/then-and-now";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { KeyHints } from "@/components/review-queue/actions";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { MemorySupport } from "@/lib/memories/contract";
import { citationsContext } from "@/messages/compiled/citations-context";
import { supportWords } from "@/messages/compiled/support-words";
import { StatementHeading } from "./statement-heading";

/** One changed definition: the memory that rests on it, how it read when the memory was stored, and how it reads now. */
export function ChangedContextDetail({
  support,
  heading,
  buttons,
  onUndo,
}: {
  support: MemorySupport;
  heading: RefObject<HTMLHeadingElement | null>;
  /** The buttons that decide on it. */
  buttons: ReactNode;
  /** Null where nothing can be undone. */
  onUndo: (() => void) | null;
}) {
  const t = useMessages(citationsContext);
  const words = useMessages(supportWords);
  const { memory, changed_at } = support;
  return (
    <article aria-labelledby="context-heading" className="flex min-w-0 flex-col gap-3">
      <StatementHeading
        key={support.id}
        id="context-heading"
        heading={heading}
        statement={memory.statement}
      />
      <Facts support={support} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:hidden">
        {buttons}
        <Button asChild variant="ghost">
          <Link href={`/memories/${memory.id}`}>{t("open_memory")}</Link>
        </Button>
        {changed_at !== null && <KeyHints />}
      </div>
      <p className="text-pretty text-sm">
        {t.rich("changed", {
          name: () => <code className="wrap-anywhere">{support.name}</code>,
          kind: words(SUPPORT_KIND_WORDS[support.kind]),
        })}
      </p>
      <SupportComparison support={support} />
      <Opinion support={support} />
      {onUndo !== null && (
        <Button className="self-start" onClick={onUndo}>
          <Undo2 aria-hidden />
          {t("undo")}
        </Button>
      )}
    </article>
  );
}

/** What it is about and how it stands. */
function Facts({ support }: { support: MemorySupport }) {
  const t = useMessages(citationsContext);
  const words = useMessages(supportWords);
  const { memory, changed_at, decision, decided_by, decided_at } = support;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
      {memory.status !== "active" && <MemoryStatusBadge status={memory.status} />}
      <KindBadge kind={memory.kind} />
      <span className="wrap-anywhere font-mono text-xs">{support.repository.name}</span>
      {changed_at !== null && (
        <span>{t.rich("seen_changed", { when: () => <RelativeTime at={changed_at} /> })}</span>
      )}
      {decision !== null && decided_by !== null && decided_at !== null && (
        <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-1.5">
          {t.rich("decided_by", {
            decision: words(DECIDED_WORDS[decision]),
            actor: () => <Actor actor={decided_by} />,
            when: () => <RelativeTime at={decided_at} />,
          })}
        </span>
      )}
    </p>
  );
}

/** What a language model suggests, with the words that it is based on. */
function Opinion({ support: { opinion } }: { support: MemorySupport }) {
  const t = useMessages(citationsContext);
  if (opinion === null) return null;
  const { holds, quote, reason, model } = opinion;
  return (
    <p className="max-w-prose text-pretty text-sm">
      {t.rich(holds ? "opinion_holds" : "opinion_stale", {
        model,
        reason,
        who: (text) => <span className="text-muted-foreground">{text}</span>,
        quote: () => <code className="wrap-anywhere">{quote}</code>,
      })}
    </p>
  );
}

/** A definition as it read when the memory was stored, beside how it reads now. */
export function SupportComparison({ support }: { support: MemorySupport }) {
  const t = useMessages(citationsContext);
  const { was, now, path, line_start, line_end, commit_sha, status, symbol_path, reason } = support;
  if (was === null)
    return (
      <p className="text-pretty text-muted-foreground text-sm">
        {t("only_checksum", { path })} {reason}
      </p>
    );
  const commit = support.checked_commit ?? commit_sha;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {symbol_path !== null && symbol_path !== support.name && (
        <p className="wrap-anywhere font-mono text-xs">{symbol_path}</p>
      )}
      <ThenAndNow
        status={status}
        then={{ path, start_line: line_start, end_line: line_end, commit: commit_sha, text: was }}
        now={
          now === null || now.text === null
            ? null
            : {
                path: now.path,
                start_line: now.line_start,
                end_line: now.line_end,
                commit,
                text: now.text,
              }
        }
        absence={now === null ? (reason ?? t("nowhere")) : t("only_new_checksum")}
      />
    </div>
  );
}
