"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusWithReason } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { CitationStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import {
  CITATION_STATUSES,
  type RepositoryWithCounts,
  repositoryFetch,
  repositoryGet,
} from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { settingsRepositories } from "@/messages/compiled/settings-repositories";
import { RateLimits } from "./rate-limits";
import { RemoveRepositoryConfirm } from "./remove-repository";
import { FETCH, SOURCE_TERMS, sourceOf } from "./repository-words";

/** One repository: whether it can be read, and what the memories cite of it. */
export function RepositoryDetail({
  repository,
  onRemoved,
}: {
  repository: RepositoryWithCounts;
  onRemoved: () => void;
}) {
  const t = useMessages(settingsRepositories);
  const { may } = useMe();
  const [removing, setRemoving] = useState(false);
  const detail = useQuery({
    ...operationQuery(repositoryGet, { repository_id: repository.id }),
    enabled: repository.source.kind === "github",
  });
  const fetching = useOperation(repositoryFetch);
  return (
    <div className="flex flex-col gap-5 text-sm">
      <StatusWithReason
        term={FETCH[repository.fetch_status]}
        t={t}
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
          {t("fetch_now")}
        </Button>
        {may("repositories:manage") && (
          <Button variant="danger" onClick={() => setRemoving(true)}>
            {t("remove")}
          </Button>
        )}
      </div>
      <RemoveRepositoryConfirm
        repository={repository}
        open={removing}
        onOpenChange={setRemoving}
        onRemoved={onRemoved}
      />
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
  const t = useMessages(settingsRepositories);
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
      <dt className="text-muted-foreground">{t(SOURCE_TERMS[repository.source.kind])}</dt>
      <dd className="break-all font-mono text-xs leading-5">{sourceOf(t, repository)}</dd>
      {repository.source.kind === "github" && (
        <>
          <dt className="text-muted-foreground">{t("limits")}</dt>
          <dd>
            <RateLimits limits={limits} />
          </dd>
        </>
      )}
      <dt className="text-muted-foreground">{t("default_branch")}</dt>
      <dd>{repository.default_branch ?? t("not_read")}</dd>
      <dt className="text-muted-foreground">{t("head")}</dt>
      <dd className="break-all font-mono text-xs leading-5">{repository.head_commit ?? t("not_read")}</dd>
      <dt className="text-muted-foreground">{t("checked")}</dt>
      <dd>
        <Checked repository={repository} />
      </dd>
      <dt className="text-muted-foreground">{t("citations")}</dt>
      <dd>
        <Counted repository={repository} />
      </dd>
    </dl>
  );
}

/** When all its citations were checked last, and whether that was at the head. */
function Checked({ repository }: { repository: RepositoryWithCounts }) {
  const t = useMessages(settingsRepositories);
  const { checked_at, checked_commit, head_commit } = repository;
  if (checked_at === null) return t("checked_never");
  const when = () => <RelativeTime at={checked_at} />;
  return t.rich(checked_commit === head_commit ? "checked_at_head" : "checked_before_head", { when });
}

function Counted({ repository }: { repository: RepositoryWithCounts }) {
  const t = useMessages(settingsRepositories);
  const { formatCount } = useFormat();
  const counted = CITATION_STATUSES.filter((status) => repository.citations[status] > 0);
  if (counted.length === 0) return t("citations_none");
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
