"use client";

import { ChartColumn, TableIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { AXIS, ChartBox, ChartPoint, ChartTip, tipOf } from "@/components/pieces/chart-parts";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { Figure } from "@/components/pieces/figure";
import { useFormat } from "@/components/pieces/use-format";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { DRIFT_PERIODS, type DriftPoint } from "@/lib/citations/contract";
import { citationsCharts } from "@/messages/compiled/citations-charts";
import type { Translate } from "@/messages/message";

const HEIGHT = 200;

/** Recovered citations are drawn downwards, so that both can be distinguished without colour. */
type Drawn = DriftPoint & { time: number; down: number };
type View = "chart" | "table";
type HrefOf = (point: DriftPoint) => string | null;

function periodInWords(t: Translate<typeof citationsCharts>, days: number) {
  if (days === 365) return { label: t("period_year"), title: t("period_year_title") };
  return { label: t("period_days", { days }), title: t("period_days_title", { days }) };
}

/** Whether no citation was checked up to the end of the period. */
function hasNothing(data: readonly Drawn[]): boolean {
  const last = data.at(-1);
  return last === undefined || last.known === 0;
}

const isDrawn = (value: unknown): value is Drawn =>
  typeof value === "object" && value !== null && "turned" in value && "down" in value;

function PointTip({ point: { from, turned, recovered, failing, known } }: { point: Drawn }) {
  const t = useMessages(citationsCharts);
  const figure = (text: ReactNode) => <span className="font-medium">{text}</span>;
  return (
    <ChartTip at={from}>
      <p>{t.rich("tip_turned", { count: turned, figure })}</p>
      <p>{t.rich("tip_recovered", { count: recovered, figure })}</p>
      <p>{t.rich("tip_failing", { failing, known, figure })}</p>
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
  const t = useMessages(citationsCharts);
  const [view, setView] = useState<View>("chart");
  const data = points.map(
    (point): Drawn => ({ ...point, time: Date.parse(point.from), down: -point.recovered }),
  );
  const nothing = hasNothing(data);
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-center gap-1.5">
        <h2 className="font-semibold text-sm">{t("drift")}</h2>
        <DefinitionHint term={t("drift")}>{t("drift_meaning")}</DefinitionHint>
        {!nothing && <FailingNow repository={repository} point={data.at(-1)} />}
        <span className="ml-auto flex flex-wrap gap-1.5">
          <ToggleGroup
            label={t("period")}
            value={String(days)}
            onValueChange={(next) => onDaysChange(Number(next))}
            options={DRIFT_PERIODS.map((value) => ({
              value: String(value),
              ...periodInWords(t, value),
            }))}
          />
          <ToggleGroup
            label={t("view")}
            value={view}
            onValueChange={setView}
            options={[
              { value: "chart", label: <ChartColumn aria-hidden />, title: t("view_chart") },
              { value: "table", label: <TableIcon aria-hidden />, title: t("view_table") },
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
  const t = useMessages(citationsCharts);
  if (point === undefined) return null;
  return (
    <Figure
      measure="citations_failing"
      filter={{ repository }}
      value={point.failing}
      n={point.known}
      className="text-muted-foreground text-sm"
    >
      {t("failing_now", { failing: point.failing, known: point.known })}
    </Figure>
  );
}

function Drawing({ data, view, hrefOf }: { data: readonly Drawn[]; view: View; hrefOf: HrefOf }) {
  const t = useMessages(citationsCharts);
  if (hasNothing(data))
    return (
      <p
        className="flex items-center justify-center rounded-md border border-dashed px-4 text-center text-muted-foreground text-sm"
        style={{ height: HEIGHT }}
      >
        {t("drift_none")}
      </p>
    );
  if (view === "table") return <DriftTable data={data} hrefOf={hrefOf} />;
  return <DriftPlot data={data} hrefOf={hrefOf} />;
}

function DriftTable({ data, hrefOf }: { data: readonly Drawn[]; hrefOf: HrefOf }) {
  const t = useMessages(citationsCharts);
  const { formatCount, formatDay } = useFormat();
  return (
    <div className="overflow-y-auto" style={{ minHeight: HEIGHT, maxHeight: HEIGHT * 2 }}>
      <Table aria-label={t("drift")}>
        <TableHeader>
          <tr>
            <TableHead>{t("column_from")}</TableHead>
            <TableHead className="text-right">{t("column_turned")}</TableHead>
            <TableHead className="text-right">{t("column_recovered")}</TableHead>
            <TableHead className="text-right">{t("column_failing")}</TableHead>
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
                {t.rich("failing_of", {
                  failing: point.failing,
                  known: point.known,
                  note: (text) => <span className="text-muted-foreground">{text}</span>,
                })}
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
  const t = useMessages(citationsCharts);
  const { formatCount, formatDay, formatDayShort } = useFormat();
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
          content={tipOf(isDrawn, (point) => <PointTip point={point} />)}
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
                label={t("point", { ...point, day: formatDay(point.from) })}
                dot={{ r: 2.5, fill: "var(--card)", stroke: "var(--foreground)", strokeWidth: 1.5 }}
                note={point.from === last?.from ? t("note_failing", { count: point.failing }) : null}
              />
            );
          }}
        />
      </ComposedChart>
    </ChartBox>
  );
}

function Legend() {
  const t = useMessages(citationsCharts);
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 text-muted-foreground text-xs">
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-[2px] bg-warn" /> {t("legend_turned")}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 rounded-[2px] bg-ok" /> {t("legend_recovered")}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="h-px w-3.5 bg-foreground" /> {t("legend_failing")}
      </span>
    </p>
  );
}
