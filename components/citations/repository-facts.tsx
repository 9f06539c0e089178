"use client";

import { Download, OctagonAlert, ScanSearch, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import type { RateLimit } from "@/lib/access/contract";
import type { Repository } from "@/lib/citations/contract";
import { citationsRepositories } from "@/messages/compiled/citations-repositories";
import type { Translate } from "@/messages/message";
import type { useRepositoryJob } from "./use-repository-job";

/** Where a repository is read from, in words. */
export function sourceOf({
  t,
  repository: { source },
}: {
  t: Translate<typeof citationsRepositories>;
  repository: Repository;
}): string {
  if (source.kind === "path") return source.path;
  if (source.kind === "github")
    return t("source_github", { repository: source.repository, connection: source.connection.label });
  if (source.connection === null) return source.url;
  return t("source_connection", { url: source.url, connection: source.connection.label });
}

function Commit({ sha }: { sha: string }) {
  return (
    <code title={sha} className="text-foreground text-xs">
      {sha.slice(0, 8)}
    </code>
  );
}

const JOBS = [
  { work: "check", icon: ScanSearch, under_way: "checking" },
  { work: "fetch", icon: Download, under_way: "fetching" },
] as const;

/** The buttons that check and fetch, busy while that is under way. */
export function RepositoryActions({
  working,
  start,
  size,
}: ReturnType<typeof useRepositoryJob> & { size?: "sm" }) {
  const t = useMessages(citationsRepositories);
  return (
    <>
      {JOBS.map(({ work, icon: Icon, under_way }) => (
        <Button
          key={work}
          size={size}
          busy={working === work}
          disabled={working !== null}
          onClick={() => start(work)}
        >
          {working !== work && <Icon aria-hidden />}
          {t(working === work ? under_way : work)}
        </Button>
      ))}
    </>
  );
}

/** Branch and head, when it was fetched, and when all its citations were checked last. */
export function RepositoryFacts({ repository }: { repository: Repository }) {
  const { default_branch, head_commit, fetched_at, fetch_status, checked_at, checked_commit } = repository;
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-xs">
      <span>
        <BranchAt branch={default_branch} commit={head_commit} />
      </span>
      <span>
        <Fetched at={fetched_at} status={fetch_status} />
      </span>
      <span>
        <Checked at={checked_at} commit={checked_commit} />
      </span>
    </div>
  );
}

function BranchAt({ branch, commit }: { branch: string | null; commit: string | null }) {
  const t = useMessages(citationsRepositories);
  const name = branch === null ? t("branch_unknown") : <code className="text-foreground">{branch}</code>;
  if (commit === null) return name;
  return t.rich("branch_at", { branch: () => name, commit: () => <Commit sha={commit} /> });
}

function Fetched({ at, status }: { at: Repository["fetched_at"]; status: Repository["fetch_status"] }) {
  const t = useMessages(citationsRepositories);
  if (at !== null) return t.rich("fetched", { when: () => <RelativeTime at={at} /> });
  if (status === "pending") return t("first_fetch");
  return t("never_fetched");
}

function Checked({ at, commit }: { at: string | null; commit: string | null }) {
  const t = useMessages(citationsRepositories);
  if (at === null) return t("not_checked");
  const when = () => <RelativeTime at={at} />;
  if (commit === null) return t.rich("checked", { when });
  return t.rich("checked_at", { when, commit: () => <Commit sha={commit} /> });
}

/** What stands between the numbers and the truth: a source that cannot be read, or a head that was not checked yet. */
export function RepositoryNotes({ repository }: { repository: Repository }) {
  const t = useMessages(citationsRepositories);
  const { checked_commit, head_commit, fetch_status, fetch_error } = repository;
  const behind = checked_commit !== null && head_commit !== null && checked_commit !== head_commit;
  if (fetch_status === "failed")
    return (
      <Note icon={<OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />}>
        {t.rich("fetch_failed", {
          reason: fetch_error ?? t("no_answer"),
          strong: (text) => <span className="font-medium">{text}</span>,
        })}
      </Note>
    );
  if (behind)
    return (
      <Note icon={<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />}>
        {t("behind")}
      </Note>
    );
  return null;
}

/** How much of its hourly quota at GitHub is left, as GitHub reported it last. */
export function RateLimits({ limits }: { limits: readonly RateLimit[] }) {
  const t = useMessages(citationsRepositories);
  if (limits.length === 0) return null;
  return (
    <ul aria-label={t("quota")} className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-xs">
      {limits.map(({ resource, limit, remaining, reset_at, seen_at }) => (
        <li key={resource} className={cn(remaining === 0 && "text-warn")}>
          {t.rich("quota_left", {
            resource,
            remaining,
            limit,
            figure: (text) => <span className="font-medium text-foreground">{text}</span>,
            reset: () => <RelativeTime at={reset_at} />,
            seen: () => <RelativeTime at={seen_at} />,
          })}
        </li>
      ))}
    </ul>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex max-w-prose items-start gap-2 text-pretty text-sm">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
