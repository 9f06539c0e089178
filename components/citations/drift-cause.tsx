"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCommitHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { formatDay } from "@/components/pieces/format";
import { Skeleton } from "@/components/ui/skeleton";
import { citationCauseGet, type DriftCause } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";

/** Which commit changed the lines of a citation that fails: who made it, when, and by which pull request. */
export function DriftCauseLine({ citation_id }: { citation_id: string }) {
  const { data, isError } = useQuery(operationQuery(citationCauseGet, { citation_id }));
  if (isError)
    return <Line>The commit that changed the lines could not be loaded. Reload to try again.</Line>;
  if (!data) return <Skeleton className="mb-2 h-5 max-w-md" aria-label="Looking for the commit" />;
  if (data.commit === null)
    return (
      <Line>It is not known which commit changed the lines. {data.reason ?? "No reason was given."}</Line>
    );
  return <Known cause={data} commit={data.commit} />;
}

function Known({ cause, commit }: { cause: DriftCause; commit: NonNullable<DriftCause["commit"]> }) {
  const { merge, pull_request } = cause;
  return (
    <Line>
      <span className="text-foreground">Changed by {commit.author_name}</span> on{" "}
      <time dateTime={commit.authored_at} title={commit.authored_at}>
        {formatDay(commit.authored_at)}
      </time>{" "}
      in{" "}
      <code title={commit.sha} className="text-xs">
        {commit.sha.slice(0, 8)}
      </code>{" "}
      <q dir="auto" className="wrap-anywhere">
        {commit.subject}
      </q>
      {pull_request !== null && (
        <>
          , pull request <PullRequest pull={pull_request} />
        </>
      )}
      {merge !== null && (
        <>
          , merged by {merge.author_name} in{" "}
          <code title={merge.sha} className="text-xs">
            {merge.sha.slice(0, 8)}
          </code>
        </>
      )}
    </Line>
  );
}

function PullRequest({ pull }: { pull: NonNullable<DriftCause["pull_request"]> }) {
  if (pull.url === null) return <span title="From the commit message">#{pull.number}</span>;
  return (
    <a
      href={pull.url}
      title={pull.title ?? undefined}
      rel="noreferrer"
      target="_blank"
      className="text-primary underline underline-offset-4"
    >
      #{pull.number}
    </a>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p className="mb-2 flex max-w-prose items-start gap-2 text-pretty text-muted-foreground text-sm">
      <GitCommitHorizontal aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
