"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderGit2 } from "lucide-react";
import { readProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { type RepositoryCheckRun, type RepositoryWithCounts, repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { citationsRepositories } from "@/messages/compiled/citations-repositories";
import { REPOSITORIES } from "./parameters";
import { RepositoryActions, RepositoryFacts, RepositoryNotes, sourceOf } from "./repository-facts";
import { isRunOf, RunProgress, useOpenRuns } from "./repository-runs";
import type { CitationRights } from "./rights";
import { StatusBar } from "./status-bar";
import { useRepositoryJob } from "./use-repository-job";

/** How fresh the knowledge about each repository is. */
export function Repositories({ repository, can }: { repository: string | null; can: CitationRights }) {
  const t = useMessages(citationsRepositories);
  const query = useQuery(operationQuery(repositoryList, REPOSITORIES));
  const runs = useOpenRuns();
  const problem = readProblem(t("unreadable"), query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data)
    return (
      <div aria-busy className="rounded-md border bg-card">
        <span className="sr-only">{t("loading")}</span>
        {["a", "b"].map((key) => (
          <div key={key} className="flex flex-col gap-3 border-b p-4 last:border-b-0">
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="w-full" />
            <Skeleton className="w-72 max-w-full" />
          </div>
        ))}
      </div>
    );
  const shown = query.data.items.filter(({ name }) => repository === null || name === repository);
  if (shown.length === 0) return <NoRepository name={repository} />;
  return (
    <>
      <ul
        aria-label={t("list")}
        className="rounded-md border bg-card"
        data-total={repository === null ? query.data.total : shown.length}
      >
        {shown.map((item) => (
          <RepositoryRow key={item.id} repository={item} run={runs.find(isRunOf(item.id))} can={can} />
        ))}
      </ul>
      {query.data.total > query.data.items.length && (
        <p className="py-2 text-muted-foreground text-sm">
          {t("first", { shown: query.data.items.length, total: query.data.total })}
        </p>
      )}
    </>
  );
}

/** That a repository is not registered, or none is. */
export function NoRepository({ name }: { name: string | null }) {
  const t = useMessages(citationsRepositories);
  return (
    <div data-total={0} className="rounded-md border bg-card">
      <EmptyState
        icon={FolderGit2}
        title={name === null ? t("none") : t("not_registered", { repository: name })}
        action={
          <Button asChild>
            <Link href="/settings/repositories">{t("register")}</Link>
          </Button>
        }
      >
        {t("register_why")}
      </EmptyState>
    </div>
  );
}

function RepositoryRow({
  repository,
  run,
  can,
}: {
  repository: RepositoryWithCounts;
  run: RepositoryCheckRun | undefined;
  can: CitationRights;
}) {
  const t = useMessages(citationsRepositories);
  const { id, name } = repository;
  const job = useRepositoryJob(repository);
  return (
    <li className="flex min-w-0 flex-col gap-3 border-b p-4 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="break-all font-medium font-mono text-sm">
            <Link href={`/citations/repositories/${id}`} className="underline-offset-4 hover:underline">
              {name}
            </Link>
          </h2>
          <p className="break-all text-muted-foreground text-xs">{sourceOf({ t, repository })}</p>
        </div>
        {can.check && (
          <div className="flex gap-1.5">
            <RepositoryActions {...job} size="sm" />
          </div>
        )}
      </div>
      <StatusBar counts={repository.citations} repository={name} />
      <RepositoryFacts repository={repository} />
      <RepositoryNotes repository={repository} />
      {run !== undefined && <RunProgress run={run} />}
    </li>
  );
}
