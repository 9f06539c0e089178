"use client";

import { useQuery } from "@tanstack/react-query";
import { Quote } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import { BackLink } from "@/components/pieces/back-link";
import { CitationComparison, toPlace } from "@/components/pieces/citation-comparison";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { filesHref } from "@/components/pieces/files-href";
import { formatLines } from "@/components/pieces/format";
import { InferredBadge } from "@/components/pieces/inferred-badge";
import { ReciteDialog } from "@/components/pieces/memory-dialogs";
import { mayBeRecited } from "@/components/pieces/new-citation";
import { PageHeader } from "@/components/pieces/page-header";
import { ReadProblem, readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { SymbolPath } from "@/components/pieces/symbol-path";
import { ThenAndNow } from "@/components/pieces/then-and-now";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { verdictSentences } from "@/components/pieces/verdict";
import { CitationStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import {
  type Citation,
  type CitationRun,
  citationCheckGet,
  citationHistoryList,
} from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { memoryGet } from "@/lib/memories/contract";
import { citationPage } from "@/messages/compiled/citation-page";
import { verdictWords } from "@/messages/compiled/verdict-words";
import { DriftCauseLine } from "./drift-cause";
import { isFailing } from "./parameters";
import { ScreenSkeleton } from "./screen-skeleton";

/** One citation: what stands there now, and its way through commits and paths, check by check. */
export function CitationScreen({ citation_id }: { citation_id: string }) {
  const t = useMessages(citationPage);
  const query = useQuery(operationQuery(citationHistoryList, { citation_id }));
  const [shown, setShown] = useQueryState("check", parseAsString);
  const problem = readProblem(t("unreadable"), query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data) return <ScreenSkeleton />;
  const { citation, runs, total, checks } = query.data;
  return (
    <>
      <BackLink href="/citations?view=citations">{t("citations")}</BackLink>
      <PageHeader
        title={
          <span className="font-mono wrap-anywhere">
            <SymbolPath path={citation.symbol_path} />
            {citation.path}:{formatLines(citation.line_start, citation.line_end)}
          </span>
        }
        question={
          <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <CitationStatusBadge status={citation.status} />
            {citation.inferred && <InferredBadge />}
            {citation.status_since && <Since at={citation.status_since} />}
            <Link
              href={`/citations/repositories/${citation.repository.id}`}
              className="break-all font-mono text-xs underline-offset-4 hover:underline"
            >
              {citation.repository.name}
            </Link>
          </span>
        }
        actions={
          <>
            {citation.status === "edited" && <StillTrue memory_id={citation.memory_id} />}
            <Button asChild>
              <Link
                href={filesHref(citation.repository.id, {
                  path: citation.path,
                  lines: { start: citation.line_start, end: citation.line_end },
                  mark: `memory-${citation.id}`,
                })}
              >
                {t("open_in_file")}
              </Link>
            </Button>
            <Button asChild>
              <Link href={`/memories/${citation.memory_id}`}>{t("open_memory")}</Link>
            </Button>
          </>
        }
      />
      <section aria-labelledby="now" className="mb-6">
        <h2 id="now" className="mb-2 font-semibold text-sm">
          {t("then_and_now")}
        </h2>
        {isFailing(citation) && <DriftCauseLine citation_id={citation_id} />}
        <CitationComparison citation_id={citation_id} />
      </section>
      <section aria-labelledby="history">
        <h2 id="history" className="mb-1 font-semibold text-sm">
          {t("history")}
        </h2>
        <p className="mb-3 text-muted-foreground text-sm">
          {t(checks === 0 ? "no_checks" : "history_meaning")}
          {total > runs.length && ` ${t("history_cut", { shown: runs.length, total })}`}
        </p>
        <ol aria-label={t("history_list")} className="min-w-0">
          {runs.map((run, index) => (
            <Stop
              key={run.last.id}
              run={run}
              before={runs[index + 1] ?? null}
              found_last={index === 0 ? lastCheckOf(citation, run) : atOf(run.last)}
              citation_id={citation_id}
              open={shown === run.last.id}
              onToggle={() => void setShown(shown === run.last.id ? null : run.last.id)}
            />
          ))}
          {total <= runs.length && <Origin citation={citation} />}
        </ol>
      </section>
    </>
  );
}

function Since({ at }: { at: string }) {
  const t = useMessages(citationPage);
  return <span>{t.rich("since", { when: () => <RelativeTime at={at} /> })}</span>;
}

/** The first thing that can be done about an edited citation: say that what it supports is still true. */
function StillTrue({ memory_id }: { memory_id: string }) {
  const t = useMessages(citationPage);
  const [open, setOpen] = useState(false);
  const { may } = useMe();
  const { data: memory } = useQuery(operationQuery(memoryGet, { memory_id }));
  const isOffered = memory?.status === "drifted" && mayBeRecited(memory) && may("memories:write");
  useShortcuts(
    [
      {
        keys: DECISION_KEYS.accept,
        label: t("recite"),
        when: isOffered,
        run: () => setOpen(true),
      },
    ],
    t("keys"),
  );
  if (!isOffered) return null;
  return (
    <>
      <Button variant="primary" aria-keyshortcuts={DECISION_KEYS.accept} onClick={() => setOpen(true)}>
        <Quote aria-hidden />
        {t("recite")}
      </Button>
      <ReciteDialog memory={memory} open={open} onOpenChange={setOpen} />
    </>
  );
}

const placeOf = ({ path, line_start, line_end }: CitationRun): string | null => {
  if (path === null || line_start === null || line_end === null) return null;
  return `${path}:${formatLines(line_start, line_end)}`;
};

type FoundAt = { commit: string; at: string };

const atOf = ({ commit_sha, checked_at }: CitationRun["last"]): FoundAt => ({
  commit: commit_sha,
  at: checked_at,
});

/** Routine checks that find a citation unchanged again leave no entry: the citation says when it was checked last. */
function lastCheckOf({ status, checked_commit, checked_at }: Citation, run: CitationRun): FoundAt {
  if (status !== run.status || checked_commit === null || checked_at === null) return atOf(run.last);
  return { commit: checked_commit, at: checked_at };
}

/** One stop on the way: what was found, where, from which commit to which. */
function Stop({
  run,
  before,
  found_last,
  citation_id,
  open,
  onToggle,
}: {
  run: CitationRun;
  before: CitationRun | null;
  found_last: FoundAt;
  citation_id: string;
  open: boolean;
  onToggle: () => void;
}) {
  const t = useMessages(citationPage);
  const place = placeOf(run);
  const stays = before !== null && placeOf(before) === place;
  const again = found_last.at !== run.first_at;
  return (
    <li className="relative flex min-w-0 gap-3 pb-4">
      <Track />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
          <CitationStatusBadge status={run.status} />
          {place !== null && (
            <span className={cn("min-w-0 font-mono text-xs wrap-anywhere", stays && "text-muted-foreground")}>
              <SymbolPath path={run.last.symbol_path} />
              {place}
            </span>
          )}
        </p>
        <p className="max-w-prose text-pretty text-sm">
          <Verdict check={run.last} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
          <Found how={again ? "first_at" : "at"} commit={run.first_commit} at={run.first_at} />
          {again && <Found how="last_at" {...found_last} />}
        </p>
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2 self-start"
          aria-expanded={open}
          onClick={onToggle}
        >
          {open ? t("hide_check") : t("show_check")}
        </Button>
        {open && <AtCheck citation_id={citation_id} check_id={run.last.id} />}
      </div>
    </li>
  );
}

/** Why a check decided as it did. */
function Verdict({ check }: { check: CitationRun["last"] }) {
  const t = useMessages(verdictWords);
  const formats = useFormat();
  return verdictSentences({ t, formats, ...check }).join(" ");
}

/** At which commit and when something was found. */
function Found({ how, commit, at }: FoundAt & { how: "at" | "first_at" | "last_at" }) {
  const t = useMessages(citationPage);
  return (
    <span>
      {t.rich(how, {
        commit: () => <code title={commit}>{commit.slice(0, 8)}</code>,
        when: () => <RelativeTime at={at} />,
      })}
    </span>
  );
}

function Track({ last = false }: { last?: boolean }) {
  return (
    <span aria-hidden className="relative flex w-3 shrink-0 justify-center">
      {!last && <span className="absolute top-3 -bottom-4 w-px bg-border-strong" />}
      <span className="relative mt-1.5 size-2 rounded-full border-2 border-border-strong bg-background" />
    </span>
  );
}

function Origin({ citation }: { citation: Citation }) {
  const t = useMessages(citationPage);
  const { path, line_start, line_end } = citation.original;
  return (
    <li className="flex min-w-0 gap-3">
      <Track last />
      <p className="min-w-0 text-sm">
        {t.rich("origin", {
          place: () => (
            <span className="font-mono text-xs wrap-anywhere">
              {path}:{formatLines(line_start, line_end)}
            </span>
          ),
          note: (text) => <span className="text-muted-foreground text-xs">{text}</span>,
          commit: () => <code title={citation.commit_sha}>{citation.commit_sha.slice(0, 8)}</code>,
        })}
      </p>
    </li>
  );
}

/** What one check saw, read again from its commit. */
function AtCheck({ citation_id, check_id }: { citation_id: string; check_id: string }) {
  const t = useMessages(citationPage);
  const query = useQuery(operationQuery(citationCheckGet, { citation_id, check_id }));
  const then = useMemo(() => query.data?.was && toPlace(query.data.was), [query.data?.was]);
  const now = useMemo(() => query.data?.now && toPlace(query.data.now), [query.data?.now]);
  if (query.isError) return <ReadProblem happened={t("check_unreadable")} reading={query} />;
  if (!query.data) return <Skeleton className="h-40 w-full" />;
  if (!then) return <p className="text-muted-foreground text-sm">{t("only_hashes")}</p>;
  const { status, similarity, reason } = query.data;
  return (
    <ThenAndNow
      then={then}
      now={now ?? null}
      status={status}
      similarity={status === "edited" ? similarity : null}
      absence={status === "missing" ? (reason ?? t("nowhere")) : t("lines_unreadable")}
    />
  );
}
