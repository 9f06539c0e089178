"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { formatCount } from "@/components/pieces/format";
import { FormProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CitationStatusBadge, StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import {
  CITATION_STATUSES,
  type RepositoryWithCounts,
  repositoryFetch,
  repositoryGet,
  repositoryRemove,
} from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { RateLimits } from "./rate-limits";
import { FETCH, SOURCE_TERMS, sourceOf } from "./repository-words";

/** One repository: whether it can be read, and what the memories cite of it. */
export function RepositoryDetail({
  repository,
  onRemoved,
}: {
  repository: RepositoryWithCounts;
  onRemoved: () => void;
}) {
  const { may } = useMe();
  const [removing, setRemoving] = useState(false);
  const detail = useQuery({
    ...operationQuery(repositoryGet, { repository_id: repository.id }),
    enabled: repository.source.kind === "github",
  });
  const fetching = useOperation(repositoryFetch);
  const remove = useOperation(repositoryRemove, {
    success: `${repository.name} was removed`,
    onSuccess: onRemoved,
  });
  return (
    <div className="flex flex-col gap-5 text-sm">
      <StatusWithReason
        term={FETCH[repository.fetch_status]}
        reason={repository.fetch_error}
        at={repository.fetched_at}
      />
      <RepositoryFacts repository={repository} limits={detail.data?.rate_limits ?? []} />
      <FormProblem error={fetching.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!may("citations:check")}
          busy={fetching.isPending || repository.fetch_status === "pending"}
          onClick={() => fetching.mutate({ repository_id: repository.id })}
        >
          Fetch now
        </Button>
        {may("repositories:manage") && (
          <Button variant="danger" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </div>
      <Confirm
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${repository.name}?`}
        verb="Remove"
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ repository_id: repository.id })}
      >
        Casebook removes the repository and deletes its clone of it. The repository itself is not touched. It
        cannot be removed while a memory belongs to it or cites it.
      </Confirm>
    </div>
  );
}

type Limit = OutputOf<typeof repositoryGet>["rate_limits"][number];

function RepositoryFacts({
  repository,
  limits,
}: {
  repository: RepositoryWithCounts;
  limits: readonly Limit[];
}) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
      <dt className="text-muted-foreground">{SOURCE_TERMS[repository.source.kind]}</dt>
      <dd className="break-all font-mono text-xs leading-5">{sourceOf(repository)}</dd>
      {repository.source.kind === "github" && (
        <>
          <dt className="text-muted-foreground">Limits</dt>
          <dd>
            <RateLimits limits={limits} />
          </dd>
        </>
      )}
      <dt className="text-muted-foreground">Default branch</dt>
      <dd>{repository.default_branch ?? "not read yet"}</dd>
      <dt className="text-muted-foreground">Head</dt>
      <dd className="break-all font-mono text-xs leading-5">{repository.head_commit ?? "not read yet"}</dd>
      <dt className="text-muted-foreground">Citations checked</dt>
      <dd>
        <Checked repository={repository} />
      </dd>
      <dt className="text-muted-foreground">Citations</dt>
      <dd>
        <Counted repository={repository} />
      </dd>
    </dl>
  );
}

/** When all its citations were checked last, and whether that was at the head. */
function Checked({ repository }: { repository: RepositoryWithCounts }) {
  const { checked_at, checked_commit, head_commit } = repository;
  if (checked_at === null) return "never completely";
  return (
    <>
      <RelativeTime at={checked_at} />
      {checked_commit === head_commit ? ", at the head" : ", before the head"}
    </>
  );
}

function Counted({ repository }: { repository: RepositoryWithCounts }) {
  const counted = CITATION_STATUSES.filter((status) => repository.citations[status] > 0);
  if (counted.length === 0) return "none yet";
  return (
    <ul className="flex flex-col gap-1">
      {counted.map((status) => (
        <li key={status} className="flex items-center gap-2">
          <span className="min-w-8 text-right">{formatCount(repository.citations[status])}</span>
          <CitationStatusBadge status={status} />
        </li>
      ))}
    </ul>
  );
}
