"use client";

import { Download, OctagonAlert, ScanSearch, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { RateLimit } from "@/lib/access/contract";
import type { Repository } from "@/lib/citations/contract";
import type { useRepositoryJob } from "./use-repository-job";

/** Where a repository is read from, in words. */
export function sourceOf({ source }: Repository): string {
  if (source.kind === "path") return source.path;
  if (source.kind === "github") return `${source.repository} at GitHub, through ${source.connection.label}`;
  if (source.connection === null) return source.url;
  return `${source.url}, through ${source.connection.label}`;
}

function Commit({ sha }: { sha: string }) {
  return (
    <code title={sha} className="text-foreground text-xs">
      {sha.slice(0, 8)}
    </code>
  );
}

/** The buttons that check and fetch, busy while that is under way. */
export function RepositoryActions({
  working,
  start,
  size,
}: ReturnType<typeof useRepositoryJob> & { size?: "sm" }) {
  return (
    <>
      <Button
        size={size}
        busy={working === "check"}
        disabled={working !== null}
        onClick={() => start("check")}
      >
        {working !== "check" && <ScanSearch aria-hidden />}
        {working === "check" ? "Checking" : "Check now"}
      </Button>
      <Button
        size={size}
        busy={working === "fetch"}
        disabled={working !== null}
        onClick={() => start("fetch")}
      >
        {working !== "fetch" && <Download aria-hidden />}
        {working === "fetch" ? "Fetching" : "Fetch"}
      </Button>
    </>
  );
}

/** Branch and head, when it was fetched, and when all its citations were checked last. */
export function RepositoryFacts({ repository }: { repository: Repository }) {
  const { default_branch, head_commit, fetched_at, fetch_status, checked_at, checked_commit } = repository;
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-xs">
      <span>
        {default_branch === null ? (
          "branch unknown"
        ) : (
          <code className="text-foreground">{default_branch}</code>
        )}{" "}
        {head_commit !== null && (
          <>
            at <Commit sha={head_commit} />
          </>
        )}
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

function Fetched({ at, status }: { at: Repository["fetched_at"]; status: Repository["fetch_status"] }) {
  if (at !== null)
    return (
      <>
        fetched <RelativeTime at={at} />
      </>
    );
  if (status === "pending") return "first fetch running";
  return "never fetched";
}

function Checked({ at, commit }: { at: string | null; commit: string | null }) {
  if (at === null) return "not fully checked yet";
  return (
    <>
      checked <RelativeTime at={at} />
      {commit !== null && (
        <>
          {" "}
          at <Commit sha={commit} />
        </>
      )}
    </>
  );
}

/** What stands between the numbers and the truth: a source that cannot be read, or a head that was not checked yet. */
export function RepositoryNotes({ repository }: { repository: Repository }) {
  const { checked_commit, head_commit, fetch_status, fetch_error } = repository;
  const behind = checked_commit !== null && head_commit !== null && checked_commit !== head_commit;
  if (fetch_status === "failed")
    return (
      <Note icon={<OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />}>
        <span className="font-medium">The last fetch failed.</span>{" "}
        {fetch_error ?? "The source does not answer."} Its citations keep the status of their last check. Make
        sure this server can reach the source, then fetch again.
      </Note>
    );
  if (behind)
    return (
      <Note icon={<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />}>
        The head is newer than the last full check, so these numbers may be out of date.
      </Note>
    );
  return null;
}

/** How much of its hourly quota at GitHub is left, as GitHub reported it last. */
export function RateLimits({ limits }: { limits: readonly RateLimit[] }) {
  if (limits.length === 0) return null;
  return (
    <ul aria-label="Quota at GitHub" className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-xs">
      {limits.map(({ resource, limit, remaining, reset_at, seen_at }) => (
        <li key={resource} className={cn(remaining === 0 && "text-warn")}>
          {resource}:{" "}
          <span className="font-medium text-foreground">
            {formatCount(remaining)} of {formatCount(limit)}
          </span>{" "}
          left, resets <RelativeTime at={reset_at} />, as of <RelativeTime at={seen_at} />
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
