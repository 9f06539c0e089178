import { Ban, CircleCheck, Wrench } from "lucide-react";
import { formatDayShort, formatShare } from "@/components/pieces/format";
import type { Rate, RateTrend } from "@/components/pieces/rate-with-interval";
import type { Term } from "@/components/pieces/vocabulary";
import type { RuleTrend, Tally, Verdict } from "@/lib/reviews/contract";

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

export const RATE_DEFINITION = (
  <>
    <p>
      Rejected findings ÷ flagged findings. Flagged are those to implement, rejected and deferred; findings
      that need clarification are left out.
    </p>
    <p className="mt-1.5">
      The brackets hold the 95 % interval (Wilson): with few findings it is wide. Lower is better.
    </p>
  </>
);

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

export const trendOf = (trend: RuleTrend | null): RateTrend | null =>
  trend && { ...trend, since: formatDayShort(trend.since) };

export const thresholdWords = (thresholds: { high_rejection_rate: number; high_rejection_flagged: number }) =>
  `at least ${formatShare(thresholds.high_rejection_rate)} of at least ${thresholds.high_rejection_flagged} flagged findings rejected`;
