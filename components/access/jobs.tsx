"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, LoaderCircle, RotateCw } from "lucide-react";
import { useQueryState } from "nuqs";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { ListTable } from "@/components/pieces/list-table";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { usePages } from "@/components/pieces/use-pages";
import type { Term } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type JobRecord, type JobState, jobList, jobRetry } from "@/lib/jobs/contract";
import { JOB_VIEWS, jobsInput, jobsParameters } from "./parameters";
import { NotYours, Section } from "./section";

const STATES: Record<JobState, Term> = {
  created: { word: "waiting", icon: Clock, tone: "quiet", meaning: "Waiting for its turn." },
  retry: {
    word: "waiting to retry",
    icon: RotateCw,
    tone: "warn",
    meaning: "It failed and will be retried.",
  },
  active: { word: "running", icon: LoaderCircle, tone: "neutral", meaning: "Running now." },
  completed: { word: "done", icon: CircleCheck, tone: "calm", meaning: "Finished." },
  failed: {
    word: "failed",
    icon: CircleX,
    tone: "danger",
    meaning: "Every attempt failed. It stays so until someone retries it.",
  },
};

/** What an empty list says, by what it was asked for. */
const EMPTY = {
  failed: {
    title: "No failed jobs",
    text: "Jobs that fail after their last attempt are listed here with the reason.",
  },
  waiting: {
    title: "No jobs waiting",
    text: "Every job has finished or failed.",
  },
  done: {
    title: "No finished jobs",
    text: "Jobs are listed here for half a day after they finish.",
  },
} as const;

/** `repository_fetch` as people read it. */
const words = (name: string) => name.replaceAll("_", " ");

function Retry({ job }: { job: JobRecord }) {
  const retry = useOperation(jobRetry, {
    success: `${words(job.name)} will be retried`,
    failure: "The job could not be retried",
  });
  return (
    <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate({ job_id: job.id })}>
      Retry
    </Button>
  );
}

/** Background work: what failed and may be tried again, what waits, what was done lately. */
export function Jobs() {
  const { me, may } = useMe();
  const manages = may("jobs:manage");
  const [view, setView] = useQueryState("state", jobsParameters.state);
  const pages = usePages();
  const reading = useQuery({
    ...operationQuery(jobList, jobsInput({ state: view, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
    enabled: manages,
    refetchInterval: view === "done" ? false : 5_000,
  });
  const page = reading.data;

  const columns: DataTableColumn<JobRecord>[] = [
    {
      id: "job",
      header: "Job",
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
      header: "State",
      width: "9rem",
      card: "plain",
      cell: (job) => <StatusBadge term={STATES[job.state]} />,
    },
    {
      id: "error",
      header: view === "failed" ? "Why it failed" : "Last error",
      card: "plain",
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
      header: "Attempts",
      width: "6rem",
      align: "right",
      hidden_below: "md",
      cell: (job) => `${job.attempts} of ${job.attempts_allowed}`,
    },
    {
      id: "at",
      header: "When",
      width: "7rem",
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
            header: "Actions",
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
      title="Background jobs"
      description="Embedding, fetching repositories, checking citations and delivering skills happen here. Failed jobs are kept for 14 days; retrying one is safe, because every job can run twice."
      action={
        <ToggleGroup
          label="Which jobs"
          value={view}
          options={JOB_VIEWS.map((value) => ({
            value,
            label: value.charAt(0).toUpperCase() + value.slice(1),
          }))}
          onValueChange={(next) => {
            void setView(next);
            pages.reset();
          }}
        />
      }
      closed={
        me &&
        !manages && <NotYours>Leads and owners see background jobs and retry those that failed.</NotYours>
      }
    >
      <ListTable
        list={{
          name: "jobs",
          contract: jobList,
          input: jobsInput({ state: view }),
          total: page?.total,
          parameters: jobsParameters,
        }}
        label="Jobs"
        columns={columns}
        rows={page?.items}
        rowId={(job) => job.id}
        error={readProblem("The jobs", reading)}
        refreshing={reading.isPlaceholderData}
        skeleton_rows={3}
        density="comfortable"
        empty={
          <EmptyState icon={CircleCheck} title={EMPTY[view].title}>
            {EMPTY[view].text}
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={page} busy={reading.isPlaceholderData} />
    </Section>
  );
}
