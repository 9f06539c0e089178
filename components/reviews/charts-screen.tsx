"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { PageHeader } from "@/components/pieces/page-header";
import { RateChart } from "@/components/pieces/rate-chart";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { operationQuery } from "@/lib/doors/client";
import { BUCKETS, ruleList, ruleSeries } from "@/lib/reviews/contract";
import { skillMarkers } from "@/lib/skills/contract";
import { Adoption } from "./adoption";
import { Panel } from "./chart-panel";
import { scopeOf } from "./chart-scope";
import { ChartFilters } from "./charts-filters";
import { DispositionChart } from "./disposition-chart";
import {
  bucketOf,
  type ChartParameters,
  chartParameters,
  findingsHref,
  markersInput,
  PERIOD_WORDS,
  PERIODS,
  rulesInput,
  seriesInput,
} from "./filters";
import { HeatMapPanel } from "./heat-map-panel";
import { ReviewsNav } from "./reviews-nav";
import { TopCategories } from "./top-categories";
import { limitOf, markersOf, RATE_DEFINITION, rateOf } from "./words";

/** Where and when reviews waste time: the same findings in five ways, each mark one click from its rows. */
export function ChartsScreen({ today }: { today: string }) {
  const [parameters, setParameters] = useQueryStates(chartParameters, { history: "push" });
  const set = (values: Partial<ChartParameters>) => void setParameters(values);
  const keep = { placeholderData: keepPreviousData };
  const rules = useQuery({ ...operationQuery(ruleList, rulesInput(parameters, today)), ...keep });
  const series = useQuery({ ...operationQuery(ruleSeries, seriesInput(parameters, today)), ...keep });
  const markers = useQuery(operationQuery(skillMarkers, markersInput(parameters, today)));
  const buckets = series.data?.series[0]?.buckets ?? [];
  const thresholds = rules.data?.thresholds;
  const limit = thresholds ? limitOf(thresholds) : null;
  return (
    <>
      <PageHeader
        title="Review charts"
        question="Where and when do reviews waste our time?"
        className="mb-2"
        actions={
          <>
            <ToggleGroup
              label="Period"
              value={parameters.period}
              onValueChange={(period) => set({ period })}
              options={PERIODS.map((period) => ({ value: period, label: PERIOD_WORDS[period] }))}
            />
            <ToggleGroup
              label="One point for each"
              value={bucketOf(parameters)}
              onValueChange={(bucket) => set({ bucket })}
              options={BUCKETS.map((bucket) => ({ value: bucket, label: bucket }))}
            />
          </>
        }
      />
      <ReviewsNav />
      <ChartFilters parameters={parameters} today={today} set={set} rules={rules.data?.items ?? []} />
      <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2">
        <Panel label="Rejection rate over time" height={220} query={series}>
          <RateChart
            label={`Rejection rate, ${parameters.rule ?? "all rules"}`}
            total={series.data?.series[0]}
            limit={limit}
            definition={
              <DefinitionHint
                term="Rejection rate"
                rows_href={findingsHref({ ...scopeOf(parameters), period: parameters.period })}
              >
                {RATE_DEFINITION}
                <p className="mt-1.5">
                  n and the rate of the period leave out what a skill version took up; each point counts every
                  finding. The band is the 95 % interval; a dashed line with a name is an approved skill
                  version. A point is red or green only when its whole interval is over or under the line of
                  high rejection.
                </p>
              </DefinitionHint>
            }
            points={buckets.map((bucket) => ({
              ...rateOf(bucket),
              at: bucket.at,
              href: findingsHref({
                ...scopeOf(parameters),
                from: new Date(bucket.at),
                to: new Date(bucket.until),
              }),
            }))}
            markers={markersOf(markers.data?.items ?? [])}
          />
        </Panel>
        <Panel label="Dispositions over time" height={220} query={series}>
          <DispositionChart
            label={`Dispositions, ${parameters.rule ?? "all rules"}`}
            definition={
              <DefinitionHint
                term="Dispositions over time"
                rows_href={findingsHref({ ...scopeOf(parameters), period: parameters.period })}
              >
                Findings of each {series.data?.bucket ?? "bucket"} by what was decided about them, counted
                once each, by when the review was.
              </DefinitionHint>
            }
            buckets={buckets}
            hrefOf={(bucket, disposition) =>
              findingsHref({
                ...scopeOf(parameters),
                from: new Date(bucket.at),
                to: new Date(bucket.until),
                disposition: [disposition],
              })
            }
          />
        </Panel>
        <div className="min-w-0 xl:col-span-2">
          <HeatMapPanel
            parameters={parameters}
            today={today}
            thresholds={thresholds}
            onBy={(by) => set({ by })}
          />
        </div>
        <Panel label="Top false-positive categories" height={240} query={rules}>
          <TopCategories rules={rules.data?.items ?? []} limit={limit} parameters={parameters} />
        </Panel>
        <Adoption parameters={parameters} />
      </div>
    </>
  );
}
