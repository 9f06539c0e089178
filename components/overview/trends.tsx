"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Figure } from "@/components/pieces/figure";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { readProblem } from "@/components/pieces/problem";
import type { RatePoint } from "@/components/pieces/rate-chart";
import { RateChart } from "@/components/pieces/rate-chart-on-demand";
import { RateWithInterval } from "@/components/pieces/rate-with-interval";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { driftGet } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { type MeasureName, rowsHref } from "@/lib/kernel/measures";
import { recallStats } from "@/lib/recall/contract";
import { ruleSeries } from "@/lib/reviews/contract";
import { skillMarkers } from "@/lib/skills/contract";
import { overviewFigures } from "@/messages/compiled/overview-figures";
import { Comparison } from "./comparison";
import { driftOf, markers, periodStart, recallStatsOf, rejectionSeries } from "./readings";
import { coverageSeries, driftSeries, valueSeries } from "./series";

type Props = { today: number; repository: string | undefined };

const HEIGHT = 170;

const findingsOf = ({ at, until }: { at: string; until: string }, repository: string | undefined) =>
  rowsHref("findings", { repository, from: at, to: until });

/** How it develops, by week over 90 days: what holds, what is rejected, what recalls are worth, and what drifts. */
export function Trends({ today, repository }: Props) {
  const t = useMessages(overviewFigures);
  return (
    <section aria-labelledby="trends" className="min-w-0">
      <h2 id="trends" className="mb-3 flex items-baseline gap-2 font-medium text-base">
        {t.rich("trends", {
          period: (content) => <span className="font-normal text-muted-foreground text-sm">{content}</span>,
        })}
      </h2>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <CitationTrend
          name="valid_citations"
          measure="citations_held_then"
          seriesOf={coverageSeries}
          repository={repository}
        />
        <RejectionRate today={today} repository={repository} />
        <RecallValue repository={repository} />
        <CitationTrend
          name="drift"
          measure="citations_turned"
          seriesOf={driftSeries}
          repository={repository}
        />
      </div>
    </section>
  );
}

/** A trend of which every point is counted here, with its last point in figures. */
function Trend({
  label,
  measure,
  repository,
  points,
  empty,
}: {
  label: string;
  measure: MeasureName;
  repository: string | undefined;
  points: readonly RatePoint[];
  /** Stands where there is nothing to draw yet. */
  empty: ReactNode;
}) {
  const last = points.at(-1);
  if (!points.some(({ rate }) => rate !== null)) return <NothingYet label={label}>{empty}</NothingYet>;
  return (
    <RateChart
      label={label}
      points={points}
      height={HEIGHT}
      counted={last && <RateWithInterval rate={last} />}
      definition={<MeasureHint measure={measure} filter={{ repository }} />}
    />
  );
}

function NothingYet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex min-h-7 items-center font-medium text-sm">{label}</figcaption>
      <p
        className="flex items-center justify-center text-pretty rounded-md border border-dashed px-6 text-center text-muted-foreground text-sm"
        style={{ height: HEIGHT }}
      >
        {children}
      </p>
    </figure>
  );
}

const Loading = () => <Skeleton className="h-52" />;

/** A trend of what checks of citations found. */
function CitationTrend({
  name,
  measure,
  seriesOf,
  repository,
}: {
  name: "valid_citations" | "drift";
  measure: MeasureName;
  seriesOf: typeof coverageSeries;
  repository: string | undefined;
}) {
  const t = useMessages(overviewFigures);
  const reading = useQuery(operationQuery(driftGet, driftOf(repository)));
  const problem = readProblem(t(`${name}_unreadable`), reading);
  if (problem) return <ErrorState {...problem} />;
  if (!reading.data) return <Loading />;
  return (
    <Trend
      label={t(name)}
      measure={measure}
      repository={repository}
      points={seriesOf(reading.data.points, repository)}
      empty={t(`${name}_empty`)}
    />
  );
}

function RecallValue({ repository }: { repository: string | undefined }) {
  const t = useMessages(overviewFigures);
  const reading = useQuery(operationQuery(recallStats, recallStatsOf(repository)));
  const problem = readProblem(t("value_unreadable"), reading);
  if (problem) return <ErrorState {...problem} />;
  if (!reading.data) return <Loading />;
  const { used, memories_served } = reading.data.total;
  const filter = { repository, days: String(recallStatsOf().days) };
  const points = valueSeries(reading.data.days, repository);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {memories_served === 0 ? (
        <NothingYet label={t("value")}>{t("value_empty")}</NothingYet>
      ) : (
        <RateChart
          label={t("value")}
          points={points}
          height={HEIGHT}
          counted={
            <Figure
              measure="recalled_used"
              filter={filter}
              value={used / memories_served}
              part={used}
              n={memories_served}
            />
          }
          definition={<MeasureHint measure="recalled_used" filter={filter} />}
        />
      )}
      <Comparison repository={repository} />
      <p className="text-sm">
        <Link href="/recalls/value#holdout" className="text-primary underline underline-offset-4">
          {t("all_of_value")}
        </Link>
      </p>
    </div>
  );
}

function RejectionRate({ today, repository }: Props) {
  const t = useMessages(overviewFigures);
  const reading = useQuery(operationQuery(ruleSeries, rejectionSeries(today, repository)));
  const versions = useQuery(operationQuery(skillMarkers, markers(today, repository)));
  const problem = readProblem(t("rejection_rate_unreadable"), reading);
  if (problem) return <ErrorState {...problem} />;
  if (!reading.data) return <Loading />;
  const [series] = reading.data.series;
  const filter = { repository, from: periodStart(today) };
  const isMarked = versions.data !== undefined && versions.data.items.length > 0;
  return (
    <RateChart
      label={t("rejection_rate")}
      height={HEIGHT}
      total={series}
      filter={filter}
      definition={
        <MeasureHint measure="rejection_rate" filter={filter}>
          <p className="mt-1.5">{t(isMarked ? "rejection_rate_marked" : "rejection_rate_points")}</p>
        </MeasureHint>
      }
      points={(series?.buckets ?? []).map((bucket) => ({
        at: bucket.at,
        rate: bucket.rate,
        low: bucket.low,
        high: bucket.high,
        n: bucket.flagged,
        href: findingsOf(bucket, repository),
      }))}
      markers={(versions.data?.items ?? [])
        .filter((marker) => marker.origin === "approved" || marker.origin === "merged")
        .map((marker) => ({
          at: marker.at,
          label: `${marker.skill.name} v${marker.number}`,
          ...(marker.proposal_id !== null && { href: `/proposals/${marker.proposal_id}` }),
        }))}
    />
  );
}
