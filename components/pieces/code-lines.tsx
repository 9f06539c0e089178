"use client";

import { cn } from "@/components/ui/cn";
import { textRunsOf } from "./code-text";
import { type CodeToken, classOfPart, useTokens } from "./highlight";
import { linesOf, type Segment } from "./line-diff";

const MARKS = { added: "bg-added-strong", removed: "bg-removed-strong" } as const;

/** The text of a line: changed runs marked, coloured by its tokens where they are known. */
export function Segments({
  segments,
  type,
  tokens = null,
}: {
  segments: readonly Segment[];
  type: "added" | "removed" | "context";
  tokens?: readonly CodeToken[] | null;
}) {
  return textRunsOf(segments, tokens).map(({ text, changed, part }, index) => {
    const colour = classOfPart(part);
    if (changed && type !== "context")
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line have no identity but their place
        <mark key={index} className={cn("rounded-[2px] text-inherit", MARKS[type], colour)}>
          {text}
        </mark>
      );
    if (colour === null) return text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index} className={colour}>
        {text}
      </span>
    );
  });
}

/** Code with its line numbers, coloured where the path tells its language; `wrap` breaks long lines. */
export function CodeLines({
  label,
  text,
  path = "",
  first_line = 1,
  wrap = false,
  className,
}: {
  /** Names the code for assistive technology: "src/api/version.ts, lines 12 to 18". */
  label: string;
  text: string;
  path?: string;
  first_line?: number;
  wrap?: boolean;
  className?: string;
}) {
  const lines = linesOf(text);
  const tokens = useTokens(path, lines.join("\n"));
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
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its number
          <div key={index} className="flex">
            <span
              aria-hidden
              className="shrink-0 select-none px-2 text-right text-muted-foreground"
              style={{ minWidth: `calc(${digits}ch + 1rem)` }}
            >
              {first_line + index}
            </span>
            <code
              className={cn(
                "flex-1 pr-3 pl-2",
                wrap ? "min-w-0 whitespace-pre-wrap wrap-anywhere" : "whitespace-pre",
              )}
            >
              <Segments
                segments={[{ text: line, changed: false }]}
                type="context"
                tokens={tokens?.[index] ?? null}
              />
              {"\n"}
            </code>
          </div>
        ))}
      </pre>
    </div>
  );
}
