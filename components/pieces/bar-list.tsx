import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { type Rate, type RateTrend, RateWithInterval } from "./rate-with-interval";

export type BarListItem = {
  key: string;
  label: ReactNode;
  rate: Rate;
  trend?: RateTrend | null;
  /** Opens the rows behind the bar. */
  href: string;
};

const percent = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

/** A rate as a bar on a scale of 0–100 %, with its interval; stands beside the figures, never instead of them. */
export function RateBar({ rate }: { rate: Rate }) {
  return (
    <span
      aria-hidden
      className="relative block h-3.5 border-border border-l bg-[linear-gradient(to_right,var(--border)_1px,transparent_1px)] bg-[length:25%_100%]"
    >
      {rate.rate === null ? null : (
        <span
          className="absolute inset-y-0.5 left-0 rounded-r-sm bg-primary/75"
          style={{ width: percent(rate.rate) }}
        />
      )}
      {rate.low === null || rate.high === null || rate.n === 0 ? null : (
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
  empty = "Nothing to show yet.",
  className,
}: {
  label: string;
  items: readonly BarListItem[];
  better?: "lower" | "higher";
  empty?: ReactNode;
  className?: string;
}) {
  if (items.length === 0) return <p className="text-muted-foreground text-sm">{empty}</p>;
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
            href={item.href}
            className="-mx-2 col-span-full grid grid-cols-subgrid items-center gap-x-4 gap-y-0.5 rounded-sm px-2 py-1.5 text-sm hover:bg-accent md:min-h-9"
          >
            <span className="truncate">{item.label}</span>
            <span className="max-md:order-last max-md:col-span-2">
              <RateBar rate={item.rate} />
            </span>
            <RateWithInterval rate={item.rate} trend={item.trend} better={better} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
