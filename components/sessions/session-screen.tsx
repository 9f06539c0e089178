"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { Actor } from "@/components/pieces/actor";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Fact } from "@/components/pieces/fact";
import { PageHeader } from "@/components/pieces/page-header";
import { RecordPage } from "@/components/pieces/record-page";
import { RelativeTime } from "@/components/pieces/relative-time";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type SessionReport, sessionGet } from "@/lib/sessions/contract";
import { sessionPage } from "@/messages/compiled/session-page";
import { sessionWords } from "@/messages/compiled/session-words";
import { PackPanel } from "./pack-panel";
import { Timeline } from "./timeline";
import { durationOf, SessionState } from "./words";

/** One run of an agent: what happened, and beside it the pack it was given with what became of each memory. */
export function SessionScreen({ session_id }: { session_id: string }) {
  const t = useMessages(sessionPage);
  const words = useMessages(sessionWords);
  const query = useQuery(operationQuery(sessionGet, { session_id }));
  const [pack, setPack] = useQueryState("pack", parseAsString);
  const packs =
    query.data?.timeline.flatMap((item) => {
      if (item.what === "pack") return [item.recall.id];
      return [];
    }) ?? [];
  const shown = pack !== null && packs.includes(pack) ? pack : null;
  const beside = shown ?? packs.at(-1) ?? null;
  const at = beside === null ? -1 : packs.indexOf(beside);
  const go = (to: string | undefined) => {
    if (to === undefined) return;
    void setPack(to);
    document.querySelector<HTMLElement>(`[data-pack="${to}"]`)?.focus();
  };
  useShortcuts(
    packs.length > 0
      ? [
          { keys: "j", label: t("next_pack"), run: () => go(packs[Math.min(packs.length - 1, at + 1)]) },
          { keys: "k", label: t("previous_pack"), run: () => go(packs[Math.max(0, at - 1)]) },
        ]
      : [],
    t("keys"),
  );
  return (
    <RecordPage
      back={{ href: "/sessions", words: words("sessions") }}
      query={query}
      unreadable={t("unreadable")}
      skeleton={
        <div aria-busy className="flex flex-col gap-4">
          <Skeleton className="h-6 w-96 max-w-full" />
          <Skeleton className="h-16" />
          <Skeleton className="h-96" />
        </div>
      }
    >
      {(session) => (
        <>
          <PageHeader
            title={<span className="font-mono text-base wrap-anywhere">{session.session_id}</span>}
            actions={<SessionState session={session} />}
            className="mb-3"
          />
          <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
            <Fact label={words("agent")}>
              <Actor actor={session.actor} />
            </Fact>
            <Fact label={t("client")}>{session.client}</Fact>
            <Fact label={words("repository")}>{session.repository?.name ?? words("no_repository")}</Fact>
            <Fact label={t("commit")}>
              {session.ref && <code className="text-xs">{session.ref.slice(0, 12)}</code>}
              {!session.ref && t("head")}
            </Fact>
            <Fact label={t("started")}>
              <RelativeTime at={session.started_at} />
            </Fact>
            <Fact label={words("took")}>
              {durationOf({ t: words, from: session.started_at, to: session.last_seen_at })}
            </Fact>
          </dl>
          {session.report !== null && <Report report={session.report} />}
          {session.timeline.length === 0 ? (
            <div className="rounded-md border bg-card">
              <EmptyState title={t("empty")}>{t("empty_meaning")}</EmptyState>
            </div>
          ) : (
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
              <section aria-labelledby="timeline" className="min-w-0">
                <h2 id="timeline" className="mb-3 font-medium">
                  {t("happened")}
                </h2>
                <Timeline items={session.timeline} pack_id={beside} onPack={(id) => void setPack(id)} />
              </section>
              {beside !== null && (
                <div
                  className={cn(
                    shown === null && "max-lg:hidden",
                    shown !== null && "max-lg:row-start-1",
                    "lg:sticky lg:top-[calc(var(--frame-top,0px)+1rem)]",
                  )}
                >
                  <PackPanel key={beside} recall_id={beside} onClose={() => void setPack(null)} />
                </div>
              )}
            </div>
          )}
        </>
      )}
    </RecordPage>
  );
}

const figuresOf = (report: SessionReport) =>
  [
    { name: "report_used", count: report.memories_used },
    { name: "report_stored", count: report.memories_stored },
    { name: "report_known", count: report.memories_observed },
    { name: "report_high_quality", count: report.high_quality },
    { name: "report_global", count: report.global },
    { name: "report_merged", count: report.merged },
    { name: "report_kept", count: report.promoted },
    { name: "report_conflicts", count: report.conflicts },
  ] as const;

type ReportFigure = ReturnType<typeof figuresOf>[number];

function Report({ report }: { report: SessionReport }) {
  const t = useMessages(sessionPage);
  const agents = report.agents_with_memory;
  return (
    <section aria-label={t("report")} className="mb-5 rounded-md border bg-card px-4 py-3">
      <ul className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
        {figuresOf(report).map((figure) => (
          <li key={figure.name} title={t(`${figure.name}_meaning`)} className="whitespace-nowrap">
            <ReportedCount {...figure} />
          </li>
        ))}
        <li className="flex items-center gap-1 text-muted-foreground">
          {agents.length === 0 ? t("nothing_served") : t("served_to", { agents: agents.join(", ") })}
          <DefinitionHint term={t("the_report")}>{t("the_report_meaning")}</DefinitionHint>
        </li>
      </ul>
    </section>
  );
}

/** A figure of the report; contradictions lead to where they are decided. */
function ReportedCount({ name, count }: ReportFigure) {
  const t = useMessages(sessionPage);
  const leads = name === "report_conflicts" && count > 0;
  const written = t.rich(name, {
    count,
    figure: (content) => <span className="font-medium tabular-nums">{content}</span>,
    label: (content) => <span className={cn(!leads && "text-muted-foreground")}>{content}</span>,
  });
  if (!leads) return written;
  return (
    <Link href="/conflicts" className="text-primary underline-offset-4 hover:underline">
      {written}
    </Link>
  );
}
