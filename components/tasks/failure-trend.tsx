"use client";

import { Bar, BarChart, CartesianGrid, XAxis, YAxis } from "recharts";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { AXIS, ChartBox } from "@/components/pieces/chart-parts";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatDay, formatDayShort } from "@/components/pieces/format";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { FailureDetail } from "@/lib/tasks/contract";

const HEIGHT = 120;
const HEAD = ["Day", "Occurrences"] as const;

/** How often an error was seen on each of the last 30 days. */
export function FailureTrend({ trend }: { trend: FailureDetail["trend"] }) {
  const seen = trend.reduce((sum, { occurrences }) => sum + occurrences, 0);
  const days = seen === 0 ? [] : trend;
  return (
    <ChartFrame
      label="Occurrences by day"
      definition={
        <DefinitionHint term="Occurrences by day">
          How often the error was recorded on each of the last 30 days (UTC), by agents and in reports of
          tests.
        </DefinitionHint>
      }
      counted={`n = ${formatCount(seen)} in 30 days`}
      data={{ head: HEAD, rows: days.map(({ day, occurrences }) => [day, occurrences]) }}
      table={
        <Table aria-label="Occurrences by day">
          <TableHeader>
            <tr>
              <TableHead>Day</TableHead>
              <TableHead className="text-right">Occurrences</TableHead>
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
      empty="It was not seen in the last 30 days."
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
