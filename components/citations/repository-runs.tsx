"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Actor } from "@/components/pieces/actor";
import { ListExport } from "@/components/pieces/list-export";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { RelativeTime } from "@/components/pieces/relative-time";
import { announce } from "@/components/ui/announce";
import { useMessages } from "@/components/ui/messages";
import { Progress } from "@/components/ui/progress";
import { type RepositoryCheckRun, repositoryCheckList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { citationsRepositories } from "@/messages/compiled/citations-repositories";
import type { Translate } from "@/messages/message";
import { isOpen } from "./repository-work";

const WATCH_MS = 1_000;
const GLANCE_MS = 15_000;

const CAUSES = {
  request: "cause_request",
  push: "cause_push",
  nightly: "cause_nightly",
  rules: "cause_rules",
  use: "cause_use",
} as const satisfies Record<RepositoryCheckRun["cause"], string>;

/** The runs that are under way, of one repository or of all; looked at every second while there are any. */
export function useOpenRuns(repository_id?: string) {
  const t = useMessages(citationsRepositories);
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
      announce(t("run_finished"));
      void settle();
    }
    before.current = open.length;
  }, [open.length, settle, t]);
  return open;
}

/** How far a run is, with a bar once it is known how much there is to do. */
export function RunProgress({ run }: { run: RepositoryCheckRun }) {
  const t = useMessages(citationsRepositories);
  const { status, total, done, commit, counts, cause, requested_by } = run;
  const failing = counts.edited + counts.missing;
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="font-medium">
          {status === "waiting" || total === null ? t("run_waiting") : t("run_progress", { done, total })}
        </span>
        {commit !== null && (
          <span className="text-muted-foreground text-xs">
            {t.rich("run_commit", { commit: () => <code title={commit}>{commit.slice(0, 8)}</code> })}
          </span>
        )}
        {failing > 0 && <span className="text-warn">{t("run_failing", { count: failing })}</span>}
        <span className="inline-flex items-center gap-1.5 text-muted-foreground text-xs">
          {cause !== "request" && <span>{t(CAUSES[cause])}</span>}
          {cause === "request" &&
            t.rich("cause_request_by", {
              words: (text) => <span>{text}</span>,
              actor: () => <Actor actor={{ kind: requested_by.kind, name: requested_by.name }} />,
            })}
        </span>
      </p>
      {total !== null && <Progress label={t("run_checked")} value={done} max={total} />}
    </div>
  );
}

function outcomeOf(
  t: Translate<typeof citationsRepositories>,
  { status, error, counts, total }: RepositoryCheckRun,
): string {
  if (status === "failed") return error ?? t("outcome_failed");
  if (status === "superseded") return t("outcome_superseded");
  const failing = counts.edited + counts.missing;
  const unread = counts.unreachable;
  return [
    t("outcome", { count: total ?? 0, failing }),
    ...(unread > 0 ? [t("outcome_unreachable", { count: unread })] : []),
    ...(error === null ? [] : [error]),
  ].join("; ");
}

const SHOWN = 5;

/** The run under way with its bar, and the last ones with what they found. */
export function RepositoryRuns({ repository_id }: { repository_id: string }) {
  const t = useMessages(citationsRepositories);
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
            {t("last_checks")}
          </summary>
          <ul className="mt-1.5 flex flex-col gap-1">
            {past.data.items.map((run) => (
              <li key={run.id} className="flex flex-wrap gap-x-3 border-t pt-1 text-muted-foreground text-xs">
                <RelativeTime at={run.finished_at ?? run.created_at} className="w-20" />
                <span className="w-20">{t(CAUSES[run.cause])}</span>
                {run.commit !== null && <code title={run.commit}>{run.commit.slice(0, 8)}</code>}
                <span className="text-foreground">{outcomeOf(t, run)}</span>
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
