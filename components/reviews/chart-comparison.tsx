"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Figure } from "@/components/pieces/figure";
import { FilterSelect } from "@/components/pieces/filter-select";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { twoProportions } from "@/lib/kernel/statistics";
import { ruleBreakdown } from "@/lib/reviews/contract";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import { bucketsOf, type ChartReadings } from "./chart-panels";
import { type Comparison, comparisonOptions, differenceWords } from "./compare";
import { type ChartParameters, measureFilterOf, PERIOD_DAYS, partsInput } from "./filters";
import { figureOf } from "./words";

/** Chooses what the charts are compared with. */
export function CompareWith({
  parameters,
  today,
  onChoose,
}: {
  parameters: ChartParameters;
  today: string;
  onChoose: (against: string | null) => void;
}) {
  const t = useMessages(reviewsCharts);
  const skills = useQuery(operationQuery(ruleBreakdown, partsInput(parameters, "skill", today)));
  // Of all repositories, whichever the charts are filtered to.
  const everywhere = { ...parameters, repository: null };
  const repositories = useQuery(operationQuery(ruleBreakdown, partsInput(everywhere, "repository", today)));
  const options = comparisonOptions({
    t,
    parameters,
    skills: skills.data?.parts,
    repositories: repositories.data?.parts,
  });
  const { against } = parameters;
  const isListed = against === null || options.some(({ value }) => value === against);
  return (
    <FilterSelect
      label={t("compare")}
      value={against}
      anyLabel={t("compare_nothing")}
      options={[
        ...(isListed
          ? []
          : [{ value: against, label: t("compare_name", { name: against.replace(/^\w+:/, "") }) }]),
        ...options,
      ]}
      onChange={onChoose}
      className="h-7 max-w-64"
    />
  );
}

/** The rejection rates of both selections in one sentence, with the 95 % interval of their difference. */
export function ComparedRates({
  shown,
  compared,
  comparison,
}: {
  shown: ChartReadings;
  compared: ChartReadings;
  comparison: Comparison;
}) {
  const t = useMessages(reviewsCharts);
  const [one] = shown.series.data?.series ?? [];
  const [other] = compared.series.data?.series ?? [];
  if (!one || !other) return null;
  const sampleOf = ({ rejected, flagged }: typeof one) => ({ successes: rejected, trials: flagged });
  const difference = twoProportions(sampleOf(other), sampleOf(one));
  const rateOf = ({ selection, today }: ChartReadings, tally: typeof one) => (
    <Figure measure="rejection_rate" filter={measureFilterOf(selection, today)} {...figureOf(tally)} />
  );
  const parts = {
    measure: strong,
    shown: () => rateOf(shown, one),
    against: plain,
    compared: () => rateOf(compared, other),
    where: plain,
  };
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-2 text-pretty text-sm" role="status">
      {comparison.with === "before"
        ? t.rich("rates_before", { ...parts, days: PERIOD_DAYS[shown.selection.period] })
        : t.rich("rates_in", { ...parts, name: comparison.name })}
      {strong(difference && differenceWords({ t, ...difference }))}
    </p>
  );
}

const strong = (content: ReactNode) => <span className="font-medium">{content}</span>;
const plain = (content: ReactNode) => <span>{content}</span>;

/** Where the scales of two charts that are side by side end. */
export function sharedScale(readings: readonly ChartReadings[]): { top: number; most: number } {
  const buckets = readings.flatMap(bucketsOf);
  const peak = Math.max(0, ...buckets.map(({ high, rate }) => high ?? rate ?? 0));
  const most = Math.max(1, ...buckets.map(({ flagged, clarify }) => flagged + clarify));
  return { top: peak <= 0.5 ? 0.5 : 1, most };
}
