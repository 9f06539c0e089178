"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterSelect } from "@/components/pieces/filter-select";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { ReadProblem } from "@/components/pieces/problem";
import { RateChart } from "@/components/pieces/rate-chart-on-demand";
import type { RateLimit } from "@/components/pieces/rate-with-interval";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { listQuery, operationQuery } from "@/lib/doors/client";
import { type Rule, type RuleSeries, ruleSeries } from "@/lib/reviews/contract";
import { skillMarkers } from "@/lib/skills/contract";
import { reviewsRules } from "@/messages/compiled/reviews-rules";
import { reviewsWords } from "@/messages/compiled/reviews-words";
import { rulesOf } from "./chart-scope";
import {
  findingsHref,
  markersInput,
  measureFilterOf,
  type RuleParameters,
  seriesInput,
  whoOf,
} from "./filters";
import { markersOf, rateOf } from "./words";

const CHART_HEIGHT = 230;

function RuleRates({
  parameters,
  today,
  series,
  markers,
  limit,
}: {
  parameters: RuleParameters;
  today: string;
  series: RuleSeries;
  markers: Parameters<typeof markersOf>[0];
  limit: RateLimit | null;
}) {
  const t = useMessages(reviewsRules);
  const words = useMessages(reviewsWords);
  const [all] = series.series;
  const { rule } = parameters;
  return (
    <RateChart
      label={rule === null ? words("rate_of_all") : words("rate_of_rule", { rule })}
      total={all}
      filter={measureFilterOf(parameters, today)}
      height={CHART_HEIGHT}
      definition={
        <MeasureHint measure="rejection_rate" filter={measureFilterOf(parameters, today)}>
          <p className="mt-1.5">{t("rate_definition", { bucket: series.bucket })}</p>
        </MeasureHint>
      }
      points={(all?.buckets ?? []).map((bucket) => ({
        ...rateOf(bucket),
        at: bucket.at,
        href: findingsHref({
          ...whoOf(parameters),
          from: new Date(bucket.at),
          to: new Date(bucket.until),
          rule: rulesOf(parameters),
        }),
      }))}
      markers={markersOf(markers)}
      limit={limit}
    />
  );
}

/** The rejection rate over time, of all rules or of the one that is chosen. */
export function RuleChart({
  parameters,
  today,
  rules,
  limit,
  onRule,
}: {
  parameters: RuleParameters;
  today: string;
  rules: readonly Rule[];
  limit: RateLimit | null;
  onRule: (rule: string | null) => void;
}) {
  const t = useMessages(reviewsRules);
  const words = useMessages(reviewsWords);
  const series = useQuery(listQuery(ruleSeries, seriesInput(parameters, today)));
  const markers = useQuery(operationQuery(skillMarkers, markersInput(parameters, today)));
  const listed = rules.map((rule) => rule.rule_category);
  const names = [...new Set([...listed, ...rulesOf(parameters)])];
  return (
    <section aria-label={words("rate_over_time")} className="rounded-md border bg-card p-3 sm:p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterSelect
          label={t("rule_of_chart")}
          value={parameters.rule}
          anyLabel={t("all_rules")}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={onRule}
          className="h-7 max-w-56"
        />
        {markers.isError && <p className="text-muted-foreground text-xs">{t("markers_unreadable")}</p>}
      </div>
      <ReadProblem happened={t("rate_unreadable")} reading={series} />
      {!series.isError && series.data === undefined && (
        <div aria-busy style={{ height: CHART_HEIGHT + 36 }} className="flex flex-col gap-3">
          <Skeleton className="w-56" />
          <Skeleton className="flex-1" />
        </div>
      )}
      {!series.isError && series.data !== undefined && (
        <RuleRates
          parameters={parameters}
          today={today}
          series={series.data}
          markers={markers.data?.items ?? []}
          limit={limit}
        />
      )}
    </section>
  );
}
