"use client";

import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { reviewQueue } from "@/messages/compiled/review-queue";

/** How a screen shows an item in the list of its queue. */
export type RowContent = { text: string; facts: ReactNode };

/** An item of a queue: its text opens it; `marker` is the attribute and the id by which it is focused. */
export function ReviewQueueRow({
  marker,
  content: { text, facts },
  isOpen,
  isSelected,
  changedBy,
  onShow,
  onToggle,
}: {
  marker: Record<string, string>;
  content: RowContent;
  isOpen: boolean;
  isSelected: boolean;
  /** Who else changed it since the list was read; null: nobody. */
  changedBy: string | null;
  onShow: () => void;
  /** false: it cannot be selected. */
  onToggle: (() => void) | false;
}) {
  const t = useMessages(reviewQueue);
  const textId = useId();
  return (
    <li
      className={cn(
        "relative flex min-w-0 gap-2.5 border-b px-3 py-2.5 last:border-b-0",
        isSelected ? "bg-primary-soft/60" : "hover:bg-accent/60",
        isOpen && "bg-accent shadow-[inset_2px_0_0_var(--primary)]",
      )}
    >
      {onToggle !== false && (
        <Checkbox
          aria-label={t("select")}
          aria-describedby={textId}
          checked={isSelected}
          onCheckedChange={onToggle}
          className="z-1 mt-0.5"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <button
          type="button"
          id={textId}
          {...marker}
          aria-current={isOpen || undefined}
          onClick={onShow}
          dir="auto"
          className={cn(
            "line-clamp-2 text-left text-sm wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring",
            isOpen && "font-medium",
          )}
        >
          {visible(text)}
        </button>
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-xs">
          {facts}
        </p>
        {changedBy !== null && <p className="text-warn text-xs">{t("changed_by", { name: changedBy })}</p>}
      </div>
    </li>
  );
}
