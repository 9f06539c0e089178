"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderTree } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsInteger, useQueryState } from "nuqs";
import { BackLink } from "@/components/pieces/back-link";
import { ChartSkeleton } from "@/components/pieces/chart-skeleton";
import { Figure } from "@/components/pieces/figure";
import { filesHref } from "@/components/pieces/files-href";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { type DriftPoint, repositoryDriftGet, repositoryGet } from "@/lib/citations/contract";
import { listQuery, operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { memoryFacets } from "@/lib/memories/contract";
import { citationsRepositories } from "@/messages/compiled/citations-repositories";
import { citationsRepository } from "@/messages/compiled/citations-repository";
import { Coverage } from "./coverage";
import { driftFacetsInput } from "./parameters";
import { Probes } from "./probes";
import {
  RateLimits,
  RepositoryActions,
  RepositoryFacts,
  RepositoryNotes,
  sourceOf,
} from "./repository-facts";
import { RepositoryRuns } from "./repository-runs";
import type { CitationRights } from "./rights";
import { ScreenSkeleton } from "./screen-skeleton";
import { StatusBar } from "./status-bar";
import { SuspiciousHeads } from "./suspicious-heads";
import { useRepositoryJob } from "./use-repository-job";
import { VerdictChanges } from "./verdict-changes";

const DriftChart = dynamic(() => import("./drift-chart").then((chart) => chart.DriftChart), {
  ssr: false,
  loading: ChartSkeleton,
});

/** One repository: how fresh the knowledge about it is, how that came to be, and where it lies. */
export function RepositoryScreen({ repository_id, can }: { repository_id: string; can: CitationRights }) {
  const t = useMessages(citationsRepository);
  const query = useQuery(operationQuery(repositoryGet, { repository_id }));
  const problem = readProblem(t("unreadable"), query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data) return <ScreenSkeleton />;
  return <Loaded repository={query.data} can={can} />;
}

function Loaded({ repository, can }: { repository: OutputOf<typeof repositoryGet>; can: CitationRights }) {
  const t = useMessages(citationsRepository);
  const words = useMessages(citationsRepositories);
  const { id, name } = repository;
  const job = useRepositoryJob(repository);
  const drifted = useQuery(
    operationQuery(memoryFacets, driftFacetsInput({ repository: name, verdict: null, kind: null })),
  ).data?.total;
  return (
    <>
      <BackLink href="/citations?view=repositories">{t("repositories")}</BackLink>
      <PageHeader
        title={<span className="break-all font-mono">{name}</span>}
        question={<span className="break-all text-sm">{sourceOf({ t: words, repository })}</span>}
        actions={
          <>
            {drifted && (
              <Button asChild variant="primary">
                <Link href={`/citations?${new URLSearchParams({ repository: name })}`}>
                  <Figure
                    measure="memories_drifted"
                    filter={{ repository: name }}
                    value={drifted}
                    linked={false}
                  >
                    {t("decide", { count: drifted })}
                  </Figure>
                </Link>
              </Button>
            )}
            <Button asChild>
              <Link href={filesHref(id)}>
                <FolderTree aria-hidden />
                {t("browse")}
              </Link>
            </Button>
            {can.check && <RepositoryActions {...job} />}
          </>
        }
      />
      <SuspiciousHeads repository_id={id} />
      <div className="flex min-w-0 flex-col gap-7">
        <section aria-label={t("status")} className="flex min-w-0 flex-col gap-3">
          <StatusBar counts={repository.citations} repository={name} />
          <RepositoryFacts repository={repository} />
          <RateLimits limits={repository.rate_limits} />
          <RepositoryNotes repository={repository} />
          <RepositoryRuns repository_id={id} />
        </section>
        <Drift repository_id={id} repository={name} />
        <Probes repository_id={id} />
        <VerdictChanges repository_id={id} />
        <Coverage repository={repository} />
      </div>
    </>
  );
}

function Drift({ repository_id, repository }: { repository_id: string; repository: string }) {
  const t = useMessages(citationsRepository);
  const [days, setDays] = useQueryState("days", parseAsInteger.withDefault(30));
  const query = useQuery(listQuery(repositoryDriftGet, { repository_id, days }));
  const problem = readProblem(t("drift_unreadable"), query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data) return <Skeleton className="h-60 w-full" />;
  /** A period without a change has no row to open. */
  const hrefOf = ({ from, to, turned, recovered }: DriftPoint) => {
    if (turned + recovered === 0) return null;
    return `/citations/repositories/${repository_id}?${new URLSearchParams({ days: String(days), after: from, before: to })}#changes`;
  };
  return (
    <DriftChart
      repository={repository}
      points={query.data.points}
      days={days}
      onDaysChange={(next) => void setDays(next)}
      hrefOf={hrefOf}
    />
  );
}
