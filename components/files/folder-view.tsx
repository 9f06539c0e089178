"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { readProblem } from "@/components/pieces/problem";
import { RateWithInterval } from "@/components/pieces/rate-with-interval";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { repositoryCoverageList, repositoryTreeList } from "@/lib/citations/contract";
import { listQuery, operationQuery } from "@/lib/doors/client";
import { findingFolderList } from "@/lib/reviews/contract";
import { counts } from "@/messages/compiled/counts";
import { filesFolder } from "@/messages/compiled/files-folder";
import { holdingRate, type RatedEntry, rateEntries } from "./folder-rates";
import { FOLDER_PAGE, treeInput } from "./parameters";
import { PlaceLink } from "./place-link";
import { ENTRY_ICONS } from "./tree";
import { Unread } from "./unread";
import type { PlaceOf } from "./use-place";

type Repository = { id: string; name: string };

/** What a folder holds at a commit, and what agents know below each entry. */
export function FolderView({ repository, place }: { repository: Repository; place: PlaceOf }) {
  const t = useMessages(filesFolder);
  const { path, at } = place;
  const [page, setPage] = useState({ path, offset: 0 });
  const offset = page.path === path ? page.offset : 0;
  const folder = path === "" ? undefined : path;
  const tree = useQuery(
    listQuery(repositoryTreeList, treeInput({ repository_id: repository.id, path, at }, offset)),
  );
  const coverage = useQuery(operationQuery(repositoryCoverageList, { repository_id: repository.id, folder }));
  const findings = useQuery(operationQuery(findingFolderList, { repository: repository.name, folder }));
  const entries = useMemo(
    () => rateEntries(tree.data?.items ?? [], { coverage: coverage.data, findings: findings.data }),
    [tree.data, coverage.data, findings.data],
  );
  const problem = readProblem(t("unreadable"), tree);
  if (problem !== null && tree.data === undefined)
    return <Unread problem={problem} error={tree.error} place={place} />;
  if (tree.data === undefined) return <FolderSkeleton />;
  const { total, files } = tree.data;
  if (total === 0)
    return (
      <EmptyState icon={FolderOpen} title={t("empty")} className="rounded-md border bg-card">
        {t("empty_meaning")}
      </EmptyState>
    );
  return (
    <section aria-label={t("contents")} className="flex min-w-0 flex-col gap-2">
      <Summary total={total} files={files} isPartial={coverage.isError || findings.isError} />
      <Head />
      <ul
        aria-label={t("entries")}
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
  const t = useMessages(filesFolder);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
      <span>{t("summary", { entries: total, files })}</span>
      <RatesHint />
      {isPartial && (
        <span role="alert" className="text-danger">
          {t("partial")}
        </span>
      )}
    </p>
  );
}

function RatesHint() {
  const t = useMessages(filesFolder);
  return (
    <DefinitionHint term={t("numbers")}>
      <p>{t("numbers_memories")}</p>
      <p>{t("numbers_findings")}</p>
    </DefinitionHint>
  );
}

const COLUMNS = "md:grid-cols-[minmax(8rem,1fr)_6.5rem_11rem_6.5rem_11rem]";

function Head() {
  const t = useMessages(filesFolder);
  return (
    <div aria-hidden className={cn("hidden gap-x-3 px-3 text-muted-foreground text-xs md:grid", COLUMNS)}>
      <span>{t("column_name")}</span>
      <span className="text-right">{t("column_memories")}</span>
      <span>{t("column_citations")}</span>
      <span className="text-right">{t("column_findings")}</span>
      <span>{t("column_rejected")}</span>
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

const muted = "text-muted-foreground text-xs";

/** A count with its rate: a line of a card where it is narrow, two columns else. */
const GROUP = "flex flex-wrap items-center gap-x-3 md:contents";

/** What a figure says, where there is no room for the heads of the columns. */
const asNote = (text: ReactNode) => <span className={cn(muted, "md:hidden")}>{text}</span>;

/** How many memories cite it, and whether what they cite holds. */
function Memories({ rated, repository }: { rated: RatedEntry; repository: string }) {
  const t = useMessages(filesFolder);
  const countsOf = useMessages(counts);
  const { entry, memories, citations } = rated;
  const { path } = entry;
  if (memories === null)
    return <span className={cn(muted, "md:col-span-2 md:text-right")}>{t("not_counted")}</span>;
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
        {countsOf("memories", { count: memories })}
      </Figure>
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5 text-xs">
        {t.rich("valid", {
          note: asNote,
          rate: () =>
            rate === null ? (
              <span className={muted}>{t("none_checked")}</span>
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
            ),
        })}
      </span>
    </div>
  );
}

/** What reviews found there, and how much of it was rejected; a folder's findings have a list of their own. */
function Findings({ rated, repository }: { rated: RatedEntry; repository: string }) {
  const t = useMessages(filesFolder);
  const countsOf = useMessages(counts);
  const { entry, findings, findings_known } = rated;
  if (!findings_known)
    return <span className={cn(muted, "md:col-span-2 md:text-right")}>{t("not_counted")}</span>;
  if (findings === null) return <span className={cn(muted, "max-md:hidden md:col-span-2")} />;
  const { rate, low, high, flagged: n } = findings;
  const words = countsOf("findings", { count: findings.findings });
  if (entry.kind !== "folder")
    return (
      <div className={GROUP}>
        <span className="inline-flex min-h-6 items-center whitespace-nowrap text-xs md:justify-self-end">
          {words}
        </span>
        <span className="inline-flex flex-wrap items-baseline gap-x-1.5 text-xs">
          {t.rich("rejected", {
            note: asNote,
            rate: () => <RateWithInterval rate={{ rate, low, high, n }} />,
          })}
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
        {t.rich("rejected", {
          note: asNote,
          rate: () => (
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
          ),
        })}
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
  const t = useMessages(filesFolder);
  const last = Math.min(total, offset + FOLDER_PAGE);
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-sm">
      <span>{t("range", { first: offset + 1, last, total })}</span>
      <Button size="sm" disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - FOLDER_PAGE))}>
        {t("previous")}
      </Button>
      <Button size="sm" disabled={last >= total} onClick={() => onPage(offset + FOLDER_PAGE)}>
        {t("next")}
      </Button>
    </p>
  );
}

export function FolderSkeleton() {
  const t = useMessages(filesFolder);
  return (
    <div aria-busy className="rounded-md border bg-card">
      <span className="sr-only">{t("loading")}</span>
      {[60, 45, 70, 50, 65].map((width) => (
        <div key={width} className="border-b px-3 py-3 last:border-b-0">
          <Skeleton style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
