"use client";

import { ui } from "@/messages/compiled/ui";
import { cn } from "./cn";
import { useMessages } from "./messages";

/** A measured progress: `value` of `max`, with the numbers in words for everyone. */
export function Progress({
  label,
  value,
  max,
  className,
}: {
  label: string;
  value: number;
  max: number;
  className?: string;
}) {
  const t = useMessages(ui);
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={t("progress", { value, max })}
      className={cn("h-1.5 w-full overflow-hidden rounded-full bg-muted", className)}
    >
      <div className="h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
