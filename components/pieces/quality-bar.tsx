"use client";

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Tooltip } from "@/components/ui/tooltip";
import type { MemoryStatus } from "@/lib/memories/contract";
import { qualityWords } from "@/messages/compiled/quality-words";
import type { PlainKey } from "@/messages/message";
import { addingUp, type QualityPart } from "./quality-parts";
import { useFormat } from "./use-format";

/** The sum, term by term: on the page of a memory, and in the tooltip of its bar. */
export function QualitySum({ quality, parts }: { quality: number; parts: readonly QualityPart[] }) {
  const t = useMessages(qualityWords);
  const { formatDecimal, formatSigned } = useFormat();
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5 tabular-nums">
      {addingUp({ t, quality, parts }).map((part, index) => (
        <div key={part.label} className="contents">
          <dt className="text-muted-foreground">{part.label}</dt>
          <dd className="pl-6 text-right">
            {index === 0 ? formatDecimal(part.value, 2) : formatSigned(part.value, 2)}
          </dd>
        </div>
      ))}
      <div className="contents font-medium [&>*]:mt-1 [&>*]:border-t [&>*]:pt-1">
        <dt>{t("sum")}</dt>
        <dd className="pl-6 text-right">{formatDecimal(quality, 2)}</dd>
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
const UNSERVED: Partial<Record<MemoryStatus, PlainKey<typeof qualityWords>>> = {
  drifted: "before_drifted",
  invalid: "before_invalid",
  superseded: "before_superseded",
  expired: "before_expired",
  quarantined: "not_served",
};

const sr = (content: ReactNode) => <span className="sr-only">{content}</span>;

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
  const t = useMessages(qualityWords);
  const { formatDecimal } = useFormat();
  if (quality === null) return <span className="text-muted-foreground">{t("not_rated")}</span>;
  const shown = formatDecimal(quality, 2);
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
        {unserved === undefined
          ? t.rich("quality", { quality: shown, sr })
          : t.rich("quality_then", { quality: shown, past: t(unserved), sr })}
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
      <span
        className={classes}
        title={t("title", { quality: shown, words: t(unserved ?? (`level_${level}` as const)) })}
      >
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
