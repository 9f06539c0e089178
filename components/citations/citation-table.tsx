"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, Quote, X } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { CitationComparison } from "@/components/pieces/citation-comparison";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { formatLines } from "@/components/pieces/format";
import { Pager } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CitationStatusBadge } from "@/components/pieces/status-with-reason";
import { usePages } from "@/components/pieces/use-pages";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { CITATION_STATUSES, type Citation, citationList } from "@/lib/citations/contract";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import { citationParameters } from "./parameters";

const columns: DataTableColumn<Citation>[] = [
  {
    id: "place",
    header: "Place",
    card: "title",
    cell: (citation) => (
      <span
        className="block truncate font-mono text-xs max-sm:whitespace-normal max-sm:break-all"
        title={citation.path}
      >
        {citation.path}
        <span className="text-muted-foreground">:{formatLines(citation.line_start, citation.line_end)}</span>
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "8rem",
    card: "plain",
    cell: ({ status }) => <CitationStatusBadge status={status} />,
  },
  {
    id: "since",
    header: "Since",
    width: "6.5rem",
    hidden_below: "md",
    cell: ({ status_since }) => {
      if (status_since) return <RelativeTime at={status_since} />;
      return "–";
    },
  },
  {
    id: "repository",
    header: "Repository",
    width: "13rem",
    card: "plain",
    hidden_below: "md",
    cell: ({ repository }) => <span className="font-mono text-xs">{repository.name}</span>,
  },
  {
    id: "cited",
    header: "Cited at",
    width: "6.5rem",
    card: "hidden",
    hidden_below: "lg",
    cell: ({ commit_sha }) => <code className="text-xs">{commit_sha.slice(0, 8)}</code>,
  },
  {
    id: "checked",
    header: "Checked",
    width: "6.5rem",
    align: "right",
    cell: ({ checked_at }) => {
      if (checked_at) return <RelativeTime at={checked_at} />;
      return "never";
    },
  },
];

/** Every citation, by repository, status and path; one opens beside the list as it was and is. */
export function CitationTable({ repository_id }: { repository_id: string | null | undefined }) {
  const [{ status, path, of }, setParameters] = useQueryStates(citationParameters);
  const pages = usePages();
  const drawer = useDrawer("citation");
  const [folder, setFolder] = useState(path ?? "");
  const query = useQuery({
    ...operationQuery(citationList, {
      repository_id: repository_id ?? undefined,
      status: status.length > 0 ? status : undefined,
      path: path ?? undefined,
      in_use: of === "all" ? undefined : of === "in_use",
      cursor: pages.cursor,
    }),
    // The name in the URL is looked up first; until then nothing is asked.
    enabled: repository_id !== undefined,
    placeholderData: keepPreviousData,
  });
  const change = (values: Parameters<typeof setParameters>[0]) => {
    pages.reset();
    void setParameters(values, { history: "push" });
  };
  const filtered = status.length > 0 || path !== null || typeof repository_id === "string";
  const opened = query.data?.items.find(({ id }) => id === drawer.id);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <form
          className="min-w-0 flex-1 basis-56 sm:max-w-80"
          onSubmit={(event) => {
            event.preventDefault();
            change({ path: folder.trim() === "" ? null : folder.trim() });
          }}
        >
          <Input
            aria-label="File or folder"
            placeholder="File or folder, then Enter"
            className="font-mono text-xs"
            value={folder}
            maxLength={limitsOf(citationList, "path").maxLength}
            onChange={(event) => setFolder(event.target.value)}
            onBlur={() => {
              if (folder.trim() === "" && path !== null) change({ path: null });
            }}
          />
        </form>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button>
              {status.length === 0 ? "Any status" : status.map((value) => TERMS[value].word).join(", ")}
              <ChevronDown aria-hidden className="text-muted-foreground" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start">
            {CITATION_STATUSES.map((value) => (
              <DropdownMenuCheckboxItem
                key={value}
                checked={status.includes(value)}
                onSelect={(event) => event.preventDefault()}
                onCheckedChange={(checked) =>
                  change({
                    status: checked ? [...status, value] : status.filter((other) => other !== value),
                  })
                }
              >
                {TERMS[value].word}
              </DropdownMenuCheckboxItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
        <Choose
          value={of}
          onChoose={(next) => change({ of: next })}
          options={[
            { value: "in_use", label: "Of memories in use" },
            { value: "decided", label: "Of superseded, invalid, expired" },
            { value: "all", label: "Of all memories" },
          ]}
          aria-label="Of which memories"
          className="min-w-44"
        />
        {(status.length > 0 || path !== null) && (
          <Button
            variant="ghost"
            onClick={() => {
              setFolder("");
              change({ status: null, path: null });
            }}
          >
            <X aria-hidden />
            Clear
          </Button>
        )}
      </div>
      <DataTable
        label="Citations"
        columns={columns}
        rows={query.data?.items}
        rowId={({ id }) => id}
        onOpen={({ id }) => drawer.open(id)}
        open_id={drawer.id}
        refreshing={query.isPlaceholderData}
        error={query.data ? null : readProblem("The citations", query)}
        empty={
          <EmptyState icon={Quote} title={filtered ? "No citation passes these filters" : "No citation yet"}>
            {filtered
              ? "Take a filter away to see more."
              : "A citation comes with a memory that names the lines which show it."}
          </EmptyState>
        }
      />
      {query.data ? (
        <Pager
          first={pages.first}
          shown={query.data.items.length}
          total={query.data.total}
          onPrevious={pages.onPrevious}
          onNext={pages.onNext(query.data)}
          busy={query.isPlaceholderData}
        />
      ) : (
        <div className="h-11" />
      )}
      <Drawer
        open={drawer.id !== null}
        onClose={drawer.close}
        title="Then and now"
        page_href={drawer.id === null ? undefined : `/citations/${drawer.id}`}
        actions={
          opened !== undefined && (
            <Button asChild size="sm" variant="ghost">
              <Link href={`/memories/${opened.memory_id}`}>Open the memory</Link>
            </Button>
          )
        }
      >
        {drawer.id !== null && <CitationComparison citation_id={drawer.id} view="unified" />}
      </Drawer>
    </>
  );
}
