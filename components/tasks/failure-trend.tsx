"use client";

import { Bar, BarChart, CartesianGrid, XAxis, YAxis } from "recharts";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { AXIS, ChartBox } from "@/components/pieces/chart-parts";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { FailureDetail } from "@/lib/tasks/contract";
import { failureChart } from "@/messages/compiled/failure-chart";

const HEIGHT = 120;

/** How often an error was seen on each of the last 30 days. */
export function FailureTrend({ trend }: { trend: FailureDetail["trend"] }) {
  const t = useMessages(failureChart);
  const { formatCount, formatDay, formatDayShort } = useFormat();
  const seen = trend.reduce((sum, { occurrences }) => sum + occurrences, 0);
  const days = seen === 0 ? [] : trend;
  return (
    <ChartFrame
      label={t("title")}
      definition={<DefinitionHint term={t("title")}>{t("definition")}</DefinitionHint>}
      counted={t("counted", { count: seen })}
      data={{
        head: [t("day"), t("occurrences")],
        rows: days.map(({ day, occurrences }) => [day, occurrences]),
      }}
      table={
        <Table aria-label={t("title")}>
          <TableHeader>
            <tr>
              <TableHead>{t("day")}</TableHead>
              <TableHead className="text-right">{t("occurrences")}</TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {days
              .filter(({ occurrences }) => occurrences > 0)
              .map(({ day, occurrences }) => (
                <TableRow key={day}>
                  <TableCell>{formatDay(day)}</TableCell>
                  <TableCell className="text-right">{formatCount(occurrences)}</TableCell>
                </TableRow>
              ))}
          </TableBody>
        </Table>
      }
      height={HEIGHT}
      empty={t("empty")}
    >
      <ChartBox height={HEIGHT}>
        <BarChart
          data={[...days]}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => formatDayShort(Date.parse(day))}
            {...AXIS}
            axisLine={false}
            minTickGap={36}
          />
          <YAxis allowDecimals={false} {...AXIS} axisLine={false} width={32} />
          <Bar dataKey="occurrences" fill="var(--danger)" isAnimationActive={false} />
        </BarChart>
      </ChartBox>
    </ChartFrame>
  );
}
