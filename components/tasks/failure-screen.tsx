"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Actor } from "@/components/pieces/actor";
import { BackLink } from "@/components/pieces/back-link";
import { ChartSkeleton } from "@/components/pieces/chart-skeleton";
import { countOf, formatCount } from "@/components/pieces/format";
import { LongText } from "@/components/pieces/long-text";
import { PageHeader } from "@/components/pieces/page-header";
import { ReadProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { type FailureDetail, failureGet } from "@/lib/tasks/contract";
import { Fact, Section } from "./fact";
import { OccurrenceList } from "./occurrence-list";
import { SolveButton } from "./solve-failure";
import { FailureStatusBadge, languageName } from "./words";

const FailureTrend = dynamic(() => import("./failure-trend").then((chart) => chart.FailureTrend), {
  ssr: false,
  loading: ChartSkeleton,
});

/** One error: what it is, what solved it, when it was seen and where else. */
export function FailureScreen({ failure_id }: { failure_id: string }) {
  const query = useQuery(operationQuery(failureGet, { failure_id }));
  const failure = query.data;
  return (
    <>
      <BackLink href="/failures">Failures</BackLink>
      <ReadProblem happened="The failure could not be loaded." reading={query} />
      {query.isPending && <Skeleton className="h-96" />}
      {failure !== undefined && <Shown failure={failure} />}
    </>
  );
}

function Shown({ failure }: { failure: FailureDetail }) {
  const { may } = useMe();
  return (
    <>
      <PageHeader
        title={<span className="font-mono text-base">{failure.signature}</span>}
        question={failure.message}
        actions={may("memories:write") && <SolveButton failure={failure} />}
        className="mb-3"
      />
      <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-6">
        <Fact label="State">
          <FailureStatusBadge status={failure.status} />
        </Fact>
        <Fact label="Seen">{countOf(failure.occurrence_count, "time", "times")}</Fact>
        <Fact label="First seen">
          <RelativeTime at={failure.first_seen_at} />
        </Fact>
        <Fact label="Last seen">
          <RelativeTime at={failure.last_seen_at} />
        </Fact>
        <Fact label="Repository">{failure.repository?.name ?? "none"}</Fact>
        <Fact label="Language">{languageName(failure.language)}</Fact>
      </dl>
      <Solution failure={failure} />
      <FailureTrend trend={failure.trend} />
      <Elsewhere failures={failure.elsewhere} />
      <Section title="Occurrences">
        <OccurrenceList occurrences={failure.occurrences} total={failure.occurrence_count} />
      </Section>
    </>
  );
}

function Solution({ failure }: { failure: FailureDetail }) {
  const { solution, fix_commit, fixed_at, solved_by, solved_how, returned_at } = failure;
  if (solution === null)
    return (
      <Section title="Solution">
        <p className="text-muted-foreground text-sm">
          No solution yet. It counts as solved when its tests pass again in a later report.
        </p>
      </Section>
    );
  return (
    <Section title="Solution">
      <div className="rounded-md border bg-card p-3">
        <LongText text={solution} what="solution" className="whitespace-pre-wrap" />
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
          {solved_by !== null && <Actor actor={solved_by} />}
          {fixed_at !== null && <RelativeTime at={fixed_at} />}
          {solved_how === "ci" && <span>solved by passing tests</span>}
          {fix_commit !== null && <code className="text-xs">{fix_commit.slice(0, 12)}</code>}
        </p>
        {returned_at !== null && (
          <p className="mt-2 text-danger text-sm">
            It came back <RelativeTime at={returned_at} />: the solution may not work.
          </p>
        )}
      </div>
    </Section>
  );
}

function Elsewhere({ failures }: { failures: FailureDetail["elsewhere"] }) {
  if (failures.length === 0) return null;
  return (
    <Section title="The same error elsewhere">
      <ul className="flex flex-col divide-y rounded-md border bg-card">
        {failures.map(({ id, repository, status, solution, occurrence_count }) => (
          <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <Link href={`/failures/${id}`} className="underline">
              {repository?.name ?? "no repository"}
            </Link>
            <FailureStatusBadge status={status} />
            <span className="text-muted-foreground">seen {formatCount(occurrence_count)}×</span>
            {solution !== null && <span className="min-w-0 truncate">{solution}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
