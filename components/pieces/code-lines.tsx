import { cn } from "@/components/ui/cn";
import { linesOf, type Segment } from "./line-diff";

export type LineMark = { type: "added" | "removed"; segments?: readonly Segment[] };

const MARKS = {
  added: { sign: "+", word: "added", row: "bg-added", segment: "bg-added-strong" },
  removed: { sign: "−", word: "removed", row: "bg-removed", segment: "bg-removed-strong" },
} as const;

/** The text of a line with the changed stretches marked. */
export function Segments({
  segments,
  type,
}: {
  segments: readonly Segment[];
  type: "added" | "removed" | "context";
}) {
  return segments.map((segment, index) =>
    segment.changed && type !== "context" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a line have no identity but their place
      <mark key={index} className={cn("rounded-[2px] text-inherit", MARKS[type].segment)}>
        {segment.text}
      </mark>
    ) : (
      segment.text
    ),
  );
}

/** Code with its line numbers; `cited` marks the lines in question, `marks` what differs from another version. */
export function CodeLines({
  label,
  text,
  first_line = 1,
  cited,
  marks,
  wrap = false,
  className,
}: {
  /** Names the code for assistive technology: "src/api/version.ts, lines 12 to 18". */
  label: string;
  text: string;
  first_line?: number;
  cited?: { start_line: number; end_line: number };
  /** By line number. */
  marks?: ReadonlyMap<number, LineMark>;
  wrap?: boolean;
  className?: string;
}) {
  const lines = linesOf(text);
  const digits = String(first_line + Math.max(0, lines.length - 1)).length;
  return (
    // A group, not a region: a page may hold many pieces of code, and each region would be a landmark.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls, and this is text
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the keyboard cannot scroll a long line
      tabIndex={0}
      className={cn("focus-visible:-outline-offset-2 min-w-0 overflow-auto bg-card py-1.5", className)}
    >
      <pre className={cn("min-w-full text-xs leading-5", !wrap && "w-max")}>
        {lines.map((line, index) => {
          const number = first_line + index;
          const mark = marks?.get(number);
          const isCited = cited && number >= cited.start_line && number <= cited.end_line;
          return (
            <div
              key={number}
              className={cn(
                "flex border-transparent border-l-2",
                isCited && !mark && "bg-mark",
                isCited && "border-l-primary",
                mark && MARKS[mark.type].row,
              )}
            >
              <span
                aria-hidden
                className="shrink-0 select-none pr-2 pl-2 text-right text-muted-foreground"
                style={{ minWidth: `calc(${digits}ch + 1rem)` }}
              >
                {number}
              </span>
              <span aria-hidden className="w-4 shrink-0 select-none text-muted-foreground">
                {mark ? MARKS[mark.type].sign : null}
              </span>
              <code
                className={cn(
                  "flex-1 pr-3",
                  wrap ? "min-w-0 whitespace-pre-wrap break-words" : "whitespace-pre",
                )}
              >
                {mark ? <span className="sr-only">{MARKS[mark.type].word}: </span> : null}
                {mark?.segments ? <Segments segments={mark.segments} type={mark.type} /> : line}
                {"\n"}
              </code>
            </div>
          );
        })}
      </pre>
    </div>
  );
}
