import { Ban, CircleCheck, Wrench } from "lucide-react";
import { formatDayShort, formatShare } from "@/components/pieces/format";
import type { RateMarker } from "@/components/pieces/rate-chart";
import type { Rate, RateLimit, RateTrend } from "@/components/pieces/rate-with-interval";
import type { Term } from "@/components/pieces/vocabulary";
import type { RuleTrend, Tally, Verdict } from "@/lib/reviews/contract";
import type { Marker } from "@/lib/skills/contract";

export const VERDICT_TERMS: Record<Verdict, Term> = {
  approved: { word: "approved", icon: CircleCheck, tone: "calm", meaning: "Nothing had to be implemented." },
  needs_fixes: {
    word: "needs fixes",
    icon: Wrench,
    tone: "warn",
    meaning: "At least one finding was to be implemented.",
  },
  blocked: { word: "blocked", icon: Ban, tone: "danger", meaning: "The reviewer blocked the change." },
};

/** The rate of a tally, with its denominator. */
export const rateOf = ({
  rate,
  low,
  high,
  flagged,
}: Pick<Tally, "rate" | "low" | "high" | "flagged">): Rate => ({
  rate,
  low,
  high,
  n: flagged,
});

/** The same as what a figure states. */
export const figureOf = ({ rate, low, high, flagged }: Pick<Tally, "rate" | "low" | "high" | "flagged">) => ({
  value: rate,
  low,
  high,
  n: flagged,
});

export const trendOf = (trend: RuleTrend | null): RateTrend | null =>
  trend && { ...trend, since: formatDayShort(trend.since) };

export const thresholdWords = (thresholds: { high_rejection_rate: number; high_rejection_flagged: number }) =>
  `at least ${formatShare(thresholds.high_rejection_rate)} of at least ${thresholds.high_rejection_flagged} flagged findings rejected`;

/** Where high rejection begins, as a limit of rates. */
export const limitOf = (thresholds: { high_rejection_rate: number }): RateLimit => ({
  at: thresholds.high_rejection_rate,
  word: `high from ${formatShare(thresholds.high_rejection_rate)}`,
});

/** A name longer than this would run into its neighbour's on the chart. */
const LONGEST_MARKER = 18;

const cut = (name: string) => {
  if (name.length > LONGEST_MARKER) return `${name.slice(0, LONGEST_MARKER - 1)}…`;
  return name;
};

/** Approved skill versions as markers of a chart; the skill is named when there are several. */
export function markersOf(items: readonly Marker[]): RateMarker[] {
  const several = new Set(items.map(({ skill }) => skill.id)).size > 1;
  return items.map(({ at, skill, number }) => ({
    at,
    label: several ? `${cut(skill.name)} v${number}` : `v${number}`,
    href: `/skills/${skill.id}?version=${number}`,
  }));
}
