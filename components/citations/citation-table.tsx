"use client";

import { useQuery } from "@tanstack/react-query";
import { Quote } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { CitationComparison } from "@/components/pieces/citation-comparison";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { formatLines } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { Pager } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { SymbolPath } from "@/components/pieces/symbol-path";
import { usePages } from "@/components/pieces/use-pages";
import { CitationStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { type Citation, citationList, repositoryList } from "@/lib/citations/contract";
import { listQuery, operationQuery } from "@/lib/doors/client";
import { citations } from "@/messages/compiled/citations";
import { citationsRepositories } from "@/messages/compiled/citations-repositories";
import type { Translate } from "@/messages/message";
import { CitationFilters } from "./citation-filters";
import { citationParameters, REPOSITORIES } from "./parameters";
import { NoRepository } from "./repositories";

/** What the choice of memories asks of the list. */
const IN_USE = { in_use: true, decided: false, all: undefined };

const columnsOf = (t: Translate<typeof citations>): DataTableColumn<Citation>[] => [
  {
    id: "place",
    header: t("place"),
    card: "title",
    cell: (citation) => (
      <span
        className="block truncate font-mono text-xs max-sm:whitespace-normal max-sm:break-all"
        title={citation.path}
      >
        <SymbolPath path={citation.symbol_path} />
        {citation.path}
        <span className="text-muted-foreground">:{formatLines(citation.line_start, citation.line_end)}</span>
      </span>
    ),
  },
  {
    id: "status",
    header: t("status"),
    width: "8rem",
    card: "plain",
    cell: ({ status }) => <CitationStatusBadge status={status} />,
  },
  {
    id: "since",
    header: t("since"),
    width: "6.5rem",
    importance: "high",
    cell: ({ status_since }) => {
      if (status_since) return <RelativeTime at={status_since} />;
      return "–";
    },
  },
  {
    id: "repository",
    header: t("repository"),
    width: "13rem",
    card: "plain",
    importance: "high",
    cell: ({ repository }) => <span className="font-mono text-xs">{repository.name}</span>,
  },
  {
    id: "cited",
    header: t("cited_at"),
    width: "6.5rem",
    card: "hidden",
    importance: "medium",
    cell: ({ commit_sha }) => <code className="text-xs">{commit_sha.slice(0, 8)}</code>,
  },
  {
    id: "checked",
    header: t("checked"),
    width: "6.5rem",
    align: "right",
    cell: ({ checked_at }) => {
      if (checked_at) return <RelativeTime at={checked_at} />;
      return t("never_checked");
    },
  },
];

/** Every citation of the repository that the URL names, or of all. */
export function AllCitations({ repository }: { repository: string | null }) {
  const t = useMessages(citationsRepositories);
  const query = useQuery(operationQuery(repositoryList, REPOSITORIES));
  if (repository === null) return <CitationTable repository_id={null} />;
  const problem = readProblem(t("unreadable"), query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  const found = query.data?.items.find(({ name }) => name === repository);
  if (query.data && !found) return <NoRepository name={repository} />;
  return <CitationTable repository_id={found?.id} />;
}

/**
 * By repository, status and path; one opens beside the list as it was and is.
 * @param repository_id undefined until its name is looked up, null for all.
 */
function CitationTable({ repository_id }: { repository_id: string | null | undefined }) {
  const t = useMessages(citations);
  const columns = useMemo(() => columnsOf(t), [t]);
  const [{ status, path, of }, setParameters] = useQueryStates(citationParameters);
  const pages = usePages();
  const drawer = useDrawer("citation");
  const asked = {
    repository_id: repository_id ?? undefined,
    status: status.length > 0 ? status : undefined,
    path: path ?? undefined,
    in_use: IN_USE[of],
  };
  const query = useQuery({
    ...listQuery(citationList, { ...asked, cursor: pages.cursor }),
    // The name in the URL is looked up first; until then nothing is asked.
    enabled: repository_id !== undefined,
  });
  const change = (values: Parameters<typeof setParameters>[0]) => {
    pages.reset();
    void setParameters(values, { history: "push" });
  };
  const isFiltered = status.length > 0 || path !== null || typeof repository_id === "string";
  const opened = query.data?.items.find(({ id }) => id === drawer.id);
  return (
    <>
      <CitationFilters status={status} path={path} of={of} onChange={change} />
      <ListTable
        list={{
          name: "citations",
          contract: citationList,
          input: asked,
          total: query.data?.total,
          parameters: citationParameters,
        }}
        label={t("list")}
        columns={columns}
        rows={query.data?.items}
        rowId={({ id }) => id}
        onOpen={({ id }) => drawer.open(id)}
        open_id={drawer.id}
        refreshing={query.isPlaceholderData}
        error={query.data === undefined ? readProblem(t("unreadable"), query) : null}
        empty={<NoCitation isFiltered={isFiltered} />}
      />
      {query.data === undefined && <div className="h-11" />}
      {query.data !== undefined && (
        <Pager
          first={pages.first}
          shown={query.data.items.length}
          total={query.data.total}
          onPrevious={pages.onPrevious}
          onNext={pages.onNext(query.data)}
          busy={query.isPlaceholderData}
        />
      )}
      <Drawer
        open={drawer.id !== null}
        onClose={drawer.close}
        title={t("then_and_now")}
        page_href={drawer.id === null ? undefined : `/citations/${drawer.id}`}
        actions={
          opened !== undefined && (
            <Button asChild size="sm" variant="ghost">
              <Link href={`/memories/${opened.memory_id}`}>{t("open_memory")}</Link>
            </Button>
          )
        }
      >
        {drawer.id !== null && <CitationComparison citation_id={drawer.id} view="unified" />}
      </Drawer>
    </>
  );
}

function NoCitation({ isFiltered }: { isFiltered: boolean }) {
  const t = useMessages(citations);
  if (isFiltered)
    return (
      <EmptyState icon={Quote} title={t("empty_filtered")}>
        {t("empty_filtered_hint")}
      </EmptyState>
    );
  return (
    <EmptyState icon={Quote} title={t("empty")}>
      {t("empty_hint")}
    </EmptyState>
  );
}
