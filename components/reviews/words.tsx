"use client";

import { Ban, CircleCheck, Wrench } from "lucide-react";
import type { Formats } from "@/components/pieces/format";
import type { RateMarker } from "@/components/pieces/rate-chart";
import type { Rate, RateLimit, RateTrend } from "@/components/pieces/rate-with-interval";
import { useFormat } from "@/components/pieces/use-format";
import type { TermOf } from "@/components/pieces/vocabulary";
import { useMessages } from "@/components/ui/messages";
import type { RuleList, RuleTrend, Tally, Verdict } from "@/lib/reviews/contract";
import type { Marker } from "@/lib/skills/contract";
import { reviewsWords } from "@/messages/compiled/reviews-words";
import type { PlainKey } from "@/messages/message";

export const VERDICT_TERMS: Record<Verdict, TermOf<PlainKey<typeof reviewsWords>>> = {
  approved: {
    word: "verdict_approved",
    icon: CircleCheck,
    tone: "calm",
    meaning: "verdict_approved_meaning",
  },
  needs_fixes: {
    word: "verdict_needs_fixes",
    icon: Wrench,
    tone: "warn",
    meaning: "verdict_needs_fixes_meaning",
  },
  blocked: { word: "verdict_blocked", icon: Ban, tone: "danger", meaning: "verdict_blocked_meaning" },
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

export const trendOf = ({
  trend,
  formats: { formatDayShort },
}: {
  trend: RuleTrend | null;
  formats: Formats;
}): RateTrend | null => trend && { ...trend, since: formatDayShort(trend.since) };

type Thresholds = RuleList["thresholds"];

/** Where high rejection begins, for a sentence that says so. */
export const thresholdFigures = ({
  thresholds,
  formats: { formatShare },
}: {
  thresholds: Thresholds;
  formats: Formats;
}) => ({ share: formatShare(thresholds.high_rejection_rate), flagged: thresholds.high_rejection_flagged });

/** Where high rejection begins, as a limit of rates; null until the thresholds are read. */
export function useLimit(thresholds: Thresholds | undefined): RateLimit | null {
  const t = useMessages(reviewsWords);
  const { formatShare } = useFormat();
  if (thresholds === undefined) return null;
  const { high_rejection_rate: at } = thresholds;
  return { at, word: t("high_from", { share: formatShare(at) }) };
}

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
