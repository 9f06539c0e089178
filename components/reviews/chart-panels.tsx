"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { MeasureHint } from "@/components/pieces/figure";
import { RateChart } from "@/components/pieces/rate-chart";
import { operationQuery } from "@/lib/doors/client";
import { type RuleSeries, ruleList, ruleSeries } from "@/lib/reviews/contract";
import { skillMarkers } from "@/lib/skills/contract";
import { Panel } from "./chart-panel";
import { scopeOf } from "./chart-scope";
import type { ChartSelection } from "./compare";
import { DispositionChart } from "./disposition-chart";
import { findingsHref, markersInput, measureFilterOf, rulesInput, seriesInput, startOf } from "./filters";
import { TopCategories } from "./top-categories";
import { limitOf, markersOf, rateOf } from "./words";

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
  /** Follows the name of the chart where two selections are side by side: ", the 90 days before". */
  suffix: string;
};

export const bucketsOf = ({ series }: ChartReadings): RuleSeries["series"][number]["buckets"] =>
  series.data?.series[0]?.buckets ?? [];

const limitIn = ({ rules }: ChartReadings) => rules.data?.thresholds && limitOf(rules.data.thresholds);

/** The findings of a selection, as far as no bucket narrows them. */
const allFindings = ({ selection, today }: ChartReadings) =>
  findingsHref({
    ...scopeOf(selection),
    from: new Date(startOf(selection, today)),
    to: selection.to === undefined ? null : new Date(selection.to),
  });

/** `top`: where the scale ends, the same in charts that are side by side; undefined: by its own figures. */
export function RatePanel({ readings, suffix, top }: PanelProps & { top: number | undefined }) {
  const { selection, today, series, markers } = readings;
  const filter = measureFilterOf(selection, today);
  const isInPeriod = ({ at }: { at: string }) => selection.to === undefined || at < selection.to;
  return (
    <Panel label={`Rejection rate over time${suffix}`} height={220} query={series}>
      <RateChart
        label={`Rejection rate, ${selection.rule ?? "all rules"}${suffix}`}
        total={series.data?.series[0]}
        filter={filter}
        limit={limitIn(readings) ?? null}
        top={top}
        definition={
          <MeasureHint measure="rejection_rate" filter={filter}>
            <p className="mt-1.5">
              n and the rate of the period leave out findings that a skill version addressed; each point
              counts every finding. The band is the 95 % interval; a dashed line with a name is an approved
              skill version. A point is red or green only if its whole interval is over or under the
              high-rejection line.
            </p>
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
export function DispositionPanel({ readings, suffix, most }: PanelProps & { most: number | undefined }) {
  const { selection, series } = readings;
  return (
    <Panel label={`Dispositions over time${suffix}`} height={220} query={series}>
      <DispositionChart
        label={`Dispositions, ${selection.rule ?? "all rules"}${suffix}`}
        most={most}
        definition={
          <DefinitionHint term="Dispositions over time" rows_href={allFindings(readings)}>
            Findings of each {series.data?.bucket ?? "bucket"} by decision, each counted once, at the date of
            its review.
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

export function CategoriesPanel({ readings, suffix }: PanelProps) {
  const { selection, today, rules } = readings;
  return (
    <Panel label={`Top false-positive categories${suffix}`} height={240} query={rules}>
      <TopCategories
        label={`Top false-positive categories${suffix}`}
        rules={rules.data?.items ?? []}
        limit={limitIn(readings) ?? null}
        selection={selection}
        today={today}
      />
    </Panel>
  );
}
