"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, LoaderCircle, RotateCw } from "lucide-react";
import { useQueryState } from "nuqs";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { PagedTable } from "@/components/pieces/list-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { usePages } from "@/components/pieces/use-pages";
import type { TermOf } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { listQuery } from "@/lib/doors/client";
import { type JobRecord, type JobState, jobList, jobRetry } from "@/lib/jobs/contract";
import { settingsJobs } from "@/messages/compiled/settings-jobs";
import type { PlainKey } from "@/messages/message";
import { JOB_VIEWS, jobsInput, jobsParameters } from "./parameters";
import { NotYours, Section } from "./section";

const STATES: Record<JobState, TermOf<PlainKey<typeof settingsJobs>>> = {
  created: { word: "state_waiting", icon: Clock, tone: "quiet", meaning: "state_waiting_meaning" },
  retry: { word: "state_retrying", icon: RotateCw, tone: "warn", meaning: "state_retrying_meaning" },
  active: { word: "state_running", icon: LoaderCircle, tone: "neutral", meaning: "state_running_meaning" },
  completed: { word: "state_done", icon: CircleCheck, tone: "calm", meaning: "state_done_meaning" },
  failed: { word: "state_failed", icon: CircleX, tone: "danger", meaning: "state_failed_meaning" },
};

/** What an empty list says, by what it was asked for. */
const EMPTY = {
  failed: { title: "none_failed", text: "none_failed_meaning" },
  waiting: { title: "none_waiting", text: "none_waiting_meaning" },
  done: { title: "none_done", text: "none_done_meaning" },
} as const;

const VIEWS = { failed: "view_failed", waiting: "view_waiting", done: "view_done" } as const;

/** `repository_fetch` as people read it. */
const words = (name: string) => name.replaceAll("_", " ");

function Retry({ job }: { job: JobRecord }) {
  const t = useMessages(settingsJobs);
  const retry = useOperation(jobRetry, {
    success: t("retried", { job: words(job.name) }),
    failure: t("not_retried"),
  });
  return (
    <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate({ job_id: job.id })}>
      {t("retry")}
    </Button>
  );
}

/** Background work: what failed and may be tried again, what waits, what was done lately. */
export function Jobs() {
  const t = useMessages(settingsJobs);
  const { me, may } = useMe();
  const manages = may("jobs:manage");
  const [view, setView] = useQueryState("state", jobsParameters.state);
  const pages = usePages();
  const reading = useQuery({
    ...listQuery(jobList, jobsInput({ state: view, cursor: pages.cursor })),
    enabled: manages,
    refetchInterval: view === "done" ? false : 5_000,
  });

  const columns: DataTableColumn<JobRecord>[] = [
    {
      id: "job",
      header: t("job"),
      card: "title",
      width: "15rem",
      cell: (job) => (
        <span
          title={
            Object.entries(job.subject)
              .map(([name, id]) => `${name} ${id}`)
              .join("\n") || undefined
          }
        >
          {words(job.name)}
        </span>
      ),
    },
    {
      id: "state",
      header: t("state"),
      width: "9rem",
      card: "plain",
      cell: (job) => <StatusBadge term={STATES[job.state]} t={t} />,
    },
    {
      id: "error",
      header: t(view === "failed" ? "why_failed" : "last_error"),
      card: "plain",
      importance: "high",
      cell: (job) => {
        if (job.error === null) return <span className="text-muted-foreground">–</span>;
        return (
          <span title={job.error} className="whitespace-normal wrap-anywhere max-sm:text-sm">
            {job.error}
          </span>
        );
      },
    },
    {
      id: "attempts",
      header: t("attempts"),
      width: "6rem",
      align: "right",
      importance: "low",
      cell: (job) => t("attempts_of", { count: job.attempts, allowed: job.attempts_allowed }),
    },
    {
      id: "at",
      header: t("when"),
      width: "7rem",
      importance: "medium",
      cell: (job) => (
        <RelativeTime
          at={job.finished_at ?? job.started_at ?? job.created_at}
          className="text-muted-foreground"
        />
      ),
    },
    ...(view === "failed"
      ? [
          {
            id: "actions",
            header: t("actions"),
            width: "6rem",
            align: "right" as const,
            card: "plain" as const,
            cell: (job: JobRecord) => <Retry job={job} />,
          },
        ]
      : []),
  ];

  return (
    <Section
      title={t("title")}
      description={t("description")}
      action={
        <ToggleGroup
          label={t("which")}
          value={view}
          options={JOB_VIEWS.map((value) => ({ value, label: t(VIEWS[value]) }))}
          onValueChange={(next) => {
            void setView(next);
            pages.reset();
          }}
        />
      }
      closed={me && !manages && <NotYours>{t("leads_only")}</NotYours>}
    >
      <PagedTable
        list={{
          name: "jobs",
          contract: jobList,
          input: jobsInput({ state: view }),
          parameters: jobsParameters,
        }}
        query={reading}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("table")}
        columns={columns}
        rowId={(job) => job.id}
        skeleton_rows={3}
        density="comfortable"
        empty={
          <EmptyState icon={CircleCheck} title={t(EMPTY[view].title)}>
            {t(EMPTY[view].text)}
          </EmptyState>
        }
      />
    </Section>
  );
}
