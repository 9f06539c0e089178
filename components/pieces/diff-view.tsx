"use client";

import { type ReactNode, useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { useMediaQuery } from "@/components/ui/use-media-query";
import { codeViews } from "@/messages/compiled/code-views";
import { Segments } from "./code-lines";
import {
  countChanges,
  type DiffHunk,
  type DiffLine,
  type DiffOptions,
  diffHunks,
  splitRows,
} from "./line-diff";

const SIGNS = { added: "+", removed: "−", context: "" } as const;
const ROWS = { added: "bg-added", removed: "bg-removed", context: "" } as const;

function Text({ line }: { line: DiffLine }) {
  const t = useMessages(codeViews);
  return (
    <>
      {line.type !== "context" && <span className="sr-only">{t(`line_${line.type}`)}</span>}
      <Segments segments={line.segments} type={line.type} />
    </>
  );
}

const numberCell = "w-[1%] select-none whitespace-nowrap px-2 text-right align-top text-muted-foreground";
const signCell = "w-4 select-none align-top text-muted-foreground";
const textCell = "whitespace-pre-wrap wrap-anywhere pr-3 align-top";

function UnifiedRows({ lines }: { lines: readonly DiffLine[] }) {
  return lines.map((line) => (
    <tr key={`${line.old_line}:${line.new_line}`} className={ROWS[line.type]}>
      <td className={numberCell}>{line.old_line ?? <span className="sm:hidden">{line.new_line}</span>}</td>
      <td className={cn(numberCell, "max-sm:hidden")}>{line.new_line}</td>
      <td aria-hidden className={signCell}>
        {SIGNS[line.type]}
      </td>
      <td className={textCell}>
        <Text line={line} />
      </td>
    </tr>
  ));
}

function Side({ line, side }: { line: DiffLine | null; side: "before" | "after" }) {
  const edge = side === "after" && "border-l";
  if (!line) {
    return (
      <>
        <td className={cn(numberCell, "bg-sunken", edge)} />
        <td className={cn(signCell, "bg-sunken")} />
        <td className="bg-sunken" />
      </>
    );
  }
  const fill = ROWS[line.type];
  return (
    <>
      <td className={cn(numberCell, fill, edge)}>{side === "before" ? line.old_line : line.new_line}</td>
      <td aria-hidden className={cn(signCell, fill)}>
        {SIGNS[line.type]}
      </td>
      <td className={cn(textCell, fill)}>
        <Text line={line} />
      </td>
    </>
  );
}

/** One hunk: its head, which can be a button, and its lines. DiffView stacks them; a screen with hunks of its own may too. */
export function DiffHunkBlock({
  hunk,
  name,
  view = "unified",
  selected = false,
  onSelect,
  actions,
  children,
}: {
  hunk: DiffHunk;
  /** "Hunk 1 of 3". */
  name: string;
  view?: "unified" | "split";
  selected?: boolean;
  onSelect?: () => void;
  actions?: ReactNode;
  /** What stands between the head and the lines. */
  children?: ReactNode;
}) {
  const wide = useMediaQuery("(min-width: 768px)");
  const split = view === "split" && wide;
  const place = `−${hunk.old_start},${hunk.old_lines} +${hunk.new_start},${hunk.new_lines}`;
  return (
    <div
      className={cn(
        "border-b border-l-2 border-l-transparent last:border-b-0",
        selected && "border-l-primary",
      )}
    >
      <div
        className={cn(
          "flex min-h-8 flex-wrap items-center gap-2 border-b bg-card px-3 py-1 text-muted-foreground text-xs",
          selected && "bg-primary-soft text-foreground",
        )}
      >
        {onSelect ? (
          <button
            type="button"
            aria-pressed={selected}
            onClick={onSelect}
            className="inline-flex items-center gap-2 rounded-sm hover:text-foreground"
          >
            <span className="font-medium">{name}</span>
            <span className="font-mono">{place}</span>
          </button>
        ) : (
          <span className="inline-flex items-center gap-2">
            <span className="font-medium">{name}</span>
            <span className="font-mono">{place}</span>
          </span>
        )}
        {actions && <span className="ml-auto flex gap-1.5">{actions}</span>}
      </div>
      {children}
      <table
        className={cn("w-full border-collapse bg-card font-mono text-xs leading-5", split && "table-fixed")}
      >
        <caption className="sr-only">{`${name}: ${place}`}</caption>
        {split && (
          <colgroup>
            <col className="w-11" />
            <col className="w-4" />
            <col />
            <col className="w-11" />
            <col className="w-4" />
            <col />
          </colgroup>
        )}
        <tbody>
          {split ? (
            splitRows(hunk.lines).map(({ before, after }) => (
              <tr key={`${before?.old_line ?? ""}:${after?.new_line ?? ""}`}>
                <Side line={before} side="before" />
                <Side line={after} side="after" />
              </tr>
            ))
          ) : (
            <UnifiedRows lines={hunk.lines} />
          )}
        </tbody>
      </table>
    </div>
  );
}

export type DiffViewProps = {
  /** Names the difference: the path of the file, or the section of a skill. */
  label: string;
  old_text: string;
  new_text: string;
  /** Split needs width: below 768 px the view is unified whatever is asked. */
  view?: "unified" | "split";
  options?: DiffOptions;
  selected_hunk?: number | null;
  /** Makes the head of each hunk a button; the evidence beside the diff follows the selection. */
  onSelectHunk?: (hunk: DiffHunk) => void;
  /** What stands at the right of a hunk's head: its decision, its buttons. */
  hunkActions?: (hunk: DiffHunk) => ReactNode;
  className?: string;
};

/** The difference of two texts in hunks, changed words marked, long lines wrapped. */
export function DiffView({
  label,
  old_text,
  new_text,
  view = "unified",
  options,
  selected_hunk,
  onSelectHunk,
  hunkActions,
  className,
}: DiffViewProps) {
  const t = useMessages(codeViews);
  const { context, old_first_line, new_first_line } = options ?? {};
  const hunks = useMemo(
    () => diffHunks(old_text, new_text, { context, old_first_line, new_first_line }),
    [old_text, new_text, context, old_first_line, new_first_line],
  );
  const { added, removed } = countChanges(hunks);
  return (
    <section
      aria-label={t("difference", { label })}
      className={cn("min-w-0 overflow-hidden rounded-md border", className)}
    >
      <header className="flex flex-wrap items-center gap-x-3 border-b bg-sunken px-3 py-1.5 text-xs">
        <p className="min-w-0 break-all font-medium font-mono">{label}</p>
        <span className="ml-auto text-muted-foreground">
          {t.rich("changes", {
            added_count: added,
            removed_count: removed,
            added: (content) => <span className="text-ok">{content}</span>,
            removed: (content) => <span className="text-danger">{content}</span>,
            sr: (content) => <span className="sr-only">{content}</span>,
          })}
        </span>
      </header>
      {hunks.length === 0 && <p className="p-4 text-muted-foreground text-sm">{t("same_texts")}</p>}
      {hunks.map((hunk) => (
        <DiffHunkBlock
          key={hunk.index}
          hunk={hunk}
          name={t("hunk", { place: hunk.index + 1, total: hunks.length })}
          view={view}
          selected={selected_hunk === hunk.index}
          onSelect={onSelectHunk ? () => onSelectHunk(hunk) : undefined}
          actions={hunkActions?.(hunk)}
        />
      ))}
    </section>
  );
}
