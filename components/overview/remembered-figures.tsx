"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Figure, type FigureOf } from "@/components/pieces/figure";
import { orDash } from "@/components/pieces/format";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { useFormat } from "@/components/pieces/use-format";
import { useMeasureWords } from "@/components/pieces/use-measure-words";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { wilson } from "@/lib/kernel/statistics";
import { COVERED_STATUSES, memoryList, memoryStats, SERVED_DAYS } from "@/lib/memories/contract";
import { proposalList } from "@/lib/skills/contract";
import { overviewFigures } from "@/messages/compiled/overview-figures";
import type { PlainKey } from "@/messages/message";
import { decided, storedIn } from "./readings";

type Stats = OutputOf<typeof memoryStats>;
type Read<Data> = { data: Data | undefined; isError: boolean };

const countIn = ({ by_status }: Stats, statuses: readonly string[]) =>
  by_status.filter(({ value }) => statuses.includes(value)).reduce((sum, { count }) => sum + count, 0);

const inUse = (stats: Stats) => countIn(stats, COVERED_STATUSES);

/** A share of which every case is counted. */
const shareOf = (part: number, n: number) => ({ value: n === 0 ? null : part / n, part, n });

const backed = (stats: Stats, repository: string | undefined): FigureOf => ({
  measure: "memories_backed",
  filter: { repository },
  ...shareOf(stats.cited, inUse(stats)),
});

const holding = (stats: Stats, repository: string | undefined): FigureOf => ({
  measure: "memories_holding",
  filter: { repository },
  ...shareOf(stats.verified, stats.cited),
});

/** The first thing to know: how much of what is remembered cites code, and how much of that holds. */
export function Coverage({ repository }: { repository: string | undefined }) {
  const t = useMessages(overviewFigures);
  const { formatShare } = useFormat();
  const { data } = useQuery(operationQuery(memoryStats, { repository }));
  if (data === undefined || inUse(data) === 0) return null;
  const filter = { repository };
  const ofAll = backed(data, repository);
  const ofCited = holding(data, repository);
  const share = (figure: FigureOf) => (content: ReactNode) => (
    <Figure {...figure} className="font-medium">
      {content}
    </Figure>
  );
  const memories = (content: ReactNode) => (
    <Figure measure="memories_in_use" filter={filter} value={inUse(data)}>
      {content}
    </Figure>
  );
  const cited = orDash(ofAll.value, formatShare);
  const said =
    ofCited.value === null
      ? t.rich("cited", { backed: share(ofAll), cited, in_use: memories, count: inUse(data) })
      : t.rich("cited_and_verified", {
          backed: share(ofAll),
          cited,
          in_use: memories,
          count: inUse(data),
          holding: share(ofCited),
          verified: formatShare(ofCited.value),
          sample: (content) => <span className="text-muted-foreground">{content}</span>,
          n: data.cited,
        });
  return <p className="max-w-prose text-pretty text-base">{said}</p>;
}

type Row = {
  measure: MeasureName;
  filter?: MeasureFilter;
  value: ReactNode;
  target?: PlainKey<typeof overviewFigures>;
};

function Unavailable() {
  const t = useMessages(overviewFigures);
  return <span className="text-muted-foreground">{t("unavailable")}</span>;
}

/** What is known of a reading: its figure, a placeholder, or that it could not be read. */
function read<Data>({ data, isError }: Read<Data>, show: (data: Data) => ReactNode): ReactNode {
  if (isError) return <Unavailable />;
  if (data === undefined) return <Skeleton className="my-1 w-28" />;
  return show(data);
}

/** What is remembered, in figures that lead to their rows. */
export function RememberedFigures({ today, repository }: { today: number; repository: string | undefined }) {
  const t = useMessages(overviewFigures);
  const wordsOf = useMeasureWords();
  const rows = useRows(today, repository);
  return (
    <dl className="rounded-md border bg-card">
      {rows.map(({ measure, filter, value, target }) => (
        <div
          key={measure}
          className="grid items-center gap-x-4 border-b px-4 py-2 text-sm last:border-b-0 max-sm:grid-cols-[minmax(min-content,1fr)_minmax(0,auto)] sm:min-h-10 sm:grid-cols-[14rem_minmax(0,1fr)_11rem]"
        >
          <dt className="flex items-center gap-1">
            {wordsOf(measure).term}
            <MeasureHint measure={measure} filter={filter} />
          </dt>
          <dd className="max-sm:text-right">{value}</dd>
          <dd className={target === undefined ? "max-sm:hidden" : "text-muted-foreground max-sm:text-xs"}>
            {target !== undefined && t(target)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useRows(today: number, repository: string | undefined): Row[] {
  const t = useMessages(overviewFigures);
  const [recently, before] = storedIn(today, repository);
  const stats = useQuery(operationQuery(memoryStats, { repository }));
  const now = useQuery(operationQuery(memoryList, recently));
  const earlier = useQuery(operationQuery(memoryList, before));
  const approved = useQuery(operationQuery(proposalList, decided("approved", repository)));
  const rejected = useQuery(operationQuery(proposalList, decided("rejected", repository)));
  const filter = { repository };
  const served = { repository, days: String(SERVED_DAYS) };
  const stored = { repository, created_after: recently.created_after };
  return [
    {
      measure: "memories_backed",
      filter,
      value: read(stats, (data) => <Figure {...backed(data, repository)} />),
    },
    {
      measure: "memories_holding",
      filter,
      value: read(stats, (data) => <Figure {...holding(data, repository)} />),
    },
    {
      measure: "verified_before_use",
      filter: served,
      value: read(stats, ({ verified_before_use: { verified, cited } }) => (
        <Figure measure="verified_before_use" filter={served} {...shareOf(verified, cited)} />
      )),
    },
    {
      measure: "average_quality",
      filter,
      target: "target_quality",
      value: read(stats, (data) => (
        <Figure
          measure="average_quality"
          filter={filter}
          value={data.average_quality}
          n={countIn(data, ["active"])}
        />
      )),
    },
    {
      measure: "low_quality",
      filter,
      target: "target_low_quality",
      value: read(stats, (data) => (
        <Figure
          measure="low_quality"
          filter={filter}
          {...shareOf(data.low_quality, countIn(data, ["active"]))}
        />
      )),
    },
    {
      measure: "memories_stored",
      filter: stored,
      value: read(now, ({ total }) => (
        <span className="flex flex-wrap gap-x-3">
          <Figure measure="memories_stored" filter={stored} value={total}>
            {t.rich("stored", {
              count: (content) => <span className="font-medium">{content}</span>,
              total,
            })}
          </Figure>
          {earlier.data !== undefined && (
            <Figure
              measure="memories_stored"
              filter={{
                repository,
                created_after: before.created_after,
                created_before: before.created_before,
              }}
              value={earlier.data.total}
              className="text-muted-foreground"
            >
              {t("stored_before", { total: earlier.data.total })}
            </Figure>
          )}
        </span>
      )),
    },
    {
      measure: "adoption",
      filter,
      target: "target_adoption",
      value: read(approved, (yes) =>
        read(rejected, (no) => <Adoption approved={yes.total} rejected={no.total} repository={repository} />),
      ),
    },
  ];
}

function Adoption({
  approved,
  rejected,
  repository,
}: {
  approved: number;
  rejected: number;
  repository: string | undefined;
}) {
  const n = approved + rejected;
  const share = wilson(approved, n);
  return (
    <Figure
      measure="adoption"
      filter={{ repository }}
      value={share?.rate ?? null}
      low={share?.low}
      high={share?.high}
      n={n}
      part={approved}
      better="higher"
    />
  );
}
