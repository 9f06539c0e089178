"use client";

import { FileQuestion } from "lucide-react";
import { type ReactNode, type RefObject, useMemo, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { RepositoryFileText } from "@/lib/citations/contract";
import { counts } from "@/messages/compiled/counts";
import { filesMarks } from "@/messages/compiled/files-marks";
import { type CodeHandle, CodeView } from "./code-view";
import { GutterMark } from "./gutter-mark";
import { markCount } from "./legend";
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
  const t = useMessages(filesMarks);
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
        <EmptyState icon={FileQuestion} title={t("nothing")} className="rounded-md border bg-card">
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
          {t("gone")}
        </p>
      )}
    </div>
  );
}

function useMarkKeys(code: RefObject<CodeHandle | null>): void {
  const t = useMessages(filesMarks);
  useShortcuts(
    [
      { keys: "j", label: t("keys_next"), run: () => code.current?.step(1) },
      { keys: "k", label: t("keys_previous"), run: () => code.current?.step(-1) },
    ],
    t("keys_file"),
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
  const t = useMessages(filesMarks);
  if (marks.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <GutterMark
        marks={marks}
        where={t("no_line")}
        current={opened !== null && opened.start === null}
        onOpen={onOpen}
      />
      <span className="min-w-0 text-muted-foreground">{t("unplaced", { count: marks.length })}</span>
    </p>
  );
}

/** How much is known of the file, and what could not be read. */
function FileSummary({ file, known }: { file: RepositoryFileText; known: FileMarks }) {
  const t = useMessages(filesMarks);
  const countsOf = useMessages(counts);
  const { marks, loading, unread, cut } = known;
  return (
    <div
      aria-busy={loading}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs"
    >
      {file.line_count !== null && <span>{countsOf("lines", { count: file.line_count })}</span>}
      {loading ? <span>{t("loading")}</span> : <Legend marks={marks} unread={unread} />}
      {cut.map(({ what, shown, total }) => (
        <span key={what}>{t(what, { shown, total })}</span>
      ))}
      {unread.length > 0 && (
        <span role="alert" className="text-danger">
          {t("unread", { parts: unread.map((part) => t(part)).join(", ") })}
        </span>
      )}
    </div>
  );
}

/** The marks by how they stand: the legend of the gutter with its numbers, as far as they are known. */
function Legend({ marks, unread }: { marks: readonly Mark[]; unread: FileMarks["unread"] }) {
  const t = useMessages(filesMarks);
  const countsOf = useMessages(counts);
  const memories = marks.flatMap((mark) => (mark.of === "memory" ? [mark] : []));
  const citations = markCount({ marks, unread, of: "memory" });
  const findings = markCount({ marks, unread, of: "finding" });
  const failures = markCount({ marks, unread, of: "failure" });
  const standings = MEMORY_STANDINGS.map((standing) => ({
    standing,
    number: memories.filter((mark) => mark.standing === standing).length,
  })).filter(({ number }) => number > 0);
  const inferred = memories.filter(({ item }) => item.citation.inferred).length;
  return (
    <>
      {citations !== null && <Count>{countsOf("citations", { count: citations })}</Count>}
      {standings.map(({ standing, number }) => {
        const { word, icon: Icon, meaning } = MEMORY_TERMS[standing];
        return (
          <span
            key={standing}
            title={t(meaning)}
            className={cn("inline-flex items-center gap-1", TONE_TEXT[STANDING_TONES[standing]])}
          >
            <Icon aria-hidden className="size-3" />
            {t("count_of_standing", { count: number, standing: t(word) })}
          </span>
        );
      })}
      {inferred > 0 && (
        <span className="inline-flex items-center gap-1 rounded-sm border border-border-strong border-dashed px-1">
          {t("inferred", { count: inferred })}
        </span>
      )}
      {findings !== null && <Count>{countsOf("findings", { count: findings })}</Count>}
      {failures !== null && <Count>{countsOf("failures", { count: failures })}</Count>}
    </>
  );
}

function Count({ children }: { children: ReactNode }) {
  return <span className="font-medium text-foreground">{children}</span>;
}
