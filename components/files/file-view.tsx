"use client";

import { FileQuestion } from "lucide-react";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import { countOf, formatCount } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { RepositoryFileText } from "@/lib/citations/contract";
import { type CodeHandle, CodeView } from "./code-view";
import { GutterMark } from "./gutter-mark";
import { MarkDrawer } from "./mark-drawer";
import { MEMORY_TERMS, TONE_TEXT } from "./mark-terms";
import { type Mark, MEMORY_STANDINGS, marksByLine, STANDING_TONES } from "./marks";
import type { Place } from "./parameters";
import { type FileMarks, useFileMarks } from "./use-file-marks";
import type { PlaceOf } from "./use-place";

/** A file's code with what is known of it, and what is open beside it. */
export function FileView({
  file,
  place,
  repository_id,
  repository,
}: {
  file: RepositoryFileText;
  place: PlaceOf;
  repository_id: string;
  repository: string;
}) {
  const { path, at } = place;
  const of: Place = { repository_id, repository, path, at };
  const known = useFileMarks(of, file.line_count ?? 0);
  const code = useRef<CodeHandle>(null);
  const byLine = useMemo(() => marksByLine(known.marks), [known.marks]);
  const opened = known.marks.find(({ key }) => key === place.mark) ?? null;
  const open = (mark: Mark) =>
    place.go({
      mark: mark.key,
      lines: mark.start === null || mark.end === null ? null : { start: mark.start, end: mark.end },
    });
  useMarkKeys(code);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileSummary file={file} known={known} />
      <Unplaced marks={byLine.get(0) ?? []} opened={opened} onOpen={open} />
      {file.text === null ? (
        <EmptyState icon={FileQuestion} title="Nothing to show here" className="rounded-md border bg-card">
          {file.reason}
        </EmptyState>
      ) : (
        <CodeView
          key={`${path} ${file.commit_sha}`}
          path={path}
          text={file.text}
          marks={known.marks}
          lines={place.lines}
          mark={place.mark}
          onChoose={(lines) => place.go({ lines })}
          onOpen={open}
          handle={code}
        />
      )}
      <MarkDrawer
        mark={opened}
        beside={(opened && byLine.get(opened.start ?? 0)) ?? []}
        commit={file.commit_sha}
        onOpen={open}
        onClose={() => place.go({ mark: null })}
      />
      {place.mark !== null && opened === null && !known.loading && (
        <p role="status" className="text-muted-foreground text-sm">
          The mark in this link is no longer in this file, or you are not allowed to see it.
        </p>
      )}
    </div>
  );
}

function useMarkKeys(code: RefObject<CodeHandle | null>): void {
  useShortcuts(
    [
      { keys: "j", label: "Next mark", run: () => code.current?.step(1) },
      { keys: "k", label: "Previous mark", run: () => code.current?.step(-1) },
    ],
    "This file",
  );
}

/** What is about the file but on none of its lines. */
function Unplaced({
  marks,
  opened,
  onOpen,
}: {
  marks: readonly Mark[];
  opened: Mark | null;
  onOpen: (mark: Mark) => void;
}) {
  if (marks.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <GutterMark
        marks={marks}
        where="On none of these lines"
        current={opened !== null && opened.start === null}
        onOpen={onOpen}
      />
      <span className="min-w-0 text-muted-foreground">
        {countOf(marks.length, "mark is", "marks are")} about this file but on none of its lines at this
        commit.
      </span>
    </p>
  );
}

/** How much is known of the file, and what could not be read. */
function FileSummary({ file, known }: { file: RepositoryFileText; known: FileMarks }) {
  const { marks, loading, unread, cut } = known;
  return (
    <div
      aria-busy={loading}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs"
    >
      {file.line_count !== null && <span>{countOf(file.line_count, "line", "lines")}</span>}
      {loading ? <span>Loading the marks of this file</span> : <Legend marks={marks} />}
      {cut.map(({ what, shown, total }) => (
        <span key={what}>
          The latest {formatCount(shown)} of {formatCount(total)} {what} are shown.
        </span>
      ))}
      {unread.length > 0 && (
        <span role="alert" className="text-danger">
          {unread.join(", ")} could not be loaded. Reload to try again.
        </span>
      )}
    </div>
  );
}

/** The marks by how they stand: the legend of the gutter with its numbers. */
function Legend({ marks }: { marks: readonly Mark[] }) {
  const memories = marks.flatMap((mark) => (mark.of === "memory" ? [mark] : []));
  const count = (of: Mark["of"]) => marks.filter((mark) => mark.of === of).length;
  const standings = MEMORY_STANDINGS.map((standing) => ({
    standing,
    number: memories.filter((mark) => mark.standing === standing).length,
  })).filter(({ number }) => number > 0);
  const hollow = memories.filter(({ item }) => item.citation.inferred).length;
  return (
    <>
      <Count>{countOf(memories.length, "citation", "citations")}</Count>
      {standings.map(({ standing, number }) => {
        const { word, icon: Icon, meaning } = MEMORY_TERMS[standing];
        return (
          <span
            key={standing}
            title={meaning}
            className={cn("inline-flex items-center gap-1", TONE_TEXT[STANDING_TONES[standing]])}
          >
            <Icon aria-hidden className="size-3" />
            {formatCount(number)} {word}
          </span>
        );
      })}
      {hollow > 0 && (
        <span className="inline-flex items-center gap-1 rounded-sm border border-border-strong border-dashed px-1">
          {formatCount(hollow)} inferred
        </span>
      )}
      <Count>{countOf(count("finding"), "finding", "findings")}</Count>
      <Count>{countOf(count("failure"), "failure", "failures")}</Count>
    </>
  );
}

function Count({ children }: { children: ReactNode }) {
  return <span className="font-medium text-foreground">{children}</span>;
}
