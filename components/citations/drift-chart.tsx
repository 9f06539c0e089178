"use client";

import { ChartColumn, TableIcon } from "lucide-react";
import { useState } from "react";
import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { AXIS, ChartBox, ChartPoint, ChartTip } from "@/components/pieces/chart-parts";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { countOf, formatCount, formatDay, formatDayShort } from "@/components/pieces/format";
import Link from "@/components/ui/link";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { DRIFT_PERIODS, type DriftPoint } from "@/lib/citations/contract";

const HEIGHT = 200;

/** Recovered citations are drawn downwards, so that both can be distinguished without colour. */
type Drawn = DriftPoint & { time: number; down: number };
type View = "chart" | "table";
type HrefOf = (point: DriftPoint) => string | null;

function periodInWords(days: number): { label: string; title: string } {
  if (days === 365) return { label: "1 y", title: "A year" };
  return { label: `${days} d`, title: `${days} days` };
}

/** Whether no citation was checked up to the end of the period. */
function hasNothing(data: readonly Drawn[]): boolean {
  const last = data.at(-1);
  return last === undefined || last.known === 0;
}

const isDrawn = (value: unknown): value is Drawn =>
  typeof value === "object" && value !== null && "turned" in value && "down" in value;

const sentenceOf = ({ from, turned, recovered, failing, known }: DriftPoint) =>
  `${formatDay(from)}: ${formatCount(turned)} started failing, ${formatCount(recovered)} valid again, ${formatCount(failing)} of ${formatCount(known)} failing at the end`;

function PointTip({ point }: { point: Drawn }) {
  return (
    <ChartTip at={point.from}>
      <p>
        <span className="font-medium">{formatCount(point.turned)}</span> started failing
      </p>
      <p>
        <span className="font-medium">{formatCount(point.recovered)}</span> valid again
      </p>
      <p>
        <span className="font-medium">{formatCount(point.failing)}</span> of {formatCount(point.known)}{" "}
        failing at the end
      </p>
    </ChartTip>
  );
}

/**
 * How many citations came to fail (up) and to hold again (down) in each day or week, and how many failed at its end as a
 * line. Each period is a link to its changes; the same figures are there as a table.
 */
export function DriftChart({
  repository,
  points,
  days,
  onDaysChange,
  hrefOf,
}: {
  /** `owner/name`. */
  repository: string;
  points: readonly DriftPoint[];
  days: number;
  onDaysChange: (days: number) => void;
  /** The changes of one period; null where nothing changed. */
  hrefOf: HrefOf;
}) {
  const [view, setView] = useState<View>("chart");
  const data = points.map(
    (point): Drawn => ({ ...point, time: Date.parse(point.from), down: -point.recovered }),
  );
  const nothing = hasNothing(data);
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-center gap-1.5">
        <h2 className="font-semibold text-sm">Drift over time</h2>
        <DefinitionHint term="Drift over time">
          A citation starts failing when a check finds it edited or missing and it was valid at the check
          before, or when it was cited; it is valid again the other way round. Checks that could not read the
          repository are not counted. A citation is no longer counted once its memory is superseded,
          invalidated or expired. Days are in UTC.
        </DefinitionHint>
        {!nothing && <FailingNow repository={repository} point={data.at(-1)} />}
        <span className="ml-auto flex flex-wrap gap-1.5">
          <ToggleGroup
            label="Period"
            value={String(days)}
            onValueChange={(next) => onDaysChange(Number(next))}
            options={DRIFT_PERIODS.map((value) => ({
              value: String(value),
              ...periodInWords(value),
            }))}
          />
          <ToggleGroup
            label="View of the drift"
            value={view}
            onValueChange={setView}
            options={[
              { value: "chart", label: <ChartColumn aria-hidden />, title: "Chart" },
              { value: "table", label: <TableIcon aria-hidden />, title: "Table" },
            ]}
          />
        </span>
      </figcaption>
      <Drawing data={data} view={view} hrefOf={hrefOf} />
      {!nothing && view === "chart" && <Legend />}
    </figure>
  );
}

/** How many fail at the end of the last period; what changed in it is another number. */
function FailingNow({ repository, point }: { repository: string; point: DriftPoint | undefined }) {
  if (point === undefined) return null;
  return (
    <Figure
      measure="citations_failing"
      filter={{ repository }}
      value={point.failing}
      n={point.known}
      className="text-muted-foreground text-sm"
    >
      {formatCount(point.failing)} of {countOf(point.known, "citation", "citations")} failing now
    </Figure>
  );
}

function Drawing({ data, view, hrefOf }: { data: readonly Drawn[]; view: View; hrefOf: HrefOf }) {
  if (hasNothing(data))
    return (
      <p
        className="flex items-center justify-center rounded-md border border-dashed px-4 text-center text-muted-foreground text-sm"
        style={{ height: HEIGHT }}
      >
        No citation was checked in this period or before.
      </p>
    );
  if (view === "table") return <DriftTable data={data} hrefOf={hrefOf} />;
  return <DriftPlot data={data} hrefOf={hrefOf} />;
}

function DriftTable({ data, hrefOf }: { data: readonly Drawn[]; hrefOf: HrefOf }) {
  return (
    <div className="overflow-y-auto" style={{ minHeight: HEIGHT, maxHeight: HEIGHT * 2 }}>
      <Table aria-label="Drift over time">
        <TableHeader>
          <tr>
            <TableHead>From</TableHead>
            <TableHead className="text-right">Started failing</TableHead>
            <TableHead className="text-right">Valid again</TableHead>
            <TableHead className="text-right">Failing at the end</TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {data.toReversed().map((point) => (
            <TableRow key={point.from}>
              <TableCell>
                <DayLink href={hrefOf(point)}>{formatDay(point.from)}</DayLink>
              </TableCell>
              <TableCell className="text-right">{formatCount(point.turned)}</TableCell>
              <TableCell className="text-right">{formatCount(point.recovered)}</TableCell>
              <TableCell className="text-right">
                {formatCount(point.failing)}{" "}
                <span className="text-muted-foreground">of {formatCount(point.known)}</span>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function DayLink({ href, children }: { href: string | null; children: string }) {
  if (href === null) return children;
  return (
    <Link href={href} className="text-primary underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}

function DriftPlot({ data, hrefOf }: { data: readonly Drawn[]; hrefOf: HrefOf }) {
  const last = data.at(-1);
  const top = Math.max(4, ...data.map(({ turned, failing }) => Math.max(turned, failing)));
  const bottom = Math.min(0, ...data.map(({ down }) => down));
  return (
    <ChartBox height={HEIGHT}>
      <ComposedChart
        data={data}
        stackOffset="sign"
        margin={{ top: 8, right: 64, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="time" tickFormatter={formatDayShort} {...AXIS} axisLine={false} minTickGap={36} />
        <YAxis
          domain={[bottom, top]}
          allowDecimals={false}
          tickFormatter={(value: number) => formatCount(Math.abs(value))}
          {...AXIS}
          axisLine={false}
          width={40}
        />
        <ReferenceLine y={0} stroke="var(--border-strong)" />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--accent)" }}
          content={({ payload }) => {
            const point: unknown = payload?.[0]?.payload;
            if (!isDrawn(point)) return null;
            return <PointTip point={point} />;
          }}
        />
        <Bar
          dataKey="turned"
          stackId="changes"
          fill="var(--warn)"
          maxBarSize={18}
          isAnimationActive={false}
        />
        <Bar dataKey="down" stackId="changes" fill="var(--ok)" maxBarSize={18} isAnimationActive={false} />
        <Line
          dataKey="failing"
          type="linear"
          stroke="var(--foreground)"
          strokeWidth={1.5}
          isAnimationActive={false}
          activeDot={false}
          dot={({ cx, cy, payload, key }) => {
            const point: unknown = payload;
            if (typeof cx !== "number" || typeof cy !== "number" || !isDrawn(point)) return <g key={key} />;
            return (
              <ChartPoint
                key={key}
                x={cx}
                y={cy}
                href={hrefOf(point)}
                label={sentenceOf(point)}
                dot={{ r: 2.5, fill: "var(--card)", stroke: "var(--foreground)", strokeWidth: 1.5 }}
                note={point.from === last?.from ? `${formatCount(point.failing)} failing` : null}
              />
            );
          }}
        />
      </ComposedChart>
    </ChartBox>
  );
}

function Legend() {
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 text-muted-foreground text-xs">
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-[2px] bg-warn" /> started failing (up)
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-[2px] bg-ok" /> valid again (down)
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="h-px w-3.5 bg-foreground" /> failing at the end
      </span>
    </p>
  );
}
