"use client";

import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";
import type { MemoryStatus } from "@/lib/memories/contract";
import { formatSigned } from "./format";
import { addingUp, type QualityPart } from "./quality-parts";

/** The sum, term by term: on the page of a memory, and in the tooltip of its bar. */
export function QualitySum({ quality, parts }: { quality: number; parts: readonly QualityPart[] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5 tabular-nums">
      {addingUp(quality, parts).map((part, index) => (
        <div key={part.label} className="contents">
          <dt className="text-muted-foreground">{part.label}</dt>
          <dd className="pl-6 text-right">
            {index === 0 ? part.value.toFixed(2) : formatSigned(part.value, 2)}
          </dd>
        </div>
      ))}
      <div className="contents font-medium [&>*]:mt-1 [&>*]:border-t [&>*]:pt-1">
        <dt>Quality</dt>
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

/** What the quality of a memory says that no agent gets: its details and how it was used, not that it is true. */
const UNSERVED: Partial<Record<MemoryStatus, string>> = {
  drifted: "before it drifted",
  invalid: "before it was invalidated",
  superseded: "before it was superseded",
  expired: "before it expired",
  quarantined: "not served",
};

/** Quality 0–1 as a small bar with its number; grey, and said to be past, where no agent gets the memory. With `parts`, focusing or pointing at it explains the sum. */
export function QualityBar({
  quality,
  status = "active",
  parts,
  className,
}: {
  quality: number | null;
  status?: MemoryStatus;
  parts?: readonly QualityPart[];
  className?: string;
}) {
  if (quality === null) return <span className="text-muted-foreground">not rated</span>;
  const level = levelOf(quality);
  const unserved = UNSERVED[status];
  const bar = (
    <>
      <span aria-hidden className="relative h-1.5 w-10 overflow-hidden rounded-full bg-border">
        <span
          className={cn(
            "absolute inset-y-0 left-0 rounded-full",
            level === "high" && "bg-foreground/80",
            level === "middling" && "bg-foreground/50",
            level === "low" && "bg-foreground/30",
            unserved !== undefined && "bg-border-strong",
          )}
          style={{ width: `${Math.round(Math.min(1, Math.max(0, quality)) * 100)}%` }}
        />
      </span>
      <span>
        <span className="sr-only">quality </span>
        {quality.toFixed(2)}
        {unserved !== undefined && <span className="sr-only">, {unserved}</span>}
      </span>
    </>
  );
  const classes = cn(
    "inline-flex items-center gap-2 whitespace-nowrap tabular-nums",
    unserved !== undefined && "text-muted-foreground",
    className,
  );
  if (!parts || parts.length === 0) {
    return (
      <span className={classes} title={`Quality ${quality.toFixed(2)}: ${unserved ?? level}`}>
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
