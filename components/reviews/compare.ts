import type { RuleBreakdown } from "@/lib/reviews/contract";
import type { reviewsCharts } from "@/messages/compiled/reviews-charts";
import type { Translate } from "@/messages/message";
import { type ChartParameters, PERIOD_DAYS, startOf } from "./filters";

type Words = { t: Translate<typeof reviewsCharts> };

/** What charts are compared with: the period of the same length before, or another skill or repository in the same one. */
export type Comparison = { with: "before" } | { with: "skill" | "repository"; name: string };

/** What one column of charts shows; without `to` the period goes on until now. */
export type ChartSelection = ChartParameters & { to?: string };

/** Reads the address: `before`, `skill:<name>` or `repository:<name>`; null for none and for anything else. */
export function readComparison(address: string | null): Comparison | null {
  if (address === "before") return { with: "before" };
  const [kind, ...name] = address?.split(":") ?? [];
  if ((kind !== "skill" && kind !== "repository") || name.join(":") === "") return null;
  return { with: kind, name: name.join(":") };
}

/** The same charts of what they are compared with. */
export function comparedSelection(
  parameters: ChartParameters,
  { comparison, today }: { comparison: Comparison; today: string },
): ChartSelection {
  switch (comparison.with) {
    case "before":
      return { ...parameters, to: startOf(parameters, today) };
    case "skill":
      return { ...parameters, skill: comparison.name };
    case "repository":
      return { ...parameters, repository: comparison.name };
  }
}

/** What a column is called: "the 90 days before", "review-python", "acme/shop". */
export function comparisonWords({
  t,
  comparison,
  period,
}: Words & { comparison: Comparison } & Pick<ChartParameters, "period">): string {
  if (comparison.with === "before") return t("before", { days: PERIOD_DAYS[period] });
  return comparison.name;
}

type Parts = RuleBreakdown["parts"] | undefined;

/** What can be compared with, as the address says it; what is filtered to already is left out. */
export function comparisonOptions({
  t,
  parameters,
  skills,
  repositories,
}: Words & { parameters: ChartParameters; skills: Parts; repositories: Parts }): {
  value: string;
  label: string;
}[] {
  const named = (kind: "skill" | "repository", parts: Parts) =>
    (parts ?? []).flatMap(({ part }) => {
      if (part === null || part === parameters[kind]) return [];
      return [{ value: `${kind}:${part}`, label: t("compare_name", { name: part }) }];
    });
  return [
    { value: "before", label: t("compare_before", { days: PERIOD_DAYS[parameters.period] }) },
    ...named("skill", skills),
    ...named("repository", repositories),
  ];
}

const points = (share: number) => Math.round(Math.abs(share) * 100);

/** "7 points lower [2 to 12].", or that the difference may be chance. */
export function differenceWords({
  t,
  difference,
  low,
  high,
}: Words & { difference: number; low: number; high: number }): string {
  if (low <= 0 && high >= 0) return t("no_difference");
  const [near, far] = [Math.min(points(low), points(high)), Math.max(points(low), points(high))];
  const key = difference < 0 ? "difference_lower" : "difference_higher";
  return t(key, { points: points(difference), near, far });
}
