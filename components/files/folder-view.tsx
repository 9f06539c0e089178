"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { useMemo, useState } from "react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { countOf, formatCount } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { RateWithInterval } from "@/components/pieces/rate-with-interval";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { repositoryCoverageList, repositoryTreeList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { findingFolderList } from "@/lib/reviews/contract";
import { holdingRate, type RatedEntry, rateEntries } from "./folder-rates";
import { FOLDER_PAGE, treeInput } from "./parameters";
import { PlaceLink } from "./place-link";
import { ENTRY_ICONS } from "./tree";
import { Unread } from "./unread";
import type { PlaceOf } from "./use-place";

type Repository = { id: string; name: string };

/** What a folder holds at a commit, and what agents know below each entry. */
export function FolderView({ repository, place }: { repository: Repository; place: PlaceOf }) {
  const { path, at } = place;
  const [page, setPage] = useState({ path, offset: 0 });
  const offset = page.path === path ? page.offset : 0;
  const folder = path === "" ? undefined : path;
  const tree = useQuery({
    ...operationQuery(repositoryTreeList, treeInput({ repository_id: repository.id, path, at }, offset)),
    placeholderData: keepPreviousData,
  });
  const coverage = useQuery(operationQuery(repositoryCoverageList, { repository_id: repository.id, folder }));
  const findings = useQuery(operationQuery(findingFolderList, { repository: repository.name, folder }));
  const entries = useMemo(
    () => rateEntries(tree.data?.items ?? [], { coverage: coverage.data, findings: findings.data }),
    [tree.data, coverage.data, findings.data],
  );
  const problem = readProblem("The folder", tree);
  if (problem !== null && tree.data === undefined)
    return <Unread problem={problem} error={tree.error} place={place} />;
  if (tree.data === undefined) return <FolderSkeleton />;
  const { total, files } = tree.data;
  if (total === 0)
    return (
      <EmptyState icon={FolderOpen} title="This folder is empty" className="rounded-md border bg-card">
        The repository has no files at this commit.
      </EmptyState>
    );
  return (
    <section aria-label="Contents of the folder" className="flex min-w-0 flex-col gap-2">
      <Summary total={total} files={files} isPartial={coverage.isError || findings.isError} />
      <Head />
      <ul
        aria-label="Folders and files"
        aria-busy={tree.isPlaceholderData}
        className={cn("min-w-0 rounded-md border bg-card", tree.isPlaceholderData && "opacity-70")}
      >
        {entries.map((rated) => (
          <Row
            key={`${rated.entry.kind} ${rated.entry.path}`}
            rated={rated}
            repository={repository.name}
            place={place}
            loading={coverage.isPending || findings.isPending}
          />
        ))}
      </ul>
      {total > FOLDER_PAGE && (
        <Pages offset={offset} total={total} onPage={(next) => setPage({ path, offset: next })} />
      )}
    </section>
  );
}

function Summary({ total, files, isPartial }: { total: number; files: number; isPartial: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
      <span>
        {countOf(total, "entry", "entries")}, {countOf(files, "file", "files")} in total
      </span>
      <RatesHint />
      {isPartial && (
        <span role="alert" className="text-danger">
          Some of the numbers could not be loaded. Reload to try again.
        </span>
      )}
    </p>
  );
}

function RatesHint() {
  return (
    <DefinitionHint term="What the numbers count">
      <p>
        Memories in use that cite it or something below it, and the share of their citations that were valid
        at the last check, out of those that could be read. Both are counted where the lines are now,
        whichever commit the files are shown at.
      </p>
      <p>
        Findings of reviews by the path that the review gave; the rejection rate is rejected ÷ flagged
        findings, without those that a skill version addressed. Brackets show the 95 % interval.
      </p>
    </DefinitionHint>
  );
}

const COLUMNS = "md:grid-cols-[minmax(8rem,1fr)_6.5rem_11rem_6.5rem_11rem]";

function Head() {
  return (
    <div aria-hidden className={cn("hidden gap-x-3 px-3 text-muted-foreground text-xs md:grid", COLUMNS)}>
      <span>Name</span>
      <span className="text-right">Memories</span>
      <span>Valid citations</span>
      <span className="text-right">Findings</span>
      <span>Rejected</span>
    </div>
  );
}

function Row({
  rated,
  repository,
  place,
  loading,
}: {
  rated: RatedEntry;
  repository: string;
  place: PlaceOf;
  loading: boolean;
}) {
  const { entry } = rated;
  const { name, path, kind } = entry;
  const Icon = ENTRY_ICONS[kind];
  return (
    <li
      className={cn(
        "grid min-h-9 min-w-0 grid-cols-1 items-center gap-x-3 gap-y-1 border-b px-3 py-1.5 text-sm last:border-b-0",
        COLUMNS,
      )}
    >
      <PlaceLink
        place={place}
        to={{ path }}
        className="inline-flex min-h-6 min-w-0 items-center gap-2 rounded-sm underline-offset-4 hover:underline"
      >
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
        <span className="min-w-0 break-all font-mono text-xs">
          {name}
          {kind === "folder" && "/"}
        </span>
      </PlaceLink>
      {loading ? (
        <Skeleton className="h-3 w-full md:col-span-4" />
      ) : (
        <>
          <Memories rated={rated} repository={repository} />
          <Findings rated={rated} repository={repository} />
        </>
      )}
    </li>
  );
}

const NOT_COUNTED = "not counted";

const muted = "text-muted-foreground text-xs";

/** A count with its rate: a line of a card where it is narrow, two columns else. */
const GROUP = "flex flex-wrap items-center gap-x-3 md:contents";

/** How many memories cite it, and whether what they cite holds. */
function Memories({ rated, repository }: { rated: RatedEntry; repository: string }) {
  const { entry, memories, citations } = rated;
  const { path } = entry;
  if (memories === null)
    return <span className={cn(muted, "md:col-span-2 md:text-right")}>{NOT_COUNTED}</span>;
  if (memories === 0) return <span className={cn(muted, "max-md:hidden md:col-span-2")} />;
  const rate = citations && holdingRate(citations);
  return (
    <div className={GROUP}>
      <Figure
        measure="memories_citing"
        filter={{ repository, path }}
        value={memories}
        className="inline-flex min-h-6 items-center whitespace-nowrap text-xs md:justify-self-end"
      >
        {countOf(memories, "memory", "memories")}
      </Figure>
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5 text-xs">
        {rate === null ? (
          <span className={muted}>none checked yet</span>
        ) : (
          <Figure
            measure="citations_holding"
            filter={{ repository, path }}
            value={rate.rate}
            low={rate.low}
            high={rate.high}
            n={rate.n}
            part={rate.holding}
            better="higher"
            className="inline-flex min-h-6 items-center"
          />
        )}
        <span className={cn(muted, "md:hidden")}>of citations valid</span>
      </span>
    </div>
  );
}

/** What reviews found there, and how much of it was rejected; a folder's findings have a list of their own. */
function Findings({ rated, repository }: { rated: RatedEntry; repository: string }) {
  const { entry, findings, findings_known } = rated;
  if (!findings_known) return <span className={cn(muted, "md:col-span-2 md:text-right")}>{NOT_COUNTED}</span>;
  if (findings === null) return <span className={cn(muted, "max-md:hidden md:col-span-2")} />;
  const { rate, low, high, flagged: n } = findings;
  const words = countOf(findings.findings, "finding", "findings");
  if (entry.kind !== "folder")
    return (
      <div className={GROUP}>
        <span className="inline-flex min-h-6 items-center whitespace-nowrap text-xs md:justify-self-end">
          {words}
        </span>
        <span className="inline-flex flex-wrap items-baseline gap-x-1.5 text-xs">
          <RateWithInterval rate={{ rate, low, high, n }} />
          <span className={cn(muted, "md:hidden")}>rejected</span>
        </span>
      </div>
    );
  const filter = { repository, path: `${entry.path}/` };
  return (
    <div className={GROUP}>
      <Figure
        measure="findings"
        filter={filter}
        value={findings.findings}
        className="inline-flex min-h-6 items-center whitespace-nowrap text-xs md:justify-self-end"
      >
        {words}
      </Figure>
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5 text-xs">
        <Figure
          measure="rejection_rate"
          filter={filter}
          value={rate}
          low={low}
          high={high}
          n={n}
          part={findings.rejected}
          className="inline-flex min-h-6 items-center"
        />
        <span className={cn(muted, "md:hidden")}>rejected</span>
      </span>
    </div>
  );
}

function Pages({
  offset,
  total,
  onPage,
}: {
  offset: number;
  total: number;
  onPage: (offset: number) => void;
}) {
  const last = Math.min(total, offset + FOLDER_PAGE);
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
      <span>
        {formatCount(offset + 1)}–{formatCount(last)} of {formatCount(total)} entries
      </span>
      <Button size="sm" disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - FOLDER_PAGE))}>
        Previous
      </Button>
      <Button size="sm" disabled={last >= total} onClick={() => onPage(offset + FOLDER_PAGE)}>
        Next
      </Button>
    </p>
  );
}

export function FolderSkeleton() {
  return (
    <div aria-busy className="rounded-md border bg-card">
      <span className="sr-only">Loading the folder</span>
      {[60, 45, 70, 50, 65].map((width) => (
        <div key={width} className="border-b px-3 py-3 last:border-b-0">
          <Skeleton style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
