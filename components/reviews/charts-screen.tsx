"use client";

import { useQueryStates } from "nuqs";
import { PageHeader } from "@/components/pieces/page-header";
import { useMessages } from "@/components/ui/messages";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import { Adoption } from "./adoption";
import { ComparedRates, CompareWith, sharedScale } from "./chart-comparison";
import { CategoriesPanel, DispositionPanel, RatePanel, useChartReadings } from "./chart-panels";
import { ChartFilters } from "./charts-filters";
import { comparedSelection, comparisonWords, readComparison } from "./compare";
import { type ChartParameters, chartParameters } from "./filters";
import { HeatMapPanel } from "./heat-map-panel";
import { PeriodToggles } from "./period-toggles";
import { ReviewsNav } from "./reviews-nav";

/**
 * Where and when reviews waste time: the same findings in five ways, each mark one click from its rows. With a comparison
 * each chart has the same one beside it, of another period, skill or repository, on the same scale.
 */
export function ChartsScreen({ today }: { today: string }) {
  const t = useMessages(reviewsCharts);
  const [parameters, setParameters] = useQueryStates(chartParameters, { history: "push" });
  const set = (values: Partial<ChartParameters>) => void setParameters(values);
  const comparison = readComparison(parameters.against);
  const shown = useChartReadings(parameters, today);
  // Without a comparison the same readings again, which are asked for once.
  const other = useChartReadings(
    comparison === null ? parameters : comparedSelection(parameters, { comparison, today }),
    today,
  );
  const compared = comparison && comparisonWords({ t, comparison, period: parameters.period });
  const columns = [
    { readings: shown, compared: null },
    ...(compared === null ? [] : [{ readings: other, compared }]),
  ];
  const scale = compared === null ? undefined : sharedScale([shown, other]);
  return (
    <>
      <PageHeader
        title={t("title")}
        question={t("question")}
        className="mb-2"
        actions={<PeriodToggles parameters={parameters} onChange={set} />}
      />
      <ReviewsNav />
      <ChartFilters parameters={parameters} today={today} set={set} rules={shown.rules.data?.items ?? []}>
        <CompareWith parameters={parameters} today={today} onChoose={(against) => set({ against })} />
      </ChartFilters>
      {comparison !== null && <ComparedRates shown={shown} compared={other} comparison={comparison} />}
      <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2">
        {columns.map((column) => (
          <RatePanel key={column.compared} {...column} top={scale?.top} />
        ))}
        {columns.map((column) => (
          <DispositionPanel key={column.compared} {...column} most={scale?.most} />
        ))}
        {columns.map(({ readings, compared }) => (
          <div key={compared} className={columns.length === 1 ? "min-w-0 xl:col-span-2" : "min-w-0"}>
            <HeatMapPanel
              selection={readings.selection}
              today={today}
              compared={compared}
              thresholds={readings.rules.data?.thresholds}
              onBy={(by) => set({ by })}
            />
          </div>
        ))}
        {columns.map((column) => (
          <CategoriesPanel key={column.compared} {...column} />
        ))}
        <Adoption parameters={parameters} />
      </div>
    </>
  );
}
