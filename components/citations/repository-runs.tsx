"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Actor } from "@/components/pieces/actor";
import { countOf, formatCount } from "@/components/pieces/format";
import { ListExport } from "@/components/pieces/list-export";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { RelativeTime } from "@/components/pieces/relative-time";
import { announce } from "@/components/ui/announce";
import { Progress } from "@/components/ui/progress";
import { type RepositoryCheckRun, repositoryCheckList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";

const WATCH_MS = 1_000;
const GLANCE_MS = 15_000;

const isOpen = ({ status }: RepositoryCheckRun) => status === "waiting" || status === "running";

const CAUSES = {
  request: "requested",
  push: "after a push",
  nightly: "nightly",
  rules: "after an upgrade",
  use: "before use",
} as const satisfies Record<RepositoryCheckRun["cause"], string>;

/** The runs that are under way, of one repository or of all; looked at every second while there are any. */
export function useOpenRuns(repository_id?: string) {
  const { settle } = useMemoryDecisions();
  const query = useQuery({
    ...operationQuery(repositoryCheckList, { repository_id, open: true }),
    refetchInterval: ({ state }) => {
      if ((state.data?.items.length ?? 0) > 0) return WATCH_MS;
      return GLANCE_MS;
    },
  });
  const open = query.data?.items ?? [];
  const before = useRef(0);
  useEffect(() => {
    // What a run found shows in lists and counts once it has ended.
    if (open.length < before.current) {
      announce("The check has finished.");
      void settle();
    }
    before.current = open.length;
  }, [open.length, settle]);
  return open;
}

/** How far a run is, with a bar once it is known how much there is to do. */
export function RunProgress({ run }: { run: RepositoryCheckRun }) {
  const { status, total, done, commit, counts, cause, requested_by } = run;
  const failing = counts.edited + counts.missing;
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="font-medium">
          {status === "waiting" || total === null
            ? "A check is waiting to start"
            : `Checking: ${formatCount(done)} of ${countOf(total, "citation", "citations")}`}
        </span>
        {commit !== null && (
          <span className="text-muted-foreground text-xs">
            at <code title={commit}>{commit.slice(0, 8)}</code>
          </span>
        )}
        {failing > 0 && <span className="text-warn">{formatCount(failing)} edited or missing so far</span>}
        <span className="inline-flex items-center gap-1.5 text-muted-foreground text-xs">
          <span>
            {CAUSES[cause]}
            {cause === "request" && " by"}
          </span>
          {cause === "request" && <Actor actor={{ kind: requested_by.kind, name: requested_by.name }} />}
        </span>
      </p>
      {total !== null && <Progress label="Citations checked" value={done} max={total} />}
    </div>
  );
}

function outcomeOf({ status, error, counts, total }: RepositoryCheckRun): string {
  if (status === "failed") return error ?? "failed";
  if (status === "superseded") return "replaced by a check of a newer commit";
  const failing = counts.edited + counts.missing;
  const unread = counts.unreachable;
  return [
    `${countOf(total ?? 0, "citation", "citations")}, ${formatCount(failing)} edited or missing`,
    ...(unread > 0 ? [`${formatCount(unread)} unreachable`] : []),
    ...(error === null ? [] : [error]),
  ].join("; ");
}

const SHOWN = 5;

/** The run under way with its bar, and the last ones with what they found. */
export function RepositoryRuns({ repository_id }: { repository_id: string }) {
  const open = useOpenRuns(repository_id);
  const past = useQuery({
    ...operationQuery(repositoryCheckList, { repository_id, open: false, limit: SHOWN }),
    refetchInterval: open.length > 0 ? WATCH_MS : false,
  });
  return (
    <>
      {open.map((run) => (
        <RunProgress key={run.id} run={run} />
      ))}
      {past.data !== undefined && past.data.items.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer rounded-sm text-muted-foreground hover:text-foreground">
            Last checks of the repository
          </summary>
          <ul className="mt-1.5 flex flex-col gap-1">
            {past.data.items.map((run) => (
              <li key={run.id} className="flex flex-wrap gap-x-3 border-t pt-1 text-muted-foreground text-xs">
                <RelativeTime at={run.finished_at ?? run.created_at} className="w-20" />
                <span className="w-20">{CAUSES[run.cause]}</span>
                {run.commit !== null && <code title={run.commit}>{run.commit.slice(0, 8)}</code>}
                <span className="text-foreground">{outcomeOf(run)}</span>
              </li>
            ))}
          </ul>
          <ListExport
            contract={repositoryCheckList}
            input={{ repository_id, open: false }}
            total={past.data.total}
          />
        </details>
      )}
    </>
  );
}

export const isRunOf = (repository_id: string) => (run: RepositoryCheckRun) =>
  isOpen(run) && run.repository.id === repository_id;
