"use client";

import type { ReactNode } from "react";
import { Actor } from "@/components/pieces/actor";
import { CitationChip } from "@/components/pieces/citation-chip";
import { formatLines } from "@/components/pieces/format";
import { InferredBadge } from "@/components/pieces/inferred-badge";
import { KindBadge } from "@/components/pieces/kind-badge";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MEMORY_STATUSES } from "@/components/pieces/vocabulary";
import { DispositionBadge, MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible, visibleIn } from "@/components/ui/visible";
import { filesMarks } from "@/messages/compiled/files-marks";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { Translate } from "@/messages/message";
import { useMarkTerms } from "./mark-terms";
import type { FailureMark, FindingMark, Mark, MemoryMark, Tone } from "./marks";

const BADGE_TONES = {
  ok: "ok",
  warn: "warn",
  danger: "danger",
  neutral: "neutral",
} as const satisfies Record<Tone, string>;

/** The page of what a mark is about. */
export function pageOf(mark: Mark): string {
  if (mark.of === "memory") return `/memories/${mark.item.memory.id}`;
  if (mark.of === "finding") return `/reviews/findings/${mark.item.id}`;
  return `/failures/${mark.item.failure.id}`;
}

/** What a mark is about, in short, with the way to its own page. */
export function MarkDetail({ mark, commit }: { mark: Mark; commit: string }) {
  if (mark.of === "memory") return <MemoryDetail mark={mark} commit={commit} />;
  if (mark.of === "finding") return <FindingDetail mark={mark} />;
  return <FailureDetail mark={mark} />;
}

function MarkBadge({ mark }: { mark: Mark }) {
  const { word, icon: Icon, meaning } = useMarkTerms().termOf(mark);
  return (
    <Badge tone={BADGE_TONES[mark.tone]} title={meaning}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-0.5 text-muted-foreground text-xs">{title}</h3>
      {children}
    </section>
  );
}

function Prose({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap text-pretty wrap-anywhere">
      {visibleIn(children)}
    </p>
  );
}

/** Where the lines of a citation are, and by what that is known. */
function located({
  t,
  mark: { item, start, end },
  commit: sha,
}: {
  t: Translate<typeof filesMarks>;
  mark: MemoryMark;
  commit: string;
}): string {
  const { located: by, path, line_start, line_end, citation } = item;
  const commit = sha.slice(0, 8);
  if (by === "recorded")
    return t(citation.checked_commit === null ? "located_at_citing" : "located_at_check", { commit });
  if (start !== null && end !== null) return t("located_here", { commit, lines: formatLines(start, end) });
  if (path !== null && line_start !== null && line_end !== null)
    return t("located_elsewhere", { commit, place: `${path}:${formatLines(line_start, line_end)}` });
  return t("located_nowhere", { commit });
}

function MemoryDetail({ mark, commit }: { mark: MemoryMark; commit: string }) {
  const t = useMessages(filesMarks);
  const words = useMessages(vocabulary);
  const { memory, citation, reason } = mark.item;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <MarkBadge mark={mark} />
        <KindBadge kind={memory.kind} />
        <MemoryStatusBadge status={memory.status} />
        {citation.inferred && <InferredBadge />}
        <QualityBar quality={memory.quality} status={memory.status} />
      </div>
      <p dir="auto" className="whitespace-pre-wrap text-pretty wrap-anywhere text-base">
        {visible(memory.statement)}
      </p>
      {memory.status_reason !== null && (
        <Part title={t("why_status", { status: words(MEMORY_STATUSES[memory.status].word) })}>
          <Prose>{memory.status_reason}</Prose>
        </Part>
      )}
      <Part title={t("citation")}>
        <p className="mb-1.5 text-pretty wrap-anywhere">
          {located({ t, mark, commit })} {reason}
        </p>
        <CitationChip
          href={`/citations/${citation.id}`}
          citation={{
            path: citation.path,
            start_line: citation.line_start,
            end_line: citation.line_end,
            status: citation.status,
            symbol: citation.symbol_path,
            since: citation.checked_at,
          }}
        />
      </Part>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary" size="sm">
          <Link href={pageOf(mark)}>{t("open_memory")}</Link>
        </Button>
        {mark.standing === "disputed" && (
          <Button asChild size="sm">
            <Link href="/conflicts">{t("open_conflicts")}</Link>
          </Button>
        )}
      </div>
    </div>
  );
}

function FindingDetail({ mark }: { mark: FindingMark }) {
  const t = useMessages(filesMarks);
  const { item } = mark;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <DispositionBadge disposition={item.disposition} />
        <span className="wrap-anywhere font-mono text-xs">{item.rule_category}</span>
        <RelativeTime at={item.found_at} className="text-muted-foreground text-xs" />
      </div>
      <p dir="auto" className="text-pretty wrap-anywhere text-base">
        {visible(item.title)}
      </p>
      {item.reason !== null && (
        <Part title={item.disposition === "reject" ? t("why_rejected") : t("why_decided")}>
          <Prose>{item.reason}</Prose>
        </Part>
      )}
      {item.original_issue !== null && (
        <Part title={t("reviewer_said")}>
          <Prose>{item.original_issue}</Prose>
        </Part>
      )}
      {item.agent !== null && <Actor actor={{ kind: "agent", name: item.agent, detail: item.skill }} />}
      <p className="text-muted-foreground text-xs">{t("as_stated")}</p>
      <Button asChild variant="primary" size="sm" className="self-start">
        <Link href={pageOf(mark)}>{t("open_finding")}</Link>
      </Button>
    </div>
  );
}

function FailureDetail({ mark }: { mark: FailureMark }) {
  const t = useMessages(filesMarks);
  const { failure, occurrences, last_at, commit_sha } = mark.item;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <MarkBadge mark={mark} />
        <span className="wrap-anywhere font-mono text-xs">{failure.error_type}</span>
        <span className="text-muted-foreground text-xs">
          {t.rich("occurrences", { count: occurrences, when: () => <RelativeTime at={last_at} /> })}
        </span>
      </div>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere font-mono text-xs">
        {visible(failure.message)}
      </p>
      <Part title={t("solution")}>
        {failure.solution === null ? (
          <p className="text-muted-foreground">{t("no_solution")}</p>
        ) : (
          <Prose>{failure.solution}</Prose>
        )}
      </Part>
      <p className="text-muted-foreground text-xs">
        {t("as_stated")}
        {commit_sha !== null && (
          <>
            {" "}
            {t.rich("seen_at", { commit: () => <code title={commit_sha}>{commit_sha.slice(0, 8)}</code> })}
          </>
        )}
      </p>
      <Button asChild variant="primary" size="sm" className="self-start">
        <Link href={pageOf(mark)}>{t("open_failure")}</Link>
      </Button>
    </div>
  );
}
