"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Actor } from "@/components/pieces/actor";
import { ChartSkeleton } from "@/components/pieces/chart-skeleton";
import { Fact } from "@/components/pieces/fact";
import { LongText } from "@/components/pieces/long-text";
import { PageHeader } from "@/components/pieces/page-header";
import { RecordPage } from "@/components/pieces/record-page";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { type FailureDetail, failureGet } from "@/lib/tasks/contract";
import { failurePage } from "@/messages/compiled/failure-page";
import { taskWords } from "@/messages/compiled/task-words";
import { OccurrenceList } from "./occurrence-list";
import { Section } from "./section";
import { SolveButton } from "./solve-failure";
import { FailureStatusBadge, LanguageName } from "./words";

const FailureTrend = dynamic(() => import("./failure-trend").then((chart) => chart.FailureTrend), {
  ssr: false,
  loading: ChartSkeleton,
});

/** One error: what it is, what solved it, when it was seen and where else. */
export function FailureScreen({ failure_id }: { failure_id: string }) {
  const t = useMessages(failurePage);
  const query = useQuery(operationQuery(failureGet, { failure_id }));
  return (
    <RecordPage back={{ href: "/failures", words: t("all") }} query={query} unreadable={t("unreadable")}>
      {(failure) => <Shown failure={failure} />}
    </RecordPage>
  );
}

function Shown({ failure }: { failure: FailureDetail }) {
  const t = useMessages(failurePage);
  const words = useMessages(taskWords);
  const { may } = useMe();
  return (
    <>
      <PageHeader
        title={<span className="font-mono text-base">{visible(failure.signature)}</span>}
        question={visible(failure.message)}
        actions={may("memories:write") && <SolveButton failure={failure} />}
        className="mb-3"
      />
      <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-6">
        <Fact label={words("state")}>
          <FailureStatusBadge status={failure.status} />
        </Fact>
        <Fact label={t("seen")}>{t("times", { count: failure.occurrence_count })}</Fact>
        <Fact label={t("first_seen")}>
          <RelativeTime at={failure.first_seen_at} />
        </Fact>
        <Fact label={t("last_seen")}>
          <RelativeTime at={failure.last_seen_at} />
        </Fact>
        <Fact label={words("repository")}>{failure.repository?.name ?? words("no_repository")}</Fact>
        <Fact label={t("language")}>
          <LanguageName language={failure.language} />
        </Fact>
      </dl>
      <Solution failure={failure} />
      <FailureTrend trend={failure.trend} />
      <Elsewhere failures={failure.elsewhere} />
      <Section title={t("occurrences")}>
        <OccurrenceList occurrences={failure.occurrences} total={failure.occurrence_count} />
      </Section>
    </>
  );
}

function Solution({ failure }: { failure: FailureDetail }) {
  const t = useMessages(failurePage);
  const { solution, fix_commit, fixed_at, solved_by, solved_how, returned_at } = failure;
  if (solution === null)
    return (
      <Section title={t("solution")}>
        <p className="text-muted-foreground text-sm">{t("no_solution")}</p>
      </Section>
    );
  return (
    <Section title={t("solution")}>
      <div className="rounded-md border bg-card p-3">
        <LongText text={solution} what="solution" className="whitespace-pre-wrap" />
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
          {solved_by !== null && <Actor actor={solved_by} />}
          {fixed_at !== null && <RelativeTime at={fixed_at} />}
          {solved_how === "ci" && <span>{t("solved_by_tests")}</span>}
          {fix_commit !== null && <code className="text-xs">{fix_commit.slice(0, 12)}</code>}
        </p>
        {returned_at !== null && (
          <p className="mt-2 text-danger text-sm">
            {t.rich("came_back", { when: () => <RelativeTime at={returned_at} /> })}
          </p>
        )}
      </div>
    </Section>
  );
}

function Elsewhere({ failures }: { failures: FailureDetail["elsewhere"] }) {
  const t = useMessages(failurePage);
  const words = useMessages(taskWords);
  if (failures.length === 0) return null;
  return (
    <Section title={t("elsewhere")}>
      <ul className="flex flex-col divide-y rounded-md border bg-card">
        {failures.map(({ id, repository, status, solution, occurrence_count }) => (
          <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <Link href={`/failures/${id}`} className="underline">
              {repository?.name ?? t("elsewhere_nowhere")}
            </Link>
            <FailureStatusBadge status={status} />
            <span className="text-muted-foreground">{words("seen_times", { count: occurrence_count })}</span>
            {solution !== null && <span className="min-w-0 truncate">{solution}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
