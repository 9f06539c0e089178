"use client";

import { type ReactNode, useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { useMediaQuery } from "@/components/ui/use-media-query";
import type { CitationStatus } from "@/lib/citations/contract";
import { codeViews } from "@/messages/compiled/code-views";
import type { Translate } from "@/messages/message";
import { Segments } from "./code-lines";
import { type ComparedLine, type ComparedRow, compareRows, unifiedRows, wholeText } from "./comparison-rows";
import { formatLines } from "./format";
import { type CodeToken, useTokens } from "./highlight";
import { RelativeTime } from "./relative-time";
import { CitationStatusBadge } from "./vocabulary-badges";

/** A place in a repository as it was or is at one commit, with lines of context around it if there are any. */
export type CodePlace = {
  path: string;
  start_line: number;
  end_line: number;
  /** Full commit SHA. */
  commit: string;
  at?: string | null;
  /** The cited lines. */
  text: string;
  /** Lines before and after, shown but not cited. */
  before?: string;
  after?: string;
};

const SIGNS = { added: "+", removed: "−", context: "" } as const;
const FILLS = { added: "bg-added", removed: "bg-removed", context: "" } as const;

const NUMBER = "w-[1%] select-none whitespace-nowrap border-l-2 px-2 text-right align-top";
const SIGN = "w-4 select-none align-top text-muted-foreground";
const TEXT = "whitespace-pre-wrap pr-3 align-top wrap-anywhere";

type Tokens = readonly (readonly CodeToken[])[] | null;

function LineText({ line, tokens }: { line: ComparedLine; tokens: Tokens }) {
  const t = useMessages(codeViews);
  return (
    <td className={cn(TEXT, FILLS[line.type])}>
      {line.type !== "context" && <span className="sr-only">{t(`line_${line.type}`)}</span>}
      <Segments segments={line.segments} type={line.type} tokens={tokens?.[line.index] ?? null} />
    </td>
  );
}

/** The cited lines carry a stroke at their number, so that they are distinguished from the lines around them. */
function numberClasses(line: ComparedLine | null): string {
  return cn(
    NUMBER,
    "text-muted-foreground",
    line?.cited ? "border-l-primary" : "border-l-transparent",
    line && FILLS[line.type],
  );
}

function Half({ line, tokens }: { line: ComparedLine | null; tokens: Tokens }) {
  if (!line)
    return (
      <>
        <td className={cn(NUMBER, "border-l-transparent bg-sunken")} />
        <td className={cn(SIGN, "bg-sunken")} />
        <td className="bg-sunken" />
      </>
    );
  return (
    <>
      <td className={numberClasses(line)}>{line.line}</td>
      <td aria-hidden className={cn(SIGN, FILLS[line.type])}>
        {SIGNS[line.type]}
      </td>
      <LineText line={line} tokens={tokens} />
    </>
  );
}

const keyOf = ({ was, now }: ComparedRow) => `${was?.line ?? ""}:${now?.line ?? ""}`;

function SplitTable({
  rows,
  then_tokens,
  now_tokens,
}: {
  rows: readonly ComparedRow[];
  then_tokens: Tokens;
  now_tokens: Tokens;
}) {
  const t = useMessages(codeViews);
  return (
    <table className="w-full table-fixed border-collapse font-mono text-xs leading-5">
      <caption className="sr-only">{t("caption_split")}</caption>
      <colgroup>
        <col className="w-12" />
        <col className="w-4" />
        <col />
        <col className="w-12" />
        <col className="w-4" />
        <col />
      </colgroup>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="[&>td:nth-child(4)]:shadow-[inset_1px_0_0_var(--border)]">
            <Half line={row.was} tokens={then_tokens} />
            <Half line={row.now} tokens={now_tokens} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UnifiedTable({
  rows,
  then_tokens,
  now_tokens,
}: {
  rows: readonly ComparedRow[];
  then_tokens: Tokens;
  now_tokens: Tokens;
}) {
  const t = useMessages(codeViews);
  return (
    <table className="w-full border-collapse font-mono text-xs leading-5">
      <caption className="sr-only">{t("caption_unified")}</caption>
      <tbody>
        {unifiedRows(rows).map((row) => {
          const line = row.now ?? row.was;
          if (!line) return null;
          return (
            <tr key={keyOf(row)}>
              <td className={numberClasses(line)}>{line.line}</td>
              <td aria-hidden className={cn(SIGN, FILLS[line.type])}>
                {SIGNS[line.type]}
              </td>
              <LineText line={line} tokens={row.now ? now_tokens : then_tokens} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function PlaceHead({ heading, place, aside }: { heading: string; place: CodePlace; aside?: ReactNode }) {
  return (
    <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5 bg-sunken px-3 py-1.5 text-xs">
      <p className="font-medium">{heading}</p>
      <span className="min-w-0 break-all font-mono text-muted-foreground">
        {place.path}:{formatLines(place.start_line, place.end_line)}
      </span>
      <span className="ml-auto inline-flex items-center gap-2.5 text-muted-foreground">
        <code title={place.commit}>{place.commit.slice(0, 8)}</code>
        {place.at && <RelativeTime at={place.at} />}
        {aside}
      </span>
    </div>
  );
}

/** What the code is called: "Then src/a.ts, lines 1–2; now src/a.ts, lines 4–5". */
function labelOf({
  t,
  then,
  now,
}: {
  t: Translate<typeof codeViews>;
  then: CodePlace;
  now: CodePlace | null;
}): string {
  const was = { path: then.path, lines: formatLines(then.start_line, then.end_line) };
  if (now === null) return t("label_then", was);
  const now_lines = formatLines(now.start_line, now.end_line);
  return t("label_both", { ...was, now_path: now.path, now_lines });
}

/** The rows of a text that has no counterpart: nothing in it is a change. */
const aloneRows = (place: CodePlace): ComparedRow[] =>
  compareRows(place, place).map(({ was }) => ({ was, now: null }));

/**
 * The cited code as it was beside what stands there now, coloured, the changed words marked. In one column where there is
 * no room for two, or when asked for.
 */
export function ThenAndNow({
  then,
  now,
  status,
  similarity,
  absence,
  view = "split",
  className,
}: {
  then: CodePlace;
  /** Null when there is nothing to show: missing, or the source could not be read. */
  now: CodePlace | null;
  status: CitationStatus;
  /** 0–1, for an edited citation. */
  similarity?: number | null;
  /** Said in place of `now`. */
  absence?: ReactNode;
  view?: "split" | "unified";
  className?: string;
}) {
  const t = useMessages(codeViews);
  const wide = useMediaQuery("(min-width: 1024px)");
  const split = view === "split" && wide;
  const rows = useMemo(() => {
    if (now) return compareRows(then, now);
    return aloneRows(then);
  }, [then, now]);
  const then_tokens = useTokens(then.path, wholeText(then));
  const now_tokens = useTokens(now?.path ?? "", now ? wholeText(now) : "");
  const verdict = (
    <span className="inline-flex items-center gap-1.5">
      <CitationStatusBadge status={status} />
      {typeof similarity === "number" && (
        <span>{t("similar", { percent: Math.round(similarity * 100) })}</span>
      )}
    </span>
  );
  const absent = (
    <p className="max-w-prose p-4 text-pretty font-sans text-muted-foreground text-sm">
      {absence ?? t("absent_nowhere")}
    </p>
  );
  return (
    <div className={cn("min-w-0 overflow-hidden rounded-md border bg-card", className)}>
      <div className={cn("grid divide-y border-b", split && "grid-cols-2 divide-x divide-y-0")}>
        <PlaceHead heading={t("side_then")} place={then} />
        {now ? (
          <PlaceHead heading={t("side_now")} place={now} aside={verdict} />
        ) : (
          <div className="flex min-h-9 items-center gap-2.5 bg-sunken px-3 py-1.5 text-xs">
            <p className="font-medium">{t("side_now")}</p>
            <span className="ml-auto">{verdict}</span>
          </div>
        )}
      </div>
      {/* A group, not a region: a page may hold many pieces of code, and each region would be a landmark. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls, and this is text */}
      <div
        role="group"
        aria-label={labelOf({ t, then, now })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the keyboard cannot scroll a long citation
        tabIndex={0}
        className={cn(
          "focus-visible:-outline-offset-2 max-h-[32rem] min-w-0 overflow-auto py-1",
          now === null && split && "grid grid-cols-2 divide-x",
        )}
      >
        {now && split ? (
          <SplitTable rows={rows} then_tokens={then_tokens} now_tokens={now_tokens} />
        ) : (
          <UnifiedTable rows={rows} then_tokens={then_tokens} now_tokens={now_tokens} />
        )}
        {now === null && absent}
      </div>
    </div>
  );
}
