"use client";

import { useQuery } from "@tanstack/react-query";
import { Figure } from "@/components/pieces/figure";
import { Choose } from "@/components/ui/choose";
import { operationQuery } from "@/lib/doors/client";
import { twoProportions } from "@/lib/kernel/statistics";
import { ruleBreakdown } from "@/lib/reviews/contract";
import { bucketsOf, type ChartReadings } from "./chart-panels";
import { comparisonOptions, differenceWords } from "./compare";
import { type ChartParameters, measureFilterOf, partsInput } from "./filters";
import { figureOf } from "./words";

const NOTHING = "*";

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
  const skills = useQuery(operationQuery(ruleBreakdown, partsInput(parameters, "skill", today)));
  // Of all repositories, whichever the charts are filtered to.
  const everywhere = { ...parameters, repository: null };
  const repositories = useQuery(operationQuery(ruleBreakdown, partsInput(everywhere, "repository", today)));
  const options = comparisonOptions(parameters, {
    skills: skills.data?.parts,
    repositories: repositories.data?.parts,
  });
  const { against } = parameters;
  const isListed = against === null || options.some(({ value }) => value === against);
  const choose = (value: string) => {
    if (value === NOTHING) onChoose(null);
    else onChoose(value);
  };
  return (
    <Choose
      value={against ?? NOTHING}
      onChoose={choose}
      options={[
        { value: NOTHING, label: "No comparison" },
        ...(isListed ? [] : [{ value: against, label: `Compare with ${against.replace(/^\w+:/, "")}` }]),
        ...options,
      ]}
      aria-label="Compare with"
      className="h-7 max-w-64"
    />
  );
}

/** The rejection rates of both selections in one sentence, with the 95 % interval of their difference. */
export function ComparedRates({
  shown,
  compared,
  words,
}: {
  shown: ChartReadings;
  compared: ChartReadings;
  words: string;
}) {
  const [one] = shown.series.data?.series ?? [];
  const [other] = compared.series.data?.series ?? [];
  if (!one || !other) return null;
  const sampleOf = ({ rejected, flagged }: typeof one) => ({ successes: rejected, trials: flagged });
  const difference = twoProportions(sampleOf(other), sampleOf(one));
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-2 text-pretty text-sm" role="status">
      <span className="font-medium">Rejection rate</span>
      <Figure
        measure="rejection_rate"
        filter={measureFilterOf(shown.selection, shown.today)}
        {...figureOf(one)}
      />
      <span>against</span>
      <Figure
        measure="rejection_rate"
        filter={measureFilterOf(compared.selection, compared.today)}
        {...figureOf(other)}
      />
      <span>in {words}.</span>
      <span className="font-medium">{difference === null ? "" : `${differenceWords(difference)}.`}</span>
    </p>
  );
}

/** Where the scales of two charts that are side by side end. */
export function sharedScale(readings: readonly ChartReadings[]): { top: number; most: number } {
  const buckets = readings.flatMap(bucketsOf);
  const peak = Math.max(0, ...buckets.map(({ high, rate }) => high ?? rate ?? 0));
  const most = Math.max(1, ...buckets.map(({ flagged, clarify }) => flagged + clarify));
  return { top: peak <= 0.5 ? 0.5 : 1, most };
}
