"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ListTodo } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Actor } from "@/components/pieces/actor";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { usePages } from "@/components/pieces/use-pages";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { TASK_STATUSES, type Task, taskList } from "@/lib/tasks/contract";
import { taskParameters, tasksInput } from "./parameters";
import { TasksNav } from "./tasks-nav";
import { TaskStatusBadge } from "./words";

const COLUMNS: readonly DataTableColumn<Task>[] = [
  {
    id: "task",
    header: "Task",
    card: "title",
    cell: ({ description, task_id }) => (
      <span className="block truncate max-sm:whitespace-normal" title={description}>
        <span className="font-mono text-xs">{task_id}</span> {description}
      </span>
    ),
  },
  { id: "status", header: "State", width: "7rem", cell: ({ status }) => <TaskStatusBadge status={status} /> },
  { id: "agent", header: "Agent", width: "10rem", cell: ({ created_by }) => <Actor actor={created_by} /> },
  {
    id: "repository",
    header: "Repository",
    width: "10rem",
    hidden_below: "lg",
    cell: ({ repository }) => <span className="block truncate">{repository?.name ?? "none"}</span>,
  },
  {
    id: "updated",
    header: "Changed",
    width: "6.5rem",
    cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
];

/** Pieces of work of agents, the one that changed last first. */
export function TasksScreen() {
  const [parameters, setParameters] = useQueryStates(taskParameters, { history: "push" });
  const pages = usePages();
  const query = useQuery({
    ...operationQuery(taskList, tasksInput({ ...parameters, cursor: pages.cursor ?? null })),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Tasks" question="What were agents doing, and how did it end?" className="mb-2" />
      <TasksNav />
      <div className="mb-3">
        <FilterToggle
          label="Which tasks"
          value={parameters.status}
          onChange={(status) => {
            pages.reset();
            void setParameters({ status });
          }}
          options={TASK_STATUSES.map((value) => ({
            value,
            label: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
          }))}
        />
      </div>
      <ListTable
        list={{
          name: "tasks",
          contract: taskList,
          input: tasksInput(parameters),
          total: query.data?.total,
          parameters: taskParameters,
        }}
        label="Tasks"
        columns={COLUMNS}
        rows={query.data?.items}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/tasks/${id}`}
        refreshing={query.isFetching && query.data !== undefined}
        error={readProblem("The tasks", query)}
        empty={
          <EmptyState icon={ListTodo} title="No tasks">
            Agents record their tasks with task_record, or casebook task record.
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
    </>
  );
}
