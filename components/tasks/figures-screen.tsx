"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { Figure } from "@/components/pieces/figure";
import type { Formats } from "@/components/pieces/format";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { PageHeader } from "@/components/pieces/page-header";
import { ReadProblem } from "@/components/pieces/problem";
import { RateWithInterval } from "@/components/pieces/rate-with-interval";
import { useFormat } from "@/components/pieces/use-format";
import { useMeasureWords } from "@/components/pieces/use-measure-words";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { type TaskMetrics, taskMetricsGet } from "@/lib/tasks/contract";
import { taskFigures } from "@/messages/compiled/task-figures";
import type { Translate } from "@/messages/message";
import { metricsInput } from "./parameters";
import { Section } from "./section";
import { TasksNav } from "./tasks-nav";
import { FailureStatusBadge } from "./words";

type Shares = {
  [K in keyof TaskMetrics]: TaskMetrics[K] extends TaskMetrics["failures_with_solution"] ? K : never;
};
type ShareName = NonNullable<Shares[keyof TaskMetrics]>;

const SHARES = [
  "planning_hits_7_days",
  "planning_hits_30_days",
  "passed_with_pattern",
  "passed_without_pattern",
  "failures_with_solution",
] as const satisfies readonly ShareName[];

/** How often patterns and solutions are found, used and help; each share with its interval and sample. */
export function FiguresScreen() {
  const t = useMessages(taskFigures);
  const [repository] = useQueryState("repository", parseAsString);
  const query = useQuery(operationQuery(taskMetricsGet, metricsInput(repository)));
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <TasksNav />
      <ReadProblem happened={t("unreadable")} reading={query} />
      {query.isPending && <Skeleton className="h-64" />}
      {query.data !== undefined && <Figures metrics={query.data} filter={{ repository }} />}
    </>
  );
}

function Row({
  measure,
  filter,
  children,
}: {
  measure: MeasureName;
  filter: MeasureFilter;
  children: ReactNode;
}) {
  const wordsOf = useMeasureWords();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-3 py-2 text-sm">
      <dt className="flex items-center gap-1">
        {wordsOf(measure).term} <MeasureHint measure={measure} filter={filter} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function ShareRow({
  name,
  metrics,
  filter,
}: {
  name: ShareName;
  metrics: TaskMetrics;
  filter: MeasureFilter;
}) {
  const { rate, ...sample } = metrics[name];
  return (
    <Row measure={name} filter={filter}>
      <Figure measure={name} filter={filter} value={rate} {...sample} />
    </Row>
  );
}

function Figures({ metrics, filter }: { metrics: TaskMetrics; filter: MeasureFilter }) {
  const { time_to_solved } = metrics;
  return (
    <>
      <dl className="mb-6 max-w-3xl divide-y rounded-md border bg-card">
        {SHARES.map((name) => (
          <ShareRow key={name} name={name} metrics={metrics} filter={filter} />
        ))}
        <Row measure="time_to_solved" filter={filter}>
          <Figure
            measure="time_to_solved"
            filter={filter}
            value={time_to_solved.median_hours}
            n={time_to_solved.n}
          >
            <Hours {...time_to_solved} />
          </Figure>
        </Row>
      </dl>
      <div className="grid gap-x-6 xl:grid-cols-2">
        <MostUsed patterns={metrics.most_used} />
        <MostCommon failures={metrics.most_common} />
      </div>
    </>
  );
}

function MostUsed({ patterns }: { patterns: TaskMetrics["most_used"] }) {
  const t = useMessages(taskFigures);
  return (
    <Section title={t("most_used")}>
      {patterns.length === 0 && <p className="text-muted-foreground text-sm">{t("none_used")}</p>}
      <ol className="divide-y rounded-md border bg-card empty:hidden">
        {patterns.map(({ id, problem_type, description, uses, success }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <Link href={`/patterns/${id}`} className="min-w-0 flex-1 truncate underline">
              {problem_type}: {description}
            </Link>
            <span className="text-muted-foreground">{t("tasks", { count: uses })}</span>
            <RateWithInterval rate={success} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function MostCommon({ failures }: { failures: TaskMetrics["most_common"] }) {
  const t = useMessages(taskFigures);
  return (
    <Section title={t("most_common")}>
      {failures.length === 0 && <p className="text-muted-foreground text-sm">{t("none_recorded")}</p>}
      <ol className="divide-y rounded-md border bg-card empty:hidden">
        {failures.map(({ id, signature, status, occurrence_count }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <Link href={`/failures/${id}`} className="min-w-0 flex-1 truncate font-mono text-xs underline">
              {visible(signature)}
            </Link>
            <span className="text-muted-foreground">{t("times", { count: occurrence_count })}</span>
            <FailureStatusBadge status={status} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

const inWords = (
  hours: number,
  { t, formatDecimal }: { t: Translate<typeof taskFigures>; formatDecimal: Formats["formatDecimal"] },
): string => {
  if (hours < 1) return t("minutes", { count: Math.round(hours * 60) });
  if (hours < 48) return t("hours", { count: formatDecimal(hours, 1) });
  return t("days", { count: formatDecimal(hours / 24, 1) });
};

function Hours({ n, median_hours, low, high }: TaskMetrics["time_to_solved"]) {
  const t = useMessages(taskFigures);
  const { formatDecimal } = useFormat();
  if (median_hours === null) return <span className="text-muted-foreground">{t("no_data")}</span>;
  const written = (hours: number) => inWords(hours, { t, formatDecimal });
  const sample =
    low === null || high === null
      ? t("sample", { n })
      : t("sample_with_interval", { n, low: written(low), high: written(high) });
  return (
    <span className="tabular-nums">
      <span className="font-medium">{written(median_hours)}</span>{" "}
      <span className="text-muted-foreground">{sample}</span>
    </span>
  );
}
