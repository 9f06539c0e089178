"use client";

import { TrendingDown, TrendingUp } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { figures } from "@/messages/compiled/figures";
import type { Translate } from "@/messages/message";
import { useFormat } from "./use-format";

/** A share with its interval (95 %, Wilson); `rate` is null when there is nothing to divide by. */
export type Rate = {
  /** 0–1. */
  rate: number | null;
  low: number | null;
  high: number | null;
  /** The denominator. */
  n: number;
};

/** The difference to an earlier period, in shares, with its interval; it is significant when that excludes 0. */
export type RateTrend = { difference: number; low: number; high: number; since?: string };

/** A limit that a rate should stay under, such as where high rejection begins. */
export type RateLimit = { at: number; word: string };

/**
 * Where a rate stands to a limit, as far as its sample says: surely over or under when the whole interval is, else open.
 * Lower is better.
 */
export function compareToLimit(rate: Rate, limit: RateLimit | null): "over" | "under" | "open" {
  if (limit === null || rate.low === null || rate.high === null) return "open";
  if (rate.low >= limit.at) return "over";
  if (rate.high < limit.at) return "under";
  return "open";
}

const pointsOf = (difference: number) => Math.round(Math.abs(difference) * 100);

function trendInWords(t: Translate<typeof figures>, { difference, since }: RateTrend): string {
  const direction = difference > 0 ? "up" : "down";
  const points = pointsOf(difference);
  if (!since) return t(direction, { points });
  return t(`${direction}_since`, { points, since });
}

/** 41 % [35–47] n = 262, and an arrow only when the change is more than chance. */
export function RateWithInterval({
  rate,
  trend,
  better = "lower",
  className,
}: {
  rate: Rate;
  trend?: RateTrend | null;
  /** Which direction is good news. */
  better?: "lower" | "higher";
  className?: string;
}) {
  const t = useMessages(figures);
  const { formatShare } = useFormat();
  if (rate.rate === null || rate.n === 0) {
    return <span className={cn("text-muted-foreground", className)}>{t("no_data")}</span>;
  }
  const significant = trend && (trend.low > 0 || trend.high < 0) ? trend : null;
  const rising = (significant?.difference ?? 0) > 0;
  const Arrow = rising ? TrendingUp : TrendingDown;
  const good = rising === (better === "higher");
  return (
    <span
      className={cn(
        "inline-flex flex-wrap items-baseline gap-x-1.5 whitespace-nowrap tabular-nums",
        className,
      )}
    >
      <span className="font-medium">{formatShare(rate.rate)}</span>
      {rate.low !== null && rate.high !== null && (
        <span className="text-muted-foreground" title={t("interval")}>
          <span aria-hidden>
            [{Math.round(rate.low * 100)}–{Math.round(rate.high * 100)}]
          </span>
          <span className="sr-only">
            {t("between", { low: formatShare(rate.low), high: formatShare(rate.high) })}
          </span>
        </span>
      )}
      <span className="text-muted-foreground">{t("sample", { n: rate.n })}</span>
      {significant !== null && (
        <span className={cn("inline-flex items-center gap-1 self-center", good ? "text-ok" : "text-danger")}>
          <Arrow aria-hidden className="size-3.5" />
          {trendInWords(t, significant)}
        </span>
      )}
    </span>
  );
}
