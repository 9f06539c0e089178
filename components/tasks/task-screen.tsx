"use client";

import { useQuery } from "@tanstack/react-query";
import { Actor } from "@/components/pieces/actor";
import { Fact } from "@/components/pieces/fact";
import { LongText } from "@/components/pieces/long-text";
import { PageHeader } from "@/components/pieces/page-header";
import { RecordPage } from "@/components/pieces/record-page";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { type TaskDetail, type TaskIteration, taskGet } from "@/lib/tasks/contract";
import { taskWords } from "@/messages/compiled/task-words";
import { tasks } from "@/messages/compiled/tasks";
import { Section } from "./section";
import { FailureStatusBadge, TaskStatusBadge } from "./words";

/** One task with its iterations: what was found and used, what failed, how it ended. */
export function TaskScreen({ task_record_id }: { task_record_id: string }) {
  const t = useMessages(tasks);
  const query = useQuery(operationQuery(taskGet, { task_record_id }));
  return (
    <RecordPage back={{ href: "/tasks", words: t("title") }} query={query} unreadable={t("one_unreadable")}>
      {(task) => <Shown task={task} />}
    </RecordPage>
  );
}

function Shown({ task }: { task: TaskDetail }) {
  const t = useMessages(tasks);
  const words = useMessages(taskWords);
  return (
    <>
      <PageHeader
        title={task.description}
        question={<span className="font-mono text-xs">{task.task_id}</span>}
        actions={<TaskStatusBadge status={task.status} />}
        className="mb-3"
      />
      <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-5">
        <Fact label={t("agent")}>
          <Actor actor={task.created_by} />
        </Fact>
        <Fact label={words("repository")}>{task.repository?.name ?? words("no_repository")}</Fact>
        <Fact label={t("session")}>
          {task.session_id === null && t("no_session")}
          {task.session_id !== null && (
            <Link href={`/sessions/${encodeURIComponent(task.session_id)}`} className="underline">
              {task.session_id}
            </Link>
          )}
        </Fact>
        <Fact label={t("started")}>
          <RelativeTime at={task.created_at} />
        </Fact>
        <Fact label={t("ended")}>
          {task.finished_at === null && t("not_ended")}
          {task.finished_at !== null && <RelativeTime at={task.finished_at} />}
        </Fact>
      </dl>
      <Section title={t("iterations")}>
        {task.iterations.length === 0 && (
          <p className="text-muted-foreground text-sm">{t("no_iterations")}</p>
        )}
        <ol className="flex flex-col divide-y rounded-md border bg-card empty:hidden">
          {task.iterations.map((iteration) => (
            <OneIteration key={iteration.id} iteration={iteration} task={task} />
          ))}
        </ol>
      </Section>
      <OtherFailures task={task} />
    </>
  );
}

/** Failures of runs that named the task and no iteration that is recorded. */
function OtherFailures({ task }: { task: TaskDetail }) {
  const t = useMessages(tasks);
  const numbers = new Set(task.iterations.map(({ number }) => number));
  const others = task.failures.filter(({ iteration }) => iteration === null || !numbers.has(iteration));
  if (others.length === 0) return null;
  return (
    <Section title={t("failures")}>
      <div className="flex flex-col gap-1.5 text-sm">
        {others.map((failure) => (
          <MetFailure key={`${failure.failure_id} ${failure.at}`} failure={failure} />
        ))}
      </div>
    </Section>
  );
}

function MetFailure({
  failure: { failure_id, signature, status },
}: {
  failure: TaskDetail["failures"][number];
}) {
  const t = useMessages(tasks);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2">
      {t.rich("met", {
        failure: () => (
          <Link href={`/failures/${failure_id}`} className="min-w-0 truncate font-mono text-xs underline">
            {visible(signature)}
          </Link>
        ),
      })}
      <FailureStatusBadge status={status} />
    </p>
  );
}

function OneIteration({ iteration, task }: { iteration: TaskIteration; task: TaskDetail }) {
  const t = useMessages(tasks);
  const { number, phase, patterns_found, patterns_used, output, at } = iteration;
  const used = task.patterns.filter(({ id }) => patterns_used.includes(id));
  const failures = task.failures.filter((failure) => failure.iteration === number);
  return (
    <li className="flex min-w-0 flex-col gap-1.5 px-3 py-2.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{number}</span>
        <Badge>{t(`phase_${phase}`)}</Badge>
        <span className="text-muted-foreground">{t("patterns_found", { count: patterns_found })}</span>
        <RelativeTime at={at} className="ml-auto text-muted-foreground" />
      </p>
      {output !== null && <LongText text={output} what="output" className="whitespace-pre-wrap" />}
      {used.map(({ id, problem_type, description }) => (
        <p key={id} className="min-w-0 truncate">
          {t.rich("used", {
            pattern: () => (
              <Link href={`/patterns/${id}`} className="underline">
                {problem_type}: {description}
              </Link>
            ),
          })}
        </p>
      ))}
      {failures.map((failure) => (
        <MetFailure key={`${failure.failure_id} ${failure.at}`} failure={failure} />
      ))}
    </li>
  );
}
