"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatDay, formatDayShort, formatShare } from "@/components/pieces/format";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { type RecallStats, recallStats } from "@/lib/recall/contract";
import { FiguresFrame } from "./figures-frame";
import { valueInput, valueParameters } from "./filters";
import { HoldoutSection } from "./holdout";
import { InferredBar } from "./inferred-bar";

const share = (part: number, whole: number) => {
  if (whole === 0) return "none yet";
  return formatShare(part / whole);
};

const FATES = [
  { key: "used", word: "used", className: "bg-ok" },
  { key: "refused", word: "not of use", className: "bg-danger" },
  { key: "unreported", word: "nobody reported", className: "bg-border" },
] as const;

type Day = RecallStats["days"][number];

function hrefOf(day: string, repository: string | null): string {
  return `/recalls?${new URLSearchParams({ day, ...(repository !== null && { repository }) })}`;
}

/** Every how many days a label stands below the bars. */
function stepOf(days: number): number {
  if (days <= 7) return 1;
  if (days <= 31) return 7;
  return 14;
}

function Bars({ days, repository }: { days: readonly Day[]; repository: string | null }) {
  const most = Math.max(1, ...days.map(({ memories_served }) => memories_served));
  // Counted from today, which is the day that is looked for.
  const step = stepOf(days.length);
  // A bar is as wide as a finger or a pointer needs, so a long time scrolls; it opens at its end. What scrolls is
  // reached by keyboard through its links.
  return (
    <ol
      ref={(list) => list?.scrollTo({ left: list.scrollWidth })}
      className="relative flex overflow-x-auto overflow-y-hidden"
      aria-label="Memories served a day"
    >
      {days.map((day, index) => {
        const said = `${formatDay(day.day)}: ${day.memories_served} served, ${day.used} used`;
        return (
          <li key={day.day} className="flex min-w-6 flex-1 flex-col items-end">
            <div className="flex h-44 w-full flex-col justify-end border-b border-border-strong px-px">
              {day.recalls === 0 ? (
                <span className="sr-only">{said}</span>
              ) : (
                <Link
                  href={hrefOf(day.day, repository)}
                  aria-label={`${said}, ${day.refused} not of use`}
                  title={said}
                  className="flex h-full flex-col-reverse justify-start rounded-xs hover:bg-accent focus-visible:-outline-offset-2"
                >
                  {FATES.map(({ key, className }) => (
                    <span
                      key={key}
                      className={className}
                      style={{ height: `${(Math.min(day[key], day.memories_served) / most) * 100}%` }}
                    />
                  ))}
                </Link>
              )}
            </div>
            <span
              aria-hidden
              className="h-5 w-0 whitespace-nowrap pt-1 text-muted-foreground text-xs [direction:rtl]"
            >
              {(days.length - 1 - index) % step === 0 && <bdi dir="ltr">{formatDayShort(day.day)}</bdi>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Days({ days, repository }: { days: readonly Day[]; repository: string | null }) {
  return (
    <div className="overflow-x-auto">
      <Table>
        <TableHeader>
          <TableRow>
            {[
              "Day",
              "Recalls",
              "Served",
              "Used",
              "Not of use",
              "Nobody reported",
              "Tokens",
              "Time p95 in ms",
            ].map((word) => (
              <TableHead key={word} className={word === "Day" ? undefined : "text-right"}>
                {word}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {days.map((day) => (
            <TableRow key={day.day}>
              <TableCell>
                <Link
                  className="text-primary underline-offset-4 hover:underline"
                  href={hrefOf(day.day, repository)}
                >
                  {formatDay(day.day)}
                </Link>
              </TableCell>
              {[
                day.recalls,
                day.memories_served,
                day.used,
                day.refused,
                day.unreported,
                day.tokens,
                Math.round(day.latency_p95),
              ].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                <TableCell key={index} className="text-right tabular-nums">
                  {formatCount(value)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

/** What recalls were worth and what they wasted, over time. */
export function ValueScreen() {
  const [parameters, setParameters] = useQueryStates(valueParameters, { history: "push" });
  const [view, setView] = useState<"chart" | "table">("chart");
  const query = useQuery({
    ...operationQuery(recallStats, valueInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const stats = query.data;
  return (
    <FiguresFrame
      title="Value and waste"
      question="Was what the agents were given of use?"
      days={parameters.days}
      onDays={(days) => void setParameters({ days })}
      tools={
        <ToggleGroup
          label="View"
          value={view}
          onValueChange={setView}
          options={[
            { value: "chart", label: "Chart" },
            { value: "table", label: "Table" },
          ]}
        />
      }
      query={query}
    >
      {stats !== undefined && (
        <>
          <dl className="mb-5 grid grid-cols-2 gap-4 sm:grid-cols-4">
            {[
              {
                term: "Used",
                value: share(stats.total.used, stats.total.memories_served),
                of: `${formatCount(stats.total.used)} of ${formatCount(stats.total.memories_served)} memories served`,
                definition:
                  "Memories that an agent applied or called helpful, of all that recalls served. A memory counts once a recall.",
              },
              {
                term: "Not of use",
                value: share(stats.total.refused, stats.total.memories_served),
                of: `${formatCount(stats.total.refused)} of ${formatCount(stats.total.memories_served)} memories served`,
                definition:
                  "Ignored, unhelpful or contradicted, and never applied or helpful in that recall.",
              },
              {
                term: "Tokens spent on what was used",
                value: share(stats.total.tokens_used, stats.total.tokens),
                of: `${formatCount(stats.total.tokens_used)} of ${formatCount(stats.total.tokens)} tokens`,
                definition:
                  "The tokens of used memories in their packs, of all tokens of packs. The rest is waste, or nobody said what became of it.",
              },
              {
                term: "Nobody reported",
                value: share(stats.total.unreported, stats.total.memories_served),
                of: `${formatCount(stats.total.unreported)} of ${formatCount(stats.total.memories_served)} memories served`,
                definition:
                  "Memories served of which no agent said what became of them. What their answers suggest stands below, apart.",
              },
            ].map(({ term, value, of, definition }) => (
              <div key={term}>
                <dt className="flex items-center gap-1 text-muted-foreground text-xs">
                  {term}
                  <DefinitionHint term={term}>{definition}</DefinitionHint>
                </dt>
                <dd>
                  <span className="block font-semibold text-lg tabular-nums">{value}</span>
                  <span className="text-muted-foreground text-xs">{of}</span>
                </dd>
              </div>
            ))}
          </dl>
          {stats.total.recalls === 0 ? (
            <p className="flex h-44 items-center justify-center rounded-md border border-dashed px-3 text-center text-muted-foreground text-sm">
              No agent asked in this period.
            </p>
          ) : (
            <>
              <p className="mb-2 flex flex-wrap gap-x-4 text-xs">
                {FATES.map(({ key, word, className }) => (
                  <span key={key} className="inline-flex items-center gap-1.5">
                    <span aria-hidden className={`size-2.5 rounded-xs ${className}`} />
                    {word}
                  </span>
                ))}
                <span className="text-muted-foreground">
                  memories served a day, in UTC;{" "}
                  {formatCount(Math.max(...stats.days.map(({ memories_served }) => memories_served)))} at most
                </span>
              </p>
              {view === "chart" && <Bars days={stats.days} repository={parameters.repository} />}
              {view !== "chart" && <Days days={stats.days} repository={parameters.repository} />}
            </>
          )}
          <InferredBar
            inferred={stats.total.inferred}
            href={`/recalls?${new URLSearchParams({
              having: "inferred",
              ...(parameters.repository !== null && { repository: parameters.repository }),
            })}`}
          />
          <HoldoutSection parameters={parameters} />
        </>
      )}
    </FiguresFrame>
  );
}
