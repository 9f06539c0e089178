"use client";

import type { ReactNode } from "react";
import { Bar, BarChart, CartesianGrid, Rectangle, Tooltip, XAxis, YAxis } from "recharts";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { AXIS, ChartBox, ChartLink, ChartTip, tipOf } from "@/components/pieces/chart-parts";
import { useFormat } from "@/components/pieces/use-format";
import { DISPOSITIONS as TERMS } from "@/components/pieces/vocabulary";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Disposition, RuleSeries } from "@/lib/reviews/contract";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import { vocabulary } from "@/messages/compiled/vocabulary";

type Bucket = RuleSeries["series"][number]["buckets"][number];

/** From the ground up: what was right stands on the axis, so its length can be compared; what wasted time lies above. */
const STACK: readonly { disposition: Disposition; of: (bucket: Bucket) => number; fill: string }[] = [
  { disposition: "implement", of: ({ implemented }) => implemented, fill: "var(--ok)" },
  { disposition: "reject", of: ({ rejected }) => rejected, fill: "var(--danger)" },
  { disposition: "defer", of: ({ deferred }) => deferred, fill: "var(--border-strong)" },
  { disposition: "clarify", of: ({ clarify }) => clarify, fill: "var(--muted-foreground)" },
];

type Drawn = { bucket: Bucket } & Record<Disposition, number>;

function isDrawn(value: unknown): value is Drawn {
  return typeof value === "object" && value !== null && "bucket" in value && "implement" in value;
}

/** Findings over time by what was decided about them; each part of a bar opens its findings. */
export function DispositionChart({
  label,
  buckets,
  hrefOf,
  definition,
  most,
  height = 220,
}: {
  label: string;
  buckets: readonly Bucket[];
  hrefOf: (bucket: Bucket, disposition: Disposition) => string;
  definition: ReactNode;
  /** Findings at which the scale ends; by its own figures without. */
  most?: number | undefined;
  height?: number;
}) {
  const t = useMessages(reviewsCharts);
  const terms = useMessages(vocabulary);
  const { formatCount, formatDay, formatDayShort } = useFormat();
  const wordOf = (disposition: Disposition) => terms(TERMS[disposition].word);
  const counted = buckets.filter(({ flagged, clarify }) => flagged + clarify > 0);
  const total = buckets.reduce((sum, { flagged, clarify }) => sum + flagged + clarify, 0);
  const data = buckets.map(
    (bucket): Drawn => ({
      bucket,
      implement: bucket.implemented,
      reject: bucket.rejected,
      defer: bucket.deferred,
      clarify: bucket.clarify,
    }),
  );
  return (
    <ChartFrame
      label={label}
      definition={definition}
      counted={t("n_findings", { count: total })}
      height={height}
      data={{
        head: ["from", ...STACK.map(({ disposition }) => disposition)],
        rows:
          counted.length === 0
            ? []
            : buckets.map((bucket) => [bucket.at, ...STACK.map(({ of }) => of(bucket))]),
      }}
      table={
        <Table aria-label={label}>
          <TableHeader>
            <tr>
              <TableHead>{t("column_from")}</TableHead>
              {STACK.map(({ disposition }) => (
                <TableHead key={disposition} className="text-right">
                  {wordOf(disposition)}
                </TableHead>
              ))}
            </tr>
          </TableHeader>
          <TableBody>
            {buckets.map((bucket) => (
              <TableRow key={bucket.at}>
                <TableCell>{formatDay(bucket.at)}</TableCell>
                {STACK.map(({ disposition, of }) => (
                  <TableCell key={disposition} className="text-right tabular-nums">
                    {of(bucket) === 0 ? (
                      <span className="text-muted-foreground">0</span>
                    ) : (
                      <Link
                        href={hrefOf(bucket, disposition)}
                        className="text-primary underline-offset-4 hover:underline"
                      >
                        {formatCount(of(bucket))}
                      </Link>
                    )}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      }
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
        {STACK.map(({ disposition, fill }) => (
          <li key={disposition} className="inline-flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-sm" style={{ background: fill }} />
            {wordOf(disposition)}
          </li>
        ))}
      </ul>
      <ChartBox height={height}>
        <BarChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="bucket.at"
            tickFormatter={formatDayShort}
            {...AXIS}
            axisLine={{ stroke: "var(--border-strong)" }}
            minTickGap={28}
          />
          <YAxis
            domain={[0, most ?? "auto"]}
            allowDecimals={false}
            tickFormatter={formatCount}
            {...AXIS}
            axisLine={false}
            width={44}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--accent)" }}
            content={tipOf(isDrawn, ({ bucket }) => (
              <ChartTip at={bucket.at}>
                {STACK.toReversed().map(({ disposition, of }) => (
                  <p key={disposition} className="flex justify-between gap-4 tabular-nums">
                    <span>{wordOf(disposition)}</span>
                    {formatCount(of(bucket))}
                  </p>
                ))}
              </ChartTip>
            ))}
          />
          {STACK.map(({ disposition, fill }) => (
            <Bar
              key={disposition}
              dataKey={disposition}
              stackId="findings"
              isAnimationActive={false}
              maxBarSize={36}
              shape={({ x, y, width, height: tall, payload }: ShapeProps) => {
                if (!isDrawn(payload) || payload[disposition] === 0) return <g />;
                const href = hrefOf(payload.bucket, disposition);
                return (
                  <ChartLink
                    href={href}
                    label={t("disposition_mark", {
                      day: formatDay(payload.bucket.at),
                      count: payload[disposition],
                      disposition: wordOf(disposition),
                    })}
                    className="[&:focus-visible>path]:stroke-(--ring) [&:focus-visible>path]:stroke-3 [&:hover>path]:opacity-75"
                  >
                    <Rectangle
                      x={x}
                      y={y}
                      width={width}
                      height={tall}
                      fill={fill}
                      stroke="var(--card)"
                      strokeWidth={1}
                    />
                  </ChartLink>
                );
              }}
            />
          ))}
        </BarChart>
      </ChartBox>
    </ChartFrame>
  );
}

type ShapeProps = { x?: number; y?: number; width?: number; height?: number; payload?: unknown };
