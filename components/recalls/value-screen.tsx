"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { Figure } from "@/components/pieces/figure";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { useFormat } from "@/components/pieces/use-format";
import { useMeasureWords } from "@/components/pieces/use-measure-words";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { listQuery } from "@/lib/doors/client";
import type { MeasureFilter } from "@/lib/kernel/measures";
import { type RecallStats, recallStats } from "@/lib/recall/contract";
import { recallsValue } from "@/messages/compiled/recalls-value";
import { FiguresFrame } from "./figures-frame";
import { recallsHref, valueInput, valueParameters } from "./filters";
import { HoldoutSection } from "./holdout";
import { InferredBar } from "./inferred-bar";

const FATES = [
  { key: "used", word: "fate_used", className: "bg-ok" },
  { key: "refused", word: "fate_refused", className: "bg-danger" },
  { key: "unreported", word: "fate_unreported", className: "bg-border" },
] as const;

type Day = RecallStats["days"][number];

/** Every how many days a label stands below the bars. */
function stepOf(days: number): number {
  if (days <= 7) return 1;
  if (days <= 31) return 7;
  return 14;
}

function Bars({ days, repository }: { days: readonly Day[]; repository: string | null }) {
  const t = useMessages(recallsValue);
  const { formatDay, formatDayShort } = useFormat();
  const most = Math.max(1, ...days.map(({ memories_served }) => memories_served));
  // Counted from today, which is the day that is looked for.
  const step = stepOf(days.length);
  // A bar is as wide as a finger or a pointer needs, so a long time scrolls; it opens at its end. What scrolls is
  // reached by keyboard through its links.
  return (
    <ol
      ref={(list) => list?.scrollTo({ left: list.scrollWidth })}
      className="flex scrolls-sideways overflow-y-hidden"
      aria-label={t("chart")}
    >
      {days.map((day, index) => {
        const values = { day: formatDay(day.day), served: day.memories_served, used: day.used };
        const said = t("day_title", values);
        return (
          <li key={day.day} className="flex min-w-6 flex-1 flex-col items-end">
            <div className="flex h-44 w-full flex-col justify-end border-b border-border-strong px-px">
              {day.recalls === 0 ? (
                <span className="sr-only">{said}</span>
              ) : (
                <Link
                  href={recallsHref({ day: day.day }, repository)}
                  aria-label={t("day_label", { ...values, refused: day.refused })}
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

const COLUMNS = [
  "column_day",
  "column_recalls",
  "column_served",
  "column_used",
  "column_refused",
  "column_unreported",
  "column_tokens",
  "column_latency",
] as const;

function Days({ days, repository }: { days: readonly Day[]; repository: string | null }) {
  const t = useMessages(recallsValue);
  const { formatCount, formatDay } = useFormat();
  return (
    <Table>
      <TableHeader>
        <TableRow>
          {COLUMNS.map((column) => (
            <TableHead key={column} className={cn(column !== "column_day" && "text-right")}>
              {t(column)}
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
                href={recallsHref({ day: day.day }, repository)}
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
  );
}

/** What the period comes to. */
function figuresOf({
  used,
  refused,
  unreported,
  memories_served,
  tokens_used,
  tokens,
}: RecallStats["total"]) {
  return [
    { measure: "recalled_used", part: used, n: memories_served },
    { measure: "recalled_refused", part: refused, n: memories_served },
    { measure: "recalled_tokens_used", part: tokens_used, n: tokens },
    { measure: "recalled_unreported", part: unreported, n: memories_served },
  ] as const;
}

type TotalProps = { figure: ReturnType<typeof figuresOf>[number]; filter: MeasureFilter };

/** A figure of the whole period, with its name. */
function Total({ figure: { measure, part, n }, filter }: TotalProps) {
  const t = useMessages(recallsValue);
  const { formatShare } = useFormat();
  const measureWords = useMeasureWords();
  const { term, of } = measureWords(measure);
  return (
    <div>
      <dt className="flex items-center gap-1 text-muted-foreground text-xs">
        {term}
        <MeasureHint measure={measure} filter={filter} />
      </dt>
      <dd>
        <Figure
          measure={measure}
          filter={filter}
          value={n === 0 ? null : part / n}
          part={part}
          n={n}
          className="block"
        >
          <span className="block font-semibold text-lg tabular-nums">
            {n === 0 ? t("none_yet") : formatShare(part / n)}
          </span>
          <span className="text-muted-foreground text-xs">{t("part_of", { part, n, of: of ?? "" })}</span>
        </Figure>
      </dd>
    </div>
  );
}

/** What recalls were worth and what they wasted, over time. */
export function ValueScreen() {
  const t = useMessages(recallsValue);
  const [parameters, setParameters] = useQueryStates(valueParameters, { history: "push" });
  const [view, setView] = useState<"chart" | "table">("chart");
  const query = useQuery(listQuery(recallStats, valueInput(parameters)));
  const stats = query.data;
  const { repository, agent_type, days } = parameters;
  const filter = { repository, agent_type, days };
  return (
    <FiguresFrame
      title={t("title")}
      question={t("question")}
      days={parameters.days}
      onDays={(days) => void setParameters({ days })}
      tools={
        <ToggleGroup
          label={t("view")}
          value={view}
          onValueChange={setView}
          options={[
            { value: "chart", label: t("view_chart") },
            { value: "table", label: t("view_table") },
          ]}
        />
      }
      query={query}
    >
      {stats !== undefined && (
        <>
          <dl className="mb-5 grid grid-cols-2 gap-4 sm:grid-cols-4">
            {figuresOf(stats.total).map((figure) => (
              <Total key={figure.measure} figure={figure} filter={filter} />
            ))}
          </dl>
          {stats.total.recalls === 0 ? (
            <p className="flex h-44 items-center justify-center rounded-md border border-dashed px-3 text-center text-muted-foreground text-sm">
              {t("no_recalls")}
            </p>
          ) : (
            <>
              <p className="mb-2 flex flex-wrap gap-x-4 text-xs">
                {FATES.map(({ key, word, className }) => (
                  <span key={key} className="inline-flex items-center gap-1.5">
                    <span aria-hidden className={`size-2.5 rounded-xs ${className}`} />
                    {t(word)}
                  </span>
                ))}
                <span className="text-muted-foreground">
                  {t("chart_meaning", {
                    most: Math.max(...stats.days.map(({ memories_served }) => memories_served)),
                  })}
                </span>
              </p>
              {view === "chart" && <Bars days={stats.days} repository={parameters.repository} />}
              {view !== "chart" && <Days days={stats.days} repository={parameters.repository} />}
            </>
          )}
          <InferredBar
            inferred={stats.total.inferred}
            href={recallsHref({ having: "inferred" }, parameters.repository)}
          />
          <HoldoutSection parameters={parameters} />
        </>
      )}
    </FiguresFrame>
  );
}
