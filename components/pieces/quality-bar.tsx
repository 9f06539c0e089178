"use client";

import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";
import { formatSigned } from "./format";

/** One term of the sum that makes the quality: `value` may be negative. */
export type QualityPart = { label: string; value: number };

/** The sum, term by term: on the page of a memory, and in the tooltip of its bar. */
export function QualitySum({ quality, parts }: { quality: number; parts: readonly QualityPart[] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5 tabular-nums">
      {parts.map((part, index) => (
        <div key={part.label} className="contents">
          <dt className="text-muted-foreground">{part.label}</dt>
          <dd className="pl-6 text-right">
            {index === 0 ? part.value.toFixed(2) : formatSigned(part.value, 2)}
          </dd>
        </div>
      ))}
      <div className="contents font-medium [&>*]:mt-1 [&>*]:border-t [&>*]:pt-1">
        <dt>Quality, at most 1</dt>
        <dd className="pl-6 text-right">{quality.toFixed(2)}</dd>
      </div>
    </dl>
  );
}

function levelOf(quality: number): "high" | "middling" | "low" {
  if (quality >= 0.7) return "high";
  if (quality < 0.5) return "low";
  return "middling";
}

/** Quality 0–1 as a small bar with its number; with `parts`, focusing or pointing at it explains the sum. */
export function QualityBar({
  quality,
  parts,
  className,
}: {
  quality: number | null;
  parts?: readonly QualityPart[];
  className?: string;
}) {
  if (quality === null) return <span className="text-muted-foreground">not rated</span>;
  const level = levelOf(quality);
  const bar = (
    <>
      <span aria-hidden className="relative h-1.5 w-10 overflow-hidden rounded-full bg-border">
        <span
          className={cn(
            "absolute inset-y-0 left-0 rounded-full",
            level === "high" && "bg-foreground/80",
            level === "middling" && "bg-foreground/50",
            level === "low" && "bg-foreground/30",
          )}
          style={{ width: `${Math.round(Math.min(1, Math.max(0, quality)) * 100)}%` }}
        />
      </span>
      <span>
        <span className="sr-only">quality </span>
        {quality.toFixed(2)}
      </span>
    </>
  );
  const classes = cn("inline-flex items-center gap-2 whitespace-nowrap tabular-nums", className);
  if (!parts || parts.length === 0) {
    return (
      <span className={classes} title={`Quality ${quality.toFixed(2)}: ${level}`}>
        {bar}
      </span>
    );
  }
  return (
    <Tooltip content={<QualitySum quality={quality} parts={parts} />}>
      <button type="button" className={cn(classes, "cursor-help rounded-sm")}>
        {bar}
      </button>
    </Tooltip>
  );
}
