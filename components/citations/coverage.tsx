"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ChevronRight, File, Folder } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { filesHref } from "@/components/pieces/files-href";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { type CoverageEntry, repositoryCoverageList } from "@/lib/citations/contract";
import { listQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { citationsRepository } from "@/messages/compiled/citations-repository";
import { counts } from "@/messages/compiled/counts";
import { ORDER, StatusFigure, StatusStrip, sumOf } from "./status-bar";

type CoverageReading = UseQueryResult<OutputOf<typeof repositoryCoverageList>>;

const ICONS = { folder: Folder, file: File } as const;

/** Which folders the memories cite and how their citations stand; a folder opens here, a number opens its rows. */
export function Coverage({ repository }: { repository: { id: string; name: string } }) {
  const t = useMessages(citationsRepository);
  const [folder, setFolder] = useQueryState("folder", parseAsString.withOptions({ history: "push" }));
  const query = useQuery(
    listQuery(repositoryCoverageList, {
      repository_id: repository.id,
      folder: folder ?? undefined,
    }),
  );
  const parts = (folder ?? "").split("/").filter((part) => part !== "");
  const data = query.data;
  return (
    <section aria-labelledby="coverage" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <h2 id="coverage" className="font-semibold text-sm">
          {t("coverage")}
        </h2>
        <DefinitionHint term={t("coverage")}>{t("coverage_meaning")}</DefinitionHint>
        {data !== undefined && (
          <span className="ml-auto text-muted-foreground text-sm">
            <Cited
              cited={data.cited_files}
              files={data.files}
              files_href={filesHref(repository.id, { path: folder })}
            />
          </span>
        )}
      </div>
      <nav aria-label={t("folder")} className="flex min-w-0 flex-wrap items-center gap-0.5 font-mono text-xs">
        <Crumb name={repository.name} current={parts.length === 0} onOpen={() => void setFolder(null)} />
        {parts.map((part, index) => {
          const path = parts.slice(0, index + 1).join("/");
          return (
            <span key={path} className="inline-flex min-w-0 items-center gap-0.5">
              <ChevronRight aria-hidden className="size-3 shrink-0 text-muted-foreground" />
              <Crumb name={part} current={index === parts.length - 1} onOpen={() => void setFolder(path)} />
            </span>
          );
        })}
      </nav>
      <Entries reading={query} repository={repository.name} onOpen={(path) => void setFolder(path)} />
      {data !== undefined && data.total > data.items.length && (
        <p className="text-muted-foreground text-sm">
          {t("shown", { shown: data.items.length, total: data.total })}
        </p>
      )}
    </section>
  );
}

/** What the opened folder holds, or why that cannot be shown. */
function Entries({
  reading,
  repository,
  onOpen,
}: {
  reading: CoverageReading;
  repository: string;
  onOpen: (path: string) => void;
}) {
  const t = useMessages(citationsRepository);
  const { data } = reading;
  const problem = readProblem(t("folders_unreadable"), reading);
  if (problem !== null && data === undefined) return <ErrorState {...problem} />;
  if (data === undefined) return <EntriesSkeleton />;
  if (data.items.length === 0)
    return (
      <p className="rounded-md border bg-card px-3 py-6 text-center text-muted-foreground text-sm">
        {t("nothing_cited")}
      </p>
    );
  return (
    <ul
      aria-label={t("entries")}
      aria-busy={reading.isPlaceholderData}
      className={cn("rounded-md border bg-card", reading.isPlaceholderData && "opacity-70")}
    >
      {data.items.map((entry) => (
        <Entry
          key={`${entry.kind} ${entry.path}`}
          entry={entry}
          repository={repository}
          onOpen={() => onOpen(entry.path)}
        />
      ))}
    </ul>
  );
}

function EntriesSkeleton() {
  const t = useMessages(citationsRepository);
  return (
    <div aria-busy className="rounded-md border bg-card">
      <span className="sr-only">{t("loading_folders")}</span>
      {[60, 45, 70, 50].map((width) => (
        <div key={width} className="border-b px-3 py-2.5 last:border-b-0">
          <Skeleton style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

/** How many files are cited, of how many where that is known, with the way to them. */
function Cited({ cited, files, files_href }: { cited: number; files: number | null; files_href: string }) {
  const t = useMessages(citationsRepository);
  const { formatShare } = useFormat();
  const tags = {
    figure: (text: ReactNode) => <span className="font-medium text-foreground">{text}</span>,
    link: (text: ReactNode) => (
      <Link href={files_href} className="text-primary underline underline-offset-4">
        {text}
      </Link>
    ),
  };
  if (files === null) return t.rich("cited", { cited, ...tags });
  if (files === 0) return t.rich("cited_of", { cited, files, ...tags });
  return t.rich("cited_share", { cited, files, share: formatShare(cited / files), ...tags });
}

/** How many of its files are cited; a file has nothing to count. */
function CitedFiles({ entry: { kind, cited_files: cited, files } }: { entry: CoverageEntry }) {
  const t = useMessages(citationsRepository);
  if (kind === "file") return null;
  if (files === null) return t("entry_files", { cited });
  return t("entry_files_of", { cited, files });
}

function Crumb({ name, current, onOpen }: { name: string; current: boolean; onOpen: () => void }) {
  if (current)
    return (
      <span aria-current="page" className="min-w-0 break-all px-1 font-medium">
        {name}
      </span>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      className="min-w-0 break-all rounded-sm px-1 text-left text-primary underline-offset-4 hover:underline"
    >
      {name}
    </button>
  );
}

function Entry({
  entry,
  repository,
  onOpen,
}: {
  entry: CoverageEntry;
  repository: string;
  onOpen: () => void;
}) {
  const t = useMessages(citationsRepository);
  const { name, kind } = entry;
  const Icon = ICONS[kind];
  const total = sumOf(entry.citations);
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[minmax(0,1fr)_9rem_9rem_16rem]">
      <span className="flex min-w-0 items-center gap-2">
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
        {kind === "folder" && total > 0 ? (
          <button
            type="button"
            onClick={onOpen}
            className="min-w-0 break-all rounded-sm text-left font-mono text-xs underline-offset-4 hover:underline"
          >
            {name}/
          </button>
        ) : (
          <span className={cn("min-w-0 break-all font-mono text-xs", total === 0 && "text-muted-foreground")}>
            {name}
            {kind === "folder" && "/"}
          </span>
        )}
      </span>
      <span className="whitespace-nowrap text-right text-muted-foreground text-xs">
        <CitedFiles entry={entry} />
      </span>
      {total === 0 && (
        <span className="text-muted-foreground text-xs max-md:hidden md:col-span-2">
          {t("entry_not_cited")}
        </span>
      )}
      {total > 0 && <CitedBy entry={entry} repository={repository} />}
    </li>
  );
}

/** Where the memories that cite it are listed, and how their citations are. */
function CitedBy({ entry, repository }: { entry: CoverageEntry; repository: string }) {
  const countsOf = useMessages(counts);
  const { path, memories, citations } = entry;
  return (
    <>
      <Figure
        measure="memories_citing"
        filter={{ repository, path }}
        value={memories}
        className="whitespace-nowrap text-xs md:text-right"
      >
        {countsOf("memories", { count: memories })}
      </Figure>
      <span className="flex min-w-0 flex-col gap-1 max-md:col-span-2">
        <StatusStrip counts={citations} className="h-1.5 w-full flex-none" />
        <span className="flex flex-wrap gap-x-3">
          {ORDER.filter((status) => citations[status] > 0).map((status) => (
            <StatusFigure
              key={status}
              filter={{ repository, status, path }}
              count={citations[status]}
              className="min-h-6 gap-1 text-xs"
              iconSize="size-3"
            />
          ))}
        </span>
      </span>
    </>
  );
}
