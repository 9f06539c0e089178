"use client";

import { useQuery } from "@tanstack/react-query";
import { Puzzle } from "lucide-react";
import { useQueryStates } from "nuqs";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RateWithInterval } from "@/components/pieces/rate-with-interval";
import { RelativeTime } from "@/components/pieces/relative-time";
import { repositoryColumn } from "@/components/pieces/repository-column";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { useMessages } from "@/components/ui/messages";
import { listQuery } from "@/lib/doors/client";
import { type Pattern, patternList, patternSearch } from "@/lib/tasks/contract";
import { patterns } from "@/messages/compiled/patterns";
import { taskWords } from "@/messages/compiled/task-words";
import type { Translate } from "@/messages/message";
import { patternParameters, patternSearchInput, patternsInput } from "./parameters";
import { TasksNav } from "./tasks-nav";
import { PatternStatusBadge } from "./words";

type Row = { pattern: Pattern; similarity: number | null };

const columnsOf = ({
  t,
  words,
}: {
  t: Translate<typeof patterns>;
  words: Translate<typeof taskWords>;
}): DataTableColumn<Row>[] => [
  {
    id: "description",
    header: t("problem"),
    card: "title",
    cell: ({ pattern }) => (
      <span className="block truncate max-sm:whitespace-normal" title={pattern.description}>
        <span className="font-mono text-xs">{pattern.problem_type}</span> {pattern.description}
      </span>
    ),
  },
  {
    id: "success",
    header: t("passed_with_it"),
    width: "13rem",
    cell: ({ pattern }) => <RateWithInterval rate={pattern.success} />,
  },
  {
    id: "uses",
    header: t("used"),
    width: "4rem",
    align: "right",
    importance: "high",
    cell: ({ pattern }) => pattern.uses,
  },
  repositoryColumn({
    header: words("repository"),
    none: t("all_repositories"),
    repositoryOf: ({ pattern }) => pattern.repository,
  }),
  {
    id: "status",
    header: words("state"),
    width: "6rem",
    importance: "high",
    cell: ({ pattern }) => <PatternStatusBadge status={pattern.status} />,
  },
  {
    id: "created",
    header: t("stored"),
    width: "6.5rem",
    importance: "high",
    cell: ({ pattern }) => <RelativeTime at={pattern.created_at} />,
  },
];

function SearchBox({ query, onSearch }: { query: string | null; onSearch: (query: string | null) => void }) {
  const t = useMessages(patterns);
  const [text, setText] = useState(query ?? "");
  useEffect(() => setText(query ?? ""), [query]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim() || null);
  };
  return (
    <form onSubmit={submit} className="mb-3 flex max-w-2xl gap-2">
      <Input
        type="search"
        aria-label={t("search_label")}
        placeholder={t("search_placeholder")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{t("search")}</Button>
    </form>
  );
}

/** Solutions of tasks that passed: search them as an agent does, and see how often each worked. */
export function PatternsScreen() {
  const t = useMessages(patterns);
  const words = useMessages(taskWords);
  const columns = useMemo(() => columnsOf({ t, words }), [t, words]);
  const [{ q, repository }, setParameters] = useQueryStates(patternParameters, { history: "push" });
  const pages = usePages();
  const listed = useQuery({
    ...listQuery(patternList, patternsInput({ repository, cursor: pages.cursor ?? null })),
    enabled: q === null,
  });
  const found = useQuery({
    ...listQuery(patternSearch, patternSearchInput(q ?? "", repository)),
    enabled: q !== null,
  });
  const query = q === null ? listed : found;
  const rows: Row[] | undefined =
    q === null
      ? listed.data?.items.map((pattern) => ({ pattern, similarity: null }))
      : found.data?.items.map(({ pattern, similarity }) => ({ pattern, similarity }));
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <TasksNav />
      <SearchBox
        query={q}
        onSearch={(next) => {
          pages.reset();
          void setParameters({ q: next });
        }}
      />
      <ListTable
        list={{
          name: "patterns",
          contract: patternList,
          input: patternsInput({ repository, cursor: null }),
          total: q === null ? listed.data?.total : undefined,
          parameters: patternParameters,
        }}
        label={t("title")}
        columns={columns}
        rows={rows}
        rowId={({ pattern }) => pattern.id}
        rowHref={({ pattern }) => `/patterns/${pattern.id}`}
        refreshing={query.isPlaceholderData}
        error={readProblem(t("unreadable"), query)}
        empty={<Nothing searched={q !== null} onClear={() => void setParameters({ q: null })} />}
      />
      {q === null && <PagerOf pages={pages} page={listed.data} busy={listed.isFetching} />}
    </>
  );
}

function Nothing({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  const t = useMessages(patterns);
  if (searched)
    return (
      <EmptyState
        icon={Puzzle}
        title={t("none_similar")}
        action={<Button onClick={onClear}>{t("show_all")}</Button>}
      >
        {t("none_similar_meaning")}
      </EmptyState>
    );
  return (
    <EmptyState icon={Puzzle} title={t("none")}>
      {t("none_meaning")}
    </EmptyState>
  );
}
