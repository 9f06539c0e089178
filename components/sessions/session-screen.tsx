"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { Actor } from "@/components/pieces/actor";
import { BackLink } from "@/components/pieces/back-link";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, wordFor } from "@/components/pieces/format";
import { PageHeader } from "@/components/pieces/page-header";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type SessionReport, sessionGet } from "@/lib/sessions/contract";
import { PackPanel } from "./pack-panel";
import { Timeline } from "./timeline";
import { durationOf, SessionState } from "./words";

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="wrap-anywhere text-sm">{children}</dd>
  </div>
);

/** One run of an agent: what happened, and beside it the pack it was given with what became of each memory. */
export function SessionScreen({ session_id }: { session_id: string }) {
  const query = useQuery(operationQuery(sessionGet, { session_id }));
  const session = query.data;
  const [pack, setPack] = useQueryState("pack", parseAsString);
  const packs =
    session?.timeline.flatMap((item) => {
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
          { keys: "j", label: "Next pack", run: () => go(packs[Math.min(packs.length - 1, at + 1)]) },
          { keys: "k", label: "Previous pack", run: () => go(packs[Math.max(0, at - 1)]) },
        ]
      : [],
    "Session",
  );
  return (
    <>
      <BackLink href="/sessions">Sessions</BackLink>
      <ReadProblem happened="The session could not be loaded." reading={query} />
      {query.isPending && (
        <div aria-busy className="flex flex-col gap-4">
          <Skeleton className="h-6 w-96 max-w-full" />
          <Skeleton className="h-16" />
          <Skeleton className="h-96" />
        </div>
      )}
      {session !== undefined && (
        <>
          <PageHeader
            title={<span className="font-mono text-base wrap-anywhere">{session.session_id}</span>}
            actions={<SessionState session={session} />}
            className="mb-3"
          />
          <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
            <Fact label="Agent">
              <Actor actor={session.actor} />
            </Fact>
            <Fact label="Client">{session.client}</Fact>
            <Fact label="Repository">{session.repository?.name ?? "none"}</Fact>
            <Fact label="Commit">
              {session.ref && <code className="text-xs">{session.ref.slice(0, 12)}</code>}
              {!session.ref && "head"}
            </Fact>
            <Fact label="Started">
              <RelativeTime at={session.started_at} />
            </Fact>
            <Fact label="Took">{durationOf(session.started_at, session.last_seen_at)}</Fact>
          </dl>
          {session.report !== null && <Report report={session.report} />}
          {session.timeline.length === 0 ? (
            <div className="rounded-md border bg-card">
              <EmptyState title="No activity yet">
                The session is open. Its first pack, answer or stop will appear here.
              </EmptyState>
            </div>
          ) : (
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
              <section aria-labelledby="timeline" className="min-w-0">
                <h2 id="timeline" className="mb-3 font-medium">
                  What happened
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
    </>
  );
}

function Report({ report }: { report: SessionReport }) {
  const figures: { label: string; value: number; href?: string; meaning: string }[] = [
    { label: "used", value: report.memories_used, meaning: "Different memories that its recalls served." },
    { label: "stored", value: report.memories_stored, meaning: "New memories learned in it." },
    {
      label: "already known",
      value: report.memories_observed,
      meaning: "Learned again: already stored before.",
    },
    {
      label: "high quality",
      value: report.high_quality,
      meaning: "Stored memories with a quality of 0.7 or more.",
    },
    { label: "global", value: report.global, meaning: "Stored memories that reach the whole organization." },
    { label: "merged", value: report.merged, meaning: "Merged into a memory that says the same." },
    { label: "kept", value: report.promoted, meaning: "Session memories kept after it ended." },
    {
      label: wordFor(report.conflicts, "contradiction", "contradictions"),
      value: report.conflicts,
      meaning: "Pairs that cannot both be true, found through its learnings.",
      href: "/conflicts",
    },
  ];
  return (
    <section aria-label="Report" className="mb-5 rounded-md border bg-card px-4 py-3">
      <ul className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
        {figures.map(({ label, value, href, meaning }) => (
          <li key={label} title={meaning} className="whitespace-nowrap">
            {href && value > 0 ? (
              <Link href={href} className="text-primary underline-offset-4 hover:underline">
                <span className="font-medium tabular-nums">{formatCount(value)}</span> {label}
              </Link>
            ) : (
              <>
                <span className="font-medium tabular-nums">{formatCount(value)}</span>{" "}
                <span className="text-muted-foreground">{label}</span>
              </>
            )}
          </li>
        ))}
        <li className="flex items-center gap-1 text-muted-foreground">
          {report.agents_with_memory.length === 0
            ? "nothing was served"
            : `served to ${report.agents_with_memory.join(", ")}`}
          <DefinitionHint term="The report">
            Created at the last stop. Used: served in the session's recalls. Stored: new memories. High
            quality: 0.7 or more.
          </DefinitionHint>
        </li>
      </ul>
    </section>
  );
}
