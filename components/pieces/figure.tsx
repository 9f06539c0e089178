"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import {
  type MeasureFilter,
  type MeasureName,
  measureKey,
  measureOf,
  rowCount,
  rowsHref,
} from "@/lib/kernel/measures";
import { figures } from "@/messages/compiled/figures";
import { measures } from "@/messages/compiled/measures";
import { type RateTrend, RateWithInterval } from "./rate-with-interval";
import { useFormat } from "./use-format";
import { useMeasureWords } from "./use-measure-words";

/** A measure with what was read of it: its value, null where there is nothing to divide by, and its sample. */
export type FigureOf = {
  measure: MeasureName;
  filter?: MeasureFilter;
  value: number | null;
  /** What the measure's `of` counts. */
  n?: number;
  /** The part of n that a share is of. */
  part?: number;
};

type Shown = FigureOf & {
  low?: number | null;
  high?: number | null;
  trend?: RateTrend | null;
  better?: "lower" | "higher";
  /** False inside a link or a button that leads to the rows itself. */
  linked?: boolean;
  onNavigate?: () => void;
  className?: string;
  /** What stands there instead of the plain value: a count in words, or the value with more beside it. */
  children?: ReactNode;
};

function Value({ measure, value, n = 0, low = null, high = null, trend, better }: Shown) {
  const t = useMessages(figures);
  const { formatCount, formatDecimal } = useFormat();
  if (measureOf(measure).unit === "share")
    return <RateWithInterval rate={{ rate: value, low, high, n }} trend={trend} better={better} />;
  if (value === null) return <span className="text-muted-foreground">{t("no_data")}</span>;
  if (measureOf(measure).unit === "score")
    return (
      <span className="whitespace-nowrap tabular-nums">
        <span className="font-medium">{formatDecimal(value, 2)}</span>{" "}
        <span className="text-muted-foreground">{t("sample", { n })}</span>
      </span>
    );
  return <span className="tabular-nums">{formatCount(value)}</span>;
}

/**
 * A measure's value as every screen states it, with its sample and interval, leading to its rows. It carries which
 * measure it is of, so that a figure can be compared with the same one elsewhere and with the rows behind it.
 */
export function Figure(shown: Shown) {
  const { measure, filter, value, linked = true, onNavigate, className } = shown;
  const { children = <Value {...shown} /> } = shown;
  const t = useMessages(measures);
  const { term, of } = useMeasureWords()(measure);
  const href = rowsHref(measure, filter);
  const marks = {
    "data-measure": measureKey(measure, filter),
    "data-value": value ?? "",
    "data-rows": rowCount(measure, shown),
  };
  if (!linked)
    return (
      <span {...marks} data-href={href} className={className}>
        {children}
      </span>
    );
  return (
    <Link
      href={href}
      {...marks}
      onClick={onNavigate}
      title={of === null ? term : t("counts", { term, of })}
      className={cn(
        "rounded-sm underline-offset-4 hover:underline",
        // One digit alone is too small for a finger.
        measureOf(measure).unit !== "share" && "inline-block min-h-6 min-w-6",
        className,
      )}
    >
      {children}
    </Link>
  );
}
