"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FolderGit2, OctagonAlert, ScanSearch, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { formatCount } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { type CitationStatus, type RepositoryWithCounts, repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { REPOSITORIES } from "./parameters";
import type { CitationRights } from "./rights";
import { StatusBar } from "./status-bar";
import { useRepositoryJob } from "./use-repository-job";

const listHref = (repository: string, status: CitationStatus) =>
  `/citations?${new URLSearchParams({ view: "citations", repository, status })}`;

/** How fresh the knowledge about each repository is. */
export function Repositories({ repository, can }: { repository: string | null; can: CitationRights }) {
  const query = useQuery(operationQuery(repositoryList, REPOSITORIES));
  const problem = readProblem("The repositories", query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data)
    return (
      <div aria-busy className="rounded-md border bg-card">
        <span className="sr-only">Loading the repositories</span>
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
  if (shown.length === 0)
    return (
      <div className="rounded-md border bg-card">
        <EmptyState
          icon={FolderGit2}
          title={repository === null ? "No repository is registered" : `${repository} is not registered`}
          action={
            <Button asChild>
              <Link href="/settings/repositories">Register a repository</Link>
            </Button>
          }
        >
          Citations point into registered repositories: a git folder on this server, or a URL that it can
          clone.
        </EmptyState>
      </div>
    );
  return (
    <>
      <ul aria-label="Repositories" className="rounded-md border bg-card">
        {shown.map((item) => (
          <RepositoryRow key={item.id} repository={item} can={can} />
        ))}
      </ul>
      {query.data.total > query.data.items.length ? (
        <p className="py-2 text-muted-foreground text-sm">
          The first {formatCount(query.data.items.length)} of {formatCount(query.data.total)} repositories, by
          name; choose one at the top to see it.
        </p>
      ) : null}
    </>
  );
}

function Commit({ sha }: { sha: string }) {
  return (
    <code title={sha} className="text-foreground text-xs">
      {sha.slice(0, 8)}
    </code>
  );
}

function RepositoryRow({ repository, can }: { repository: RepositoryWithCounts; can: CitationRights }) {
  const { name, source, default_branch, head_commit, fetched_at, checked_at, checked_commit } = repository;
  const { working, start } = useRepositoryJob(repository);
  const behind = checked_commit !== null && head_commit !== null && checked_commit !== head_commit;
  return (
    <li className="flex min-w-0 flex-col gap-3 border-b p-4 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="break-all font-medium font-mono text-sm">{name}</h2>
          <p className="break-all text-muted-foreground text-xs">
            {source.kind === "path" ? source.path : source.kind === "url" ? source.url : source.repository}
          </p>
        </div>
        {can.check ? (
          <div className="flex gap-1.5">
            <Button
              size="sm"
              busy={working === "check"}
              disabled={working !== null}
              onClick={() => start("check")}
            >
              {working === "check" ? null : <ScanSearch aria-hidden />}
              {working === "check" ? "Checking" : "Check now"}
            </Button>
            <Button
              size="sm"
              busy={working === "fetch"}
              disabled={working !== null}
              onClick={() => start("fetch")}
            >
              {working === "fetch" ? null : <Download aria-hidden />}
              {working === "fetch" ? "Fetching" : "Fetch"}
            </Button>
          </div>
        ) : null}
      </div>
      <StatusBar counts={repository.citations} hrefOf={(status) => listHref(name, status)} />
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-xs">
        <span>
          {default_branch === null ? (
            "no branch known"
          ) : (
            <code className="text-foreground">{default_branch}</code>
          )}{" "}
          {head_commit === null ? null : (
            <>
              at <Commit sha={head_commit} />
            </>
          )}
        </span>
        <span>
          {fetched_at === null ? (
            repository.fetch_status === "pending" ? (
              "first fetch under way"
            ) : (
              "never fetched"
            )
          ) : (
            <>
              fetched <RelativeTime at={fetched_at} />
            </>
          )}
        </span>
        <span>
          {checked_at === null ? (
            "no full check yet"
          ) : (
            <>
              checked <RelativeTime at={checked_at} />
              {checked_commit ? (
                <>
                  {" "}
                  at <Commit sha={checked_commit} />
                </>
              ) : null}
            </>
          )}
        </span>
      </div>
      {repository.fetch_status === "failed" ? (
        <Note icon={<OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />}>
          <span className="font-medium">The last fetch failed.</span>{" "}
          {repository.fetch_error ?? "The source does not answer."} Its citations keep the status of their
          last check. See that the source can be reached from this server, then fetch again.
        </Note>
      ) : behind ? (
        <Note icon={<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />}>
          The head is newer than the last full check, so what the bar says may be out of date.
        </Note>
      ) : null}
    </li>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex max-w-prose items-start gap-2 text-pretty text-sm">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
