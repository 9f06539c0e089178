"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { joinSaid } from "@/components/pieces/format";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { RateChart } from "@/components/pieces/rate-chart";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type RuleSeries, ruleList, ruleSeries } from "@/lib/reviews/contract";
import { skillMarkers } from "@/lib/skills/contract";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import { reviewsWords } from "@/messages/compiled/reviews-words";
import { Panel } from "./chart-panel";
import { scopeOf } from "./chart-scope";
import type { ChartSelection } from "./compare";
import { DispositionChart } from "./disposition-chart";
import { findingsHref, markersInput, measureFilterOf, rulesInput, seriesInput, startOf } from "./filters";
import { TopCategories } from "./top-categories";
import { markersOf, rateOf, useLimit } from "./words";

/** What the charts of one selection are drawn from. */
export function useChartReadings(selection: ChartSelection, today: string) {
  const keep = { placeholderData: keepPreviousData };
  return {
    selection,
    today,
    rules: useQuery({ ...operationQuery(ruleList, rulesInput(selection, today)), ...keep }),
    series: useQuery({ ...operationQuery(ruleSeries, seriesInput(selection, today)), ...keep }),
    markers: useQuery(operationQuery(skillMarkers, markersInput(selection, today))),
  };
}

export type ChartReadings = ReturnType<typeof useChartReadings>;

type PanelProps = {
  readings: ChartReadings;
  /** Follows the name of the chart where two selections are side by side: "the 90 days before". */
  compared: string | null;
};

export const bucketsOf = ({ series }: ChartReadings): RuleSeries["series"][number]["buckets"] =>
  series.data?.series[0]?.buckets ?? [];

/** The findings of a selection, as far as no bucket narrows them. */
const allFindings = ({ selection, today }: ChartReadings) =>
  findingsHref({
    ...scopeOf(selection),
    from: new Date(startOf(selection, today)),
    to: selection.to === undefined ? null : new Date(selection.to),
  });

/** `top`: where the scale ends, the same in charts that are side by side; undefined: by its own figures. */
export function RatePanel({ readings, compared, top }: PanelProps & { top: number | undefined }) {
  const t = useMessages(reviewsCharts);
  const words = useMessages(reviewsWords);
  const { selection, today, rules, series, markers } = readings;
  const limit = useLimit(rules.data?.thresholds);
  const { rule } = selection;
  const label = rule === null ? words("rate_of_all") : words("rate_of_rule", { rule });
  const filter = measureFilterOf(selection, today);
  const isInPeriod = ({ at }: { at: string }) => selection.to === undefined || at < selection.to;
  return (
    <Panel label={joinSaid([words("rate_over_time"), compared])} height={220} query={series}>
      <RateChart
        label={joinSaid([label, compared])}
        total={series.data?.series[0]}
        filter={filter}
        limit={limit}
        top={top}
        definition={
          <MeasureHint measure="rejection_rate" filter={filter}>
            <p className="mt-1.5">{t("rate_definition")}</p>
          </MeasureHint>
        }
        points={bucketsOf(readings).map((bucket) => ({
          ...rateOf(bucket),
          at: bucket.at,
          href: findingsHref({
            ...scopeOf(selection),
            from: new Date(bucket.at),
            to: new Date(bucket.until),
          }),
        }))}
        markers={markersOf((markers.data?.items ?? []).filter(isInPeriod))}
      />
    </Panel>
  );
}

/** `most`: the findings at which the scale ends, as `top`. */
export function DispositionPanel({ readings, compared, most }: PanelProps & { most: number | undefined }) {
  const t = useMessages(reviewsCharts);
  const { selection, series } = readings;
  const { rule } = selection;
  const label = rule === null ? t("dispositions_of_all") : t("dispositions_of_rule", { rule });
  return (
    <Panel label={joinSaid([t("dispositions"), compared])} height={220} query={series}>
      <DispositionChart
        label={joinSaid([label, compared])}
        most={most}
        definition={
          <DefinitionHint term={t("dispositions")} rows_href={allFindings(readings)}>
            {t("dispositions_definition", { bucket: series.data?.bucket ?? "bucket" })}
          </DefinitionHint>
        }
        buckets={bucketsOf(readings)}
        hrefOf={(bucket, disposition) =>
          findingsHref({
            ...scopeOf(selection),
            from: new Date(bucket.at),
            to: new Date(bucket.until),
            disposition: [disposition],
          })
        }
      />
    </Panel>
  );
}

export function CategoriesPanel({ readings, compared }: PanelProps) {
  const t = useMessages(reviewsCharts);
  const { selection, today, rules } = readings;
  const limit = useLimit(rules.data?.thresholds);
  const label = joinSaid([t("top"), compared]);
  return (
    <Panel label={label} height={240} query={rules}>
      <TopCategories
        label={label}
        rules={rules.data?.items ?? []}
        limit={limit}
        selection={selection}
        today={today}
      />
    </Panel>
  );
}
