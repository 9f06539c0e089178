"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { type MeasureFilter, type MeasureName, rowsHref } from "@/lib/kernel/measures";
import { figures } from "@/messages/compiled/figures";
import { Figure } from "./figure";
import { compareToLimit, type Rate, type RateLimit, type RateTrend } from "./rate-with-interval";

export type BarListItem = {
  key: string;
  label: ReactNode;
  rate: Rate;
  trend?: RateTrend | null;
  /** What the rate is of; the bar opens its rows. */
  measure: MeasureName;
  filter: MeasureFilter;
  /** The part of n that the rate is of, where that is what the rows are. */
  part?: number;
};

const percent = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

const FILLS = { over: "bg-danger/75", under: "bg-ok/75", open: "bg-primary/75" } as const;

/**
 * A rate as a bar on a scale of 0–100 %, with its interval; stands beside the figures, never instead of them. With a
 * limit it is red when the rate is surely over it and green when surely under it.
 */
export function RateBar({ rate, limit = null }: { rate: Rate; limit?: RateLimit | null }) {
  return (
    <span
      aria-hidden
      className="relative block h-3.5 border-border border-l bg-[linear-gradient(to_right,var(--border)_1px,transparent_1px)] bg-[length:25%_100%]"
    >
      {rate.rate !== null && (
        <span
          className={cn("absolute inset-y-0.5 left-0 rounded-r-sm", FILLS[compareToLimit(rate, limit)])}
          style={{ width: percent(rate.rate) }}
        />
      )}
      {limit !== null && (
        <span
          className="absolute inset-y-0 border-danger border-l border-dashed"
          style={{ left: percent(limit.at) }}
        />
      )}
      {rate.low !== null && rate.high !== null && rate.n > 0 && (
        <span
          className="absolute inset-y-0.5 border-foreground border-x before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-foreground"
          style={{ left: percent(rate.low), width: percent(rate.high - rate.low) }}
        />
      )}
    </span>
  );
}

/** Rates as horizontal bars on one scale of 0–100 %, each with its interval, each a link to its rows. */
export function BarList({
  label,
  items,
  better = "lower",
  limit = null,
  empty,
  className,
}: {
  label: string;
  items: readonly BarListItem[];
  better?: "lower" | "higher";
  /** Where a rate becomes too high. */
  limit?: RateLimit | null;
  empty?: ReactNode;
  className?: string;
}) {
  const t = useMessages(figures);
  if (items.length === 0)
    return <p className="text-muted-foreground text-sm">{empty ?? t("nothing_to_show")}</p>;
  return (
    <ul
      aria-label={label}
      className={cn(
        "grid min-w-0 grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(7rem,auto)_minmax(5rem,1fr)_auto]",
        className,
      )}
    >
      {items.map((item) => (
        <li key={item.key} className="col-span-full grid grid-cols-subgrid">
          <Link
            href={rowsHref(item.measure, item.filter)}
            className="-mx-2 col-span-full grid grid-cols-subgrid items-center gap-x-4 gap-y-0.5 rounded-sm px-2 py-1.5 text-sm hover:bg-accent md:min-h-9"
          >
            <span className="truncate">{item.label}</span>
            <span className="max-md:order-last max-md:col-span-2">
              <RateBar rate={item.rate} limit={limit} />
            </span>
            <Figure
              measure={item.measure}
              filter={item.filter}
              value={item.rate.rate}
              n={item.rate.n}
              part={item.part}
              low={item.rate.low}
              high={item.rate.high}
              trend={item.trend}
              better={better}
              linked={false}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
