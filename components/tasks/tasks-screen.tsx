"use client";

import { useQuery } from "@tanstack/react-query";
import { ListTodo } from "lucide-react";
import { useMemo } from "react";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { PagedTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { repositoryColumn } from "@/components/pieces/repository-column";
import { usePagedFilters } from "@/components/pieces/use-paged-filters";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { listQuery } from "@/lib/doors/client";
import { TASK_STATUSES, type Task, taskList } from "@/lib/tasks/contract";
import { taskWords } from "@/messages/compiled/task-words";
import { tasks } from "@/messages/compiled/tasks";
import type { Translate } from "@/messages/message";
import { taskParameters, tasksInput } from "./parameters";
import { TasksNav } from "./tasks-nav";
import { TaskStatusBadge } from "./words";

const columnsOf = ({
  t,
  words,
}: {
  t: Translate<typeof tasks>;
  words: Translate<typeof taskWords>;
}): DataTableColumn<Task>[] => [
  {
    id: "task",
    header: t("task"),
    card: "title",
    cell: ({ description, task_id }) => (
      <span className="block truncate max-sm:whitespace-normal" title={description}>
        <span className="font-mono text-xs">{task_id}</span> {description}
      </span>
    ),
  },
  {
    id: "status",
    header: words("state"),
    width: "7rem",
    cell: ({ status }) => <TaskStatusBadge status={status} />,
  },
  {
    id: "agent",
    header: t("agent"),
    width: "10rem",
    importance: "high",
    cell: ({ created_by }) => <Actor actor={created_by} />,
  },
  repositoryColumn({
    header: words("repository"),
    none: words("no_repository"),
    repositoryOf: ({ repository }) => repository,
  }),
  {
    id: "updated",
    header: t("changed"),
    width: "6.5rem",
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];

/** Pieces of work of agents, the one that changed last first. */
export function TasksScreen() {
  const t = useMessages(tasks);
  const words = useMessages(taskWords);
  const columns = useMemo(() => columnsOf({ t, words }), [t, words]);
  const { parameters, pages, narrow } = usePagedFilters(taskParameters);
  const query = useQuery(listQuery(taskList, tasksInput(parameters)));
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <TasksNav />
      <div className="mb-3">
        <FilterToggle
          label={t("which")}
          value={parameters.status}
          onChange={(status) => narrow({ status })}
          options={TASK_STATUSES.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <PagedTable
        list={{
          name: "tasks",
          contract: taskList,
          input: tasksInput(parameters),
          parameters: taskParameters,
        }}
        query={query}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/tasks/${id}`}
        empty={
          <EmptyState icon={ListTodo} title={t("none")}>
            {t("none_meaning")}
          </EmptyState>
        }
      />
    </>
  );
}
