import type { ReactNode } from "react";
import { Actor } from "@/components/pieces/actor";
import { CitationChip } from "@/components/pieces/citation-chip";
import { countOf, formatLines } from "@/components/pieces/format";
import { InferredBadge } from "@/components/pieces/inferred-badge";
import { KindBadge } from "@/components/pieces/kind-badge";
import { QualityBar } from "@/components/pieces/quality-bar";
import { RelativeTime } from "@/components/pieces/relative-time";
import { DispositionBadge, MemoryStatusBadge } from "@/components/pieces/status-with-reason";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { termOf } from "./mark-terms";
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
  const { word, icon: Icon, meaning } = termOf(mark);
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
      {children}
    </p>
  );
}

/** Where the lines of a citation are, and by what that is known. */
function located({ item, start, end }: MemoryMark, commit: string): string {
  const { located: by, path, line_start, line_end, reason, citation } = item;
  const sha = commit.slice(0, 8);
  if (by === "recorded")
    return `It could not be followed to ${sha}; the lines are those of ${citation.checked_commit === null ? "when it was cited" : "its last check"}. ${reason ?? ""}`;
  if (start !== null && end !== null)
    return `Followed to ${sha}: lines ${formatLines(start, end)}. ${reason ?? ""}`;
  if (path !== null && line_start !== null && line_end !== null)
    return `At ${sha} its lines are in ${path}:${formatLines(line_start, line_end)}. ${reason ?? ""}`;
  return `Its lines are not in the repository at ${sha}. ${reason ?? ""}`;
}

function MemoryDetail({ mark, commit }: { mark: MemoryMark; commit: string }) {
  const { memory, citation } = mark.item;
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
        {memory.statement}
      </p>
      {memory.status_reason !== null && (
        <Part title={`Why it is ${memory.status}`}>
          <Prose>{memory.status_reason}</Prose>
        </Part>
      )}
      <Part title="Its citation">
        <p className="mb-1.5 text-pretty wrap-anywhere">{located(mark, commit)}</p>
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
          <Link href={pageOf(mark)}>Open the memory</Link>
        </Button>
        {mark.standing === "disputed" && (
          <Button asChild size="sm">
            <Link href="/conflicts">Open conflicts</Link>
          </Button>
        )}
      </div>
    </div>
  );
}

const AS_STATED = "The line number is from that time; the code may have moved since.";

function FindingDetail({ mark }: { mark: FindingMark }) {
  const { item } = mark;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <DispositionBadge disposition={item.disposition} />
        <span className="wrap-anywhere font-mono text-xs">{item.rule_category}</span>
        <RelativeTime at={item.found_at} className="text-muted-foreground text-xs" />
      </div>
      <p dir="auto" className="text-pretty wrap-anywhere text-base">
        {item.title}
      </p>
      {item.reason !== null && (
        <Part title={item.disposition === "reject" ? "Why it was rejected" : "Why it was decided this way"}>
          <Prose>{item.reason}</Prose>
        </Part>
      )}
      {item.original_issue !== null && (
        <Part title="What the reviewer said">
          <Prose>{item.original_issue}</Prose>
        </Part>
      )}
      {item.agent !== null && <Actor actor={{ kind: "agent", name: item.agent, detail: item.skill }} />}
      <p className="text-muted-foreground text-xs">{AS_STATED}</p>
      <Button asChild variant="primary" size="sm" className="self-start">
        <Link href={pageOf(mark)}>Open the finding</Link>
      </Button>
    </div>
  );
}

function FailureDetail({ mark }: { mark: FailureMark }) {
  const { failure, occurrences, last_at, commit_sha } = mark.item;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <MarkBadge mark={mark} />
        <span className="wrap-anywhere font-mono text-xs">{failure.error_type}</span>
        <span className="text-muted-foreground text-xs">
          {countOf(occurrences, "time", "times")} here, last <RelativeTime at={last_at} />
        </span>
      </div>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere font-mono text-xs">
        {failure.message}
      </p>
      <Part title="What solved it">
        {failure.solution === null ? (
          <p className="text-muted-foreground">No solution was recorded yet.</p>
        ) : (
          <Prose>{failure.solution}</Prose>
        )}
      </Part>
      <p className="text-muted-foreground text-xs">
        {AS_STATED}
        {commit_sha !== null && (
          <>
            {" "}
            It was seen at <code title={commit_sha}>{commit_sha.slice(0, 8)}</code>.
          </>
        )}
      </p>
      <Button asChild variant="primary" size="sm" className="self-start">
        <Link href={pageOf(mark)}>Open the failure</Link>
      </Button>
    </div>
  );
}
