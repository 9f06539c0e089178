"use client";

import { useRouter } from "next/navigation";
import type { ReactElement, ReactNode } from "react";
import { ResponsiveContainer } from "recharts";
import { useFormat } from "./use-format";

/** What the axes of every chart have in common. */
export const AXIS = { tick: { fontSize: 12, fill: "var(--muted-foreground)" }, tickLine: false } as const;

/** The horizontal axis of a chart whose points lie at their `time`, a Unix time in milliseconds. */
export const TIME_AXIS = {
  ...AXIS,
  dataKey: "time",
  type: "number",
  scale: "time",
  domain: ["dataMin", "dataMax"],
  minTickGap: 36,
} as const;

/**
 * Room for a chart of this height. Until it is measured the chart is as wide as on the server: clipped, or a phone would
 * scroll sideways.
 */
export function ChartBox({ height, children }: { height: number; children: ReactElement }) {
  return (
    <div style={{ height }} className="min-w-0 overflow-x-clip">
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
        {children}
      </ResponsiveContainer>
    </div>
  );
}

/** The tooltip of a period: the period, then its figures. */
export function ChartTip({ at, children }: { at: string; children: ReactNode }) {
  const { formatDay } = useFormat();
  return (
    <div className="rounded-md border bg-popover px-2.5 py-1.5 text-xs shadow-float">
      <p className="text-muted-foreground">{formatDay(at)}</p>
      {children}
    </div>
  );
}

/** The content of a chart's tooltip: what is said of the point under the pointer, where that is one of `isPoint`. */
export const tipOf =
  <Point,>(isPoint: (value: unknown) => value is Point, say: (point: Point) => ReactNode) =>
  ({ payload }: { payload?: readonly { payload?: unknown }[] }) => {
    const point: unknown = payload?.[0]?.payload;
    if (isPoint(point)) return say(point);
    return null;
  };

/** A mark that opens the rows behind it: a link, so that the keyboard reaches it and it opens in a new tab too. */
export function ChartLink({
  href,
  label,
  className,
  children,
}: {
  href: string;
  label: string;
  className: string;
  children: ReactNode;
}) {
  const router = useRouter();
  return (
    <a
      href={href}
      aria-label={label}
      className={`cursor-pointer ${className}`}
      style={{ outline: "none" }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        router.push(href);
      }}
    >
      {children}
    </a>
  );
}

/** A point of a line, as a link where it has rows to open; `note` stands beside it. */
export function ChartPoint({
  x,
  y,
  href,
  label,
  dot,
  note,
}: {
  x: number;
  y: number;
  href: string | null;
  label: string;
  dot: { r: number; fill: string; stroke: string; strokeWidth: number };
  note: string | null;
}) {
  return (
    <g>
      {href === null && <circle cx={x} cy={y} {...dot} />}
      {href !== null && (
        <ChartLink
          href={href}
          label={label}
          className="[&:focus-visible>circle:first-child]:stroke-(--ring) [&:is(:hover,:focus-visible)>circle:last-child]:fill-(--foreground)"
        >
          {/* What a finger or a shaky hand can hit is larger than what is drawn. */}
          <circle cx={x} cy={y} r={10} fill="transparent" stroke="transparent" strokeWidth={2} />
          <circle cx={x} cy={y} {...dot} />
        </ChartLink>
      )}
      {note !== null && (
        <text x={x + 9} y={y + 4} fontSize={12} fontWeight={500} fill="var(--foreground)">
          {note}
        </text>
      )}
    </g>
  );
}
