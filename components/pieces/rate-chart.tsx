"use client";

import type { ReactNode } from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { MeasureFilter } from "@/lib/kernel/measures";
import { figures } from "@/messages/compiled/figures";
import { ChartFrame } from "./chart-frame";
import { AXIS, ChartBox, ChartPoint, ChartTip, TIME_AXIS, tipOf } from "./chart-parts";
import { Figure } from "./figure";
import { compareToLimit, type Rate, type RateLimit, RateWithInterval } from "./rate-with-interval";
import { useFormat } from "./use-format";

/** One period of the series. `href` opens the rows that were counted. */
export type RatePoint = Rate & { at: string; href: string };

/** A moment that may explain a change: a new version of a skill. */
export type RateMarker = { at: string; label: string; href?: string };

type PeriodTotal = {
  flagged: number;
  rate: number | null;
  low: number | null;
  high: number | null;
  total: { flagged: number };
};

type Drawn = RatePoint & { time: number; band: [number, number] | null };

/** Lower is better: red only when the whole interval is over the limit, green only when it is under. */
const STANDING_COLOURS = { over: "var(--danger)", under: "var(--ok)", open: "var(--primary)" } as const;

function isDrawn(value: unknown): value is Drawn {
  return typeof value === "object" && value !== null && "time" in value && "band" in value && "href" in value;
}

/** The rate of the period with its sample, and how much of what is drawn is not in it. */
function Counted({ total, filter }: { total: PeriodTotal | undefined; filter: MeasureFilter }) {
  const t = useMessages(figures);
  if (total === undefined) return null;
  const { rate, low, high, flagged } = total;
  const addressed = total.total.flagged - flagged;
  return (
    <>
      <Figure measure="rejection_rate" filter={filter} value={rate} low={low} high={high} n={flagged} />
      {addressed > 0 && t("addressed", { count: addressed })}
    </>
  );
}

/**
 * A rate over time with its interval as a band, and markers for what may have changed it. Every point is a link that
 * the keyboard reaches; the same figures are there as a table.
 */
export function RateChart({
  label,
  points,
  markers = [],
  total,
  filter = {},
  counted,
  definition,
  limit = null,
  top: wanted,
  height = 220,
  className,
}: {
  /** Names the rate: "Rejection rate of unused_code". */
  label: string;
  /** In order of time. */
  points: readonly RatePoint[];
  markers?: readonly RateMarker[];
  /** The rejection rate of the period as a whole, which leaves out what a skill version took up; points do not. */
  total?: PeriodTotal | undefined;
  /** What narrows that rate. */
  filter?: MeasureFilter;
  /** What is said of the period as a whole where the points are of another rate. */
  counted?: ReactNode;
  /** A DefinitionHint: no chart without its definition in reach. */
  definition: ReactNode;
  /** Drawn as a line; points are coloured by where they surely stand to it. Lower is better. */
  limit?: RateLimit | null;
  /** Where the scale ends, 0.5 or 1, for charts that are compared; by its own figures without. */
  top?: number | undefined;
  height?: number;
  className?: string;
}) {
  const t = useMessages(figures);
  const { formatDay, formatDayShort, formatShare } = useFormat();
  const data = points.map(
    (point): Drawn => ({
      ...point,
      time: Date.parse(point.at),
      band: point.low === null || point.high === null ? null : [point.low, point.high],
    }),
  );
  const measured = data.filter((point) => point.rate !== null);
  const last = measured.at(-1);
  const peak = Math.max(0, ...measured.map((point) => point.high ?? point.rate ?? 0));
  // A scale that ends at 50 % or at 100 %, never at a figure chosen to make a slope look steep.
  const top = wanted ?? (peak <= 0.5 ? 0.5 : 1);
  const markersFrom = (index: number) => {
    const start = data[index]?.time ?? 0;
    const end = data[index + 1]?.time ?? Number.POSITIVE_INFINITY;
    return markers.filter(({ at }) => Date.parse(at) >= start && Date.parse(at) < end);
  };
  return (
    <ChartFrame
      label={label}
      definition={definition}
      counted={
        <>
          {counted ?? <Counted total={total} filter={filter} />}
          {limit !== null && (
            <span className="ml-2.5 inline-flex items-center gap-1.5">
              <span aria-hidden className="w-4 border-danger border-t-2 border-dotted" />
              {limit.word}
            </span>
          )}
        </>
      }
      height={height}
      className={className}
      data={{
        head: ["from", "rate", "low_95", "high_95", "n", "markers"],
        rows:
          measured.length === 0
            ? []
            : data.map(({ at, rate, low, high, n }, index) => [
                at,
                rate,
                low,
                high,
                n,
                markersFrom(index)
                  .map((marker) => marker.label)
                  .join(" "),
              ]),
      }}
      table={
        <Table aria-label={label}>
          <TableHeader>
            <tr>
              <TableHead>{t("from")}</TableHead>
              <TableHead>{t("rate")}</TableHead>
              <TableHead>{t("marker")}</TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {data.map((point, index) => (
              <TableRow key={point.at}>
                <TableCell>
                  <Link href={point.href} className="text-primary underline-offset-4 hover:underline">
                    {formatDay(point.at)}
                  </Link>
                </TableCell>
                <TableCell>
                  <RateWithInterval rate={point} />
                </TableCell>
                <TableCell className="text-muted-foreground">
                  {markersFrom(index)
                    .map((marker) => marker.label)
                    .join(", ")}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      }
    >
      <ChartBox height={height}>
        <ComposedChart
          data={data}
          margin={{ top: markers.length > 0 ? 22 : 8, right: 48, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            {...TIME_AXIS}
            tickFormatter={formatDayShort}
            axisLine={{ stroke: "var(--border-strong)" }}
            padding={{ left: 12 }}
          />
          <YAxis
            domain={[0, top]}
            ticks={[0, top / 2, top]}
            tickFormatter={formatShare}
            {...AXIS}
            axisLine={false}
            width={44}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--border-strong)" }}
            content={tipOf(isDrawn, (point) => {
              if (point.rate === null) return null;
              return (
                <ChartTip at={point.at}>
                  <RateWithInterval rate={point} />
                </ChartTip>
              );
            })}
          />
          {limit !== null && <ReferenceArea y1={limit.at} y2={top} fill="var(--danger)" fillOpacity={0.05} />}
          {limit !== null && <ReferenceLine y={limit.at} stroke="var(--danger)" strokeDasharray="2 4" />}
          <Area
            dataKey="band"
            type="linear"
            stroke="none"
            fill="var(--primary)"
            fillOpacity={0.13}
            isAnimationActive={false}
            activeDot={false}
            connectNulls={false}
          />
          {markers.map((marker) => (
            <ReferenceLine
              key={`${marker.at} ${marker.label}`}
              x={Date.parse(marker.at)}
              stroke="var(--foreground)"
              strokeDasharray="3 3"
              ifOverflow="extendDomain"
              label={{
                value: marker.label,
                position: "top",
                fontSize: 12,
                fill: "var(--foreground)",
              }}
            />
          ))}
          <Line
            dataKey="rate"
            type="linear"
            stroke="var(--primary)"
            strokeWidth={2}
            isAnimationActive={false}
            activeDot={false}
            connectNulls={false}
            dot={({ cx, cy, payload, key }) => {
              const point: unknown = payload;
              if (typeof cx !== "number" || typeof cy !== "number" || !isDrawn(point) || point.rate === null)
                return <g key={key} />;
              const colour = STANDING_COLOURS[compareToLimit(point, limit)];
              return (
                <ChartPoint
                  key={key}
                  x={cx}
                  y={cy}
                  href={point.href}
                  label={t("point", {
                    day: formatDay(point.at),
                    share: formatShare(point.rate),
                    n: point.n,
                  })}
                  dot={{ r: 3.5, fill: colour, stroke: colour, strokeWidth: 2 }}
                  note={point.at === last?.at ? formatShare(point.rate) : null}
                />
              );
            }}
          />
        </ComposedChart>
      </ChartBox>
    </ChartFrame>
  );
}
