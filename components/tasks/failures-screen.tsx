"use client";

import { useQuery } from "@tanstack/react-query";
import { Bug } from "lucide-react";
import { useMemo } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import type { Formats } from "@/components/pieces/format";
import { PagedTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { repositoryColumn } from "@/components/pieces/repository-column";
import { useFormat } from "@/components/pieces/use-format";
import { usePagedFilters } from "@/components/pieces/use-paged-filters";
import { WordsFilter } from "@/components/pieces/words-filter";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { listQuery } from "@/lib/doors/client";
import { type Failure, failureList } from "@/lib/tasks/contract";
import { failures } from "@/messages/compiled/failures";
import { taskWords } from "@/messages/compiled/task-words";
import type { Translate } from "@/messages/message";
import { failureParameters, failuresInput } from "./parameters";
import { TasksNav } from "./tasks-nav";
import { FailureStatusBadge, LanguageName } from "./words";

type Words = {
  t: Translate<typeof failures>;
  words: Translate<typeof taskWords>;
  formatCount: Formats["formatCount"];
};

const columnsOf = ({ t, words, formatCount }: Words): DataTableColumn<Failure>[] => [
  {
    id: "signature",
    header: t("error"),
    card: "title",
    cell: ({ signature, message }) => (
      <span className="block truncate font-mono text-xs max-sm:whitespace-normal" title={visible(message)}>
        {visible(signature)}
      </span>
    ),
  },
  {
    id: "status",
    header: words("state"),
    width: "7rem",
    cell: ({ status }) => <FailureStatusBadge status={status} />,
  },
  {
    id: "count",
    header: t("seen"),
    width: "4.5rem",
    align: "right",
    cell: ({ occurrence_count }) => formatCount(occurrence_count),
  },
  {
    id: "repositories",
    header: t("same_error_in"),
    width: "8.5rem",
    importance: "high",
    cell: ({ repository_count }) => {
      if (repository_count > 1) return t("repositories", { count: repository_count });
      return <span className="text-muted-foreground">{t("only_this_one")}</span>;
    },
  },
  repositoryColumn({
    header: words("repository"),
    none: words("no_repository"),
    repositoryOf: ({ repository }) => repository,
  }),
  {
    id: "language",
    header: t("language"),
    width: "6rem",
    importance: "low",
    cell: ({ language }) => <LanguageName language={language} />,
  },
  {
    id: "seen",
    header: t("last_seen"),
    width: "6.5rem",
    cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
  },
];

/** Errors by what they are, the one seen last first: which are open, solved, or came back. */
export function FailuresScreen() {
  const t = useMessages(failures);
  const words = useMessages(taskWords);
  const { formatCount } = useFormat();
  const columns = useMemo(() => columnsOf({ t, words, formatCount }), [t, words, formatCount]);
  const { parameters, pages, narrow } = usePagedFilters(failureParameters);
  const query = useQuery(listQuery(failureList, failuresInput(parameters)));
  const { q, status } = parameters;
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <TasksNav />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <WordsFilter
          label={t("words")}
          placeholder={t("words_of")}
          q={q}
          onChange={(next) => narrow({ q: next })}
        />
        <FilterToggle
          label={t("which")}
          value={status}
          onChange={(value) => narrow({ status: value })}
          options={[
            { value: "open", label: t("open") },
            { value: "solved", label: t("solved") },
            { value: "returned", label: t("returned") },
          ]}
        />
        <span className="text-muted-foreground text-sm">
          {query.data && words("in_total", { count: query.data.total })}
        </span>
      </div>
      <PagedTable
        list={{
          name: "failures",
          contract: failureList,
          input: failuresInput(parameters),
          parameters: failureParameters,
        }}
        query={query}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/failures/${id}`}
        empty={
          <EmptyState
            icon={Bug}
            title={t(q === null ? "none" : "none_matches")}
            action={q !== null && <Button onClick={() => narrow({ q: null })}>{t("show_all")}</Button>}
          >
            {t("none_meaning")}
          </EmptyState>
        }
      />
    </>
  );
}
