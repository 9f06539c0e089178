"use client";

import { type ReactNode, useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { CodeLines, type LineMark } from "./code-lines";
import { formatLines } from "./format";
import { diffHunks } from "./line-diff";
import { RelativeTime } from "./relative-time";
import { CitationStatusBadge } from "./status-with-reason";
import type { CitationStatus } from "./vocabulary";

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

function compare(then: CodePlace, now: CodePlace) {
  const old_marks = new Map<number, LineMark>();
  const new_marks = new Map<number, LineMark>();
  const hunks = diffHunks(then.text, now.text, {
    old_first_line: then.start_line,
    new_first_line: now.start_line,
  });
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    if (line.type === "removed" && line.old_line !== null)
      old_marks.set(line.old_line, { type: "removed", segments: line.segments });
    if (line.type === "added" && line.new_line !== null)
      new_marks.set(line.new_line, { type: "added", segments: line.segments });
  }
  return { old_marks, new_marks };
}

/** Lines joined by newlines, so a blank one at the end counts, unlike in a file. */
const placeLines = (text = "") => (text === "" ? [] : text.split(/\r\n|\r|\n/));

const join = (...texts: (string | undefined)[]) => texts.flatMap(placeLines).join("\n");

function Pane({
  heading,
  place,
  marks,
  aside,
}: {
  heading: string;
  place: CodePlace;
  marks?: ReadonlyMap<number, LineMark>;
  aside?: ReactNode;
}) {
  const range = formatLines(place.start_line, place.end_line);
  return (
    <div className="flex min-w-0 flex-col">
      <header className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-0.5 border-b bg-sunken px-3 py-1.5 text-xs">
        <p className="font-medium">{heading}</p>
        <span className="min-w-0 break-all font-mono text-muted-foreground">
          {place.path}:{range}
        </span>
        <span className="ml-auto inline-flex items-center gap-2.5 text-muted-foreground">
          <code title={place.commit}>{place.commit.slice(0, 8)}</code>
          {place.at ? <RelativeTime at={place.at} /> : null}
          {aside}
        </span>
      </header>
      <CodeLines
        label={`${heading}: ${place.path}, lines ${range}`}
        text={join(place.before, place.text, place.after)}
        first_line={place.start_line - placeLines(place.before).length}
        cited={place}
        marks={marks}
        className="max-h-[28rem] flex-1"
      />
    </div>
  );
}

/** The cited code as it was beside what stands there now, the difference marked; stacked on a small screen. */
export function ThenAndNow({
  then,
  now,
  status,
  similarity,
  absence,
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
  className?: string;
}) {
  const marks = useMemo(() => (now ? compare(then, now) : null), [then, now]);
  const verdict = (
    <span className="inline-flex items-center gap-1.5">
      <CitationStatusBadge status={status} />
      {typeof similarity === "number" ? <span>{Math.round(similarity * 100)} % alike</span> : null}
    </span>
  );
  return (
    <div
      className={cn(
        "grid min-w-0 overflow-hidden rounded-md border max-lg:divide-y lg:grid-cols-2 lg:divide-x",
        className,
      )}
    >
      <Pane heading="Then" place={then} marks={marks?.old_marks} />
      {now ? (
        <Pane heading="Now" place={now} marks={marks?.new_marks} aside={verdict} />
      ) : (
        <div className="flex min-w-0 flex-col">
          <header className="flex min-h-9 items-center gap-2.5 border-b bg-sunken px-3 py-1.5 text-xs">
            <p className="font-medium">Now</p>
            <span className="ml-auto">{verdict}</span>
          </header>
          <p className="max-w-prose p-4 text-muted-foreground text-sm">
            {absence ?? "The cited text is nowhere in the repository at this commit."}
          </p>
        </div>
      )}
    </div>
  );
}
