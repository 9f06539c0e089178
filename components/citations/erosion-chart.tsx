"use client";

import type { ReactNode } from "react";
import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { AXIS, ChartBox, ChartTip, TIME_AXIS, tipOf } from "@/components/pieces/chart-parts";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { ProbeErosion } from "@/lib/memories/contract";
import { citationsCharts } from "@/messages/compiled/citations-charts";

const HEIGHT = 150;
/** What is counted of each day. */
const COUNTS = ["violations", "holds", "violated", "unknown"] as const;

type Point = ProbeErosion["points"][number];
type Drawn = Point & { time: number };

const isDrawn = (value: unknown): value is Drawn =>
  typeof value === "object" && value !== null && "violations" in value && "time" in value;

const hasProbes = ({ holds, violated, unknown }: Point) => holds + violated + unknown > 0;

const countsOf = (point: Point) => COUNTS.map((name) => point[name]);

/** Days whose figures differ from the day before, the newest first: most days are like the one before. */
function turningDays(points: readonly Point[]): Point[] {
  const keyOf = (point: Point) => countsOf(point).join();
  return points
    .filter((point, index) => {
      const before = points[index - 1];
      return before === undefined || keyOf(before) !== keyOf(point);
    })
    .toReversed();
}

/** In how many places probes were violated at the end of each day, from the first one on. */
export function ErosionChart({ points }: { points: readonly Point[] }) {
  const t = useMessages(citationsCharts);
  const since = points.slice(points.findIndex(hasProbes));
  const days = since.some(hasProbes) ? since : [];
  const rows = turningDays(days);
  return (
    <ChartFrame
      label={t("erosion")}
      definition={<DefinitionHint term={t("erosion")}>{t("erosion_meaning")}</DefinitionHint>}
      counted={t("counted_days", { count: days.length })}
      data={{
        head: [t("column_day"), ...COUNTS.map((name) => t(`column_${name}`))],
        rows: days.map((point) => [point.day, ...countsOf(point)]),
      }}
      table={<ErosionTable rows={rows} />}
      height={HEIGHT}
    >
      <ErosionPlot points={days} />
    </ChartFrame>
  );
}

function ErosionTable({ rows }: { rows: readonly Point[] }) {
  const t = useMessages(citationsCharts);
  const { formatCount, formatDay } = useFormat();
  return (
    <Table aria-label={t("erosion")}>
      <TableHeader>
        <tr>
          <TableHead>{t("column_day")}</TableHead>
          {COUNTS.map((name) => (
            <TableHead key={name} className="text-right">
              {t(`column_${name}`)}
            </TableHead>
          ))}
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((point) => (
          <TableRow key={point.day}>
            <TableCell>{formatDay(point.day)}</TableCell>
            {COUNTS.map((name) => (
              <TableCell key={name} className="text-right">
                {formatCount(point[name])}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ErosionPlot({ points }: { points: readonly Point[] }) {
  const { formatCount, formatDayShort } = useFormat();
  const data = points.map((point): Drawn => ({ ...point, time: Date.parse(point.day) }));
  const last = data.at(-1);
  const most = Math.max(1, ...data.map(({ violations }) => violations));
  // Four steps of whole places.
  const top = Math.ceil(most / 4) * 4;
  return (
    <ChartBox height={HEIGHT}>
      <LineChart data={data} margin={{ top: 8, right: 84, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis {...TIME_AXIS} tickFormatter={formatDayShort} axisLine={false} />
        <YAxis
          domain={[0, top]}
          ticks={[0, top / 2, top]}
          allowDecimals={false}
          tickFormatter={(value: number) => formatCount(value)}
          {...AXIS}
          axisLine={false}
          width={40}
        />
        <ReferenceLine y={0} stroke="var(--border-strong)" />
        <Tooltip isAnimationActive={false} content={tipOf(isDrawn, (point) => <PointTip point={point} />)} />
        <Line
          dataKey="violations"
          type="stepAfter"
          stroke="var(--danger)"
          strokeWidth={1.5}
          isAnimationActive={false}
          activeDot={{ r: 3 }}
          dot={({ cx, cy, payload, key }) => {
            const point: unknown = payload;
            if (
              typeof cx !== "number" ||
              typeof cy !== "number" ||
              !isDrawn(point) ||
              point.day !== last?.day
            )
              return <g key={key} />;
            return <LastPoint key={key} x={cx} y={cy} violations={point.violations} />;
          }}
        />
      </LineChart>
    </ChartBox>
  );
}

function LastPoint({ x, y, violations }: { x: number; y: number; violations: number }) {
  const t = useMessages(citationsCharts);
  return (
    <g>
      <circle cx={x} cy={y} r={2.5} fill="var(--card)" stroke="var(--danger)" strokeWidth={1.5} />
      <text x={x + 8} y={y + 4} fontSize={12} fontWeight={500} fill="var(--foreground)">
        {t("violations", { count: violations })}
      </text>
    </g>
  );
}

function PointTip({ point: { day, violations, holds, violated } }: { point: Drawn }) {
  const t = useMessages(citationsCharts);
  const figure = (text: ReactNode) => <span className="font-medium">{text}</span>;
  return (
    <ChartTip at={day}>
      <p>{t.rich("tip_violations", { count: violations, figure })}</p>
      <p>{t.rich("tip_probes", { holds, violated, figure })}</p>
    </ChartTip>
  );
}
