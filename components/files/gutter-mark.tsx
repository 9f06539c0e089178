"use client";

import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { filesMarks } from "@/messages/compiled/files-marks";
import { isInferredMark, TONE_SOFT, TONE_TEXT, useMarkTerms } from "./mark-terms";
import type { Mark } from "./marks";

/** The gravest mark of a line with its icon and word, and how many more there are; opens them beside the code. */
export function GutterMark({
  marks,
  where,
  current,
  onOpen,
  className,
  ...props
}: {
  marks: readonly Mark[];
  /** "Line 12". */
  where: string;
  current: boolean;
  onOpen: (mark: Mark) => void;
  className?: string;
  "data-mark-line"?: number;
}) {
  const t = useMessages(filesMarks);
  const { nameOf, termOf } = useMarkTerms();
  const [first] = marks;
  if (!first) return null;
  const { word, icon: Icon } = termOf(first);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-pressed={current}
      aria-label={t("marks_at", { where, marks: marks.map(nameOf).join("; ") })}
      title={marks.map(nameOf).join("\n")}
      onClick={() => onOpen(first)}
      className={cn(
        "focus-visible:-outline-offset-1 inline-flex h-6 min-w-6 max-w-full items-center gap-1 rounded-sm border px-1 font-sans text-xs leading-none",
        TONE_TEXT[first.tone],
        isInferredMark(first)
          ? "border-current border-dashed bg-card"
          : `border-transparent ${TONE_SOFT[first.tone]}`,
        current && "ring-2 ring-ring",
        className,
      )}
      {...props}
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="min-w-0 truncate">{word}</span>
      {marks.length > 1 && <span className="shrink-0 tabular-nums">+{marks.length - 1}</span>}
    </button>
  );
}
