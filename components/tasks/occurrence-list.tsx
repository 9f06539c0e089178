"use client";

import { Actor } from "@/components/pieces/actor";
import { CodeLines } from "@/components/pieces/code-lines";
import { RelativeTime } from "@/components/pieces/relative-time";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { Occurrence } from "@/lib/tasks/contract";
import { failurePage } from "@/messages/compiled/failure-page";

const FRAMES_SHOWN = 8;

/** Each time an error was seen, the latest first, with its stack and its output. */
export function OccurrenceList({
  occurrences,
  total,
}: {
  occurrences: readonly Occurrence[];
  total: number;
}) {
  const t = useMessages(failurePage);
  return (
    <>
      {occurrences.length < total && (
        <p className="mb-2 text-muted-foreground text-sm">
          {t("latest", { count: occurrences.length, total })}
        </p>
      )}
      <ul className="flex flex-col divide-y rounded-md border bg-card">
        {occurrences.map((occurrence) => (
          <OneOccurrence key={occurrence.id} occurrence={occurrence} />
        ))}
      </ul>
    </>
  );
}

function OneOccurrence({ occurrence }: { occurrence: Occurrence }) {
  const t = useMessages(failurePage);
  const { message, test_name, commit_sha, branch, passed_commit, actor, at, task_record_id } = occurrence;
  return (
    <li className="flex min-w-0 flex-col gap-1 px-3 py-2 text-sm">
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
        <RelativeTime at={at} />
        <Actor actor={actor} />
        {commit_sha !== null && <code className="text-xs">{commit_sha.slice(0, 12)}</code>}
        {branch !== null && <code className="wrap-anywhere text-xs">{branch}</code>}
        {passed_commit !== null && (
          <span>
            {t.rich("passes_since", {
              commit: () => <code className="text-xs">{passed_commit.slice(0, 12)}</code>,
            })}
          </span>
        )}
        {task_record_id !== null && (
          <Link href={`/tasks/${task_record_id}`} className="underline">
            {t("its_task")}
          </Link>
        )}
      </p>
      {test_name !== null && <p className="wrap-anywhere font-mono text-xs">{test_name}</p>}
      <p className="wrap-anywhere">{message}</p>
      <Frames frames={occurrence.frames} />
      <details>
        <summary className="cursor-pointer text-muted-foreground">{t("output")}</summary>
        <CodeLines
          label={t("output_of_run")}
          text={occurrence.output}
          className="mt-1 max-h-80 rounded-md border"
        />
      </details>
    </li>
  );
}

function Frames({ frames }: { frames: Occurrence["frames"] }) {
  const t = useMessages(failurePage);
  if (frames.length === 0) return null;
  const shown = frames.slice(0, FRAMES_SHOWN);
  return (
    <ol className="border-l-2 pl-3 font-mono text-xs">
      {shown.map(({ file, line, function: name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the frames of a recursion are alike, and never reordered
        <li key={index} className="wrap-anywhere">
          {file}
          {line !== null && `:${line}`} <span className="text-muted-foreground">{name}</span>
        </li>
      ))}
      {frames.length > shown.length && (
        <li className="text-muted-foreground">{t("more_frames", { count: frames.length - shown.length })}</li>
      )}
    </ol>
  );
}
