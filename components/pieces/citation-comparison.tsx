"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { CitationDetail } from "@/lib/citations/contract";
import { citationGet } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { errorStateOf } from "./problem";
import { type CodePlace, ThenAndNow } from "./then-and-now";
import { CITATION_STATUSES } from "./vocabulary";

type Place = NonNullable<CitationDetail["was"]>;

const toPlace = ({ line_start, line_end, commit_sha, ...place }: Place): CodePlace => ({
  ...place,
  start_line: line_start,
  end_line: line_end,
  commit: commit_sha,
});

function absenceOf(detail: CitationDetail): string {
  if (detail.head === null) return "The repository could not be read, so what stands there now is not known.";
  const { status } = detail.current ?? detail;
  if (status === "missing") return "The cited text is nowhere in the repository at this commit.";
  return "The lines could not be read at this commit.";
}

/** One citation as it was and as it stands now, read when it is shown; the verdict is that of this moment. */
export function CitationComparison({
  citation_id,
  narrow = false,
}: {
  citation_id: string;
  /** One pane above the other, in a drawer or a column. */
  narrow?: boolean;
}) {
  const query = useQuery(operationQuery(citationGet, { citation_id }));
  if (query.isError)
    return (
      <ErrorState
        {...errorStateOf("The cited code could not be read.", query.error, {
          onRetry: () => void query.refetch(),
          retrying: query.isFetching,
        })}
      />
    );
  if (!query.data)
    return (
      <div
        aria-busy
        className={`grid overflow-hidden rounded-md border bg-card ${narrow ? "" : "lg:grid-cols-2"}`}
      >
        <span className="sr-only">Reading the cited code</span>
        {["then", "now"].map((side) => (
          <div key={side} className="flex h-40 flex-col gap-2.5 p-3">
            <Skeleton className="mb-2 w-2/5" />
            <Skeleton className="w-4/5" />
            <Skeleton className="w-3/5" />
            <Skeleton className="w-2/3" />
          </div>
        ))}
      </div>
    );
  return <Comparison detail={query.data} narrow={narrow} />;
}

function Comparison({ detail, narrow }: { detail: CitationDetail; narrow: boolean }) {
  const verdict = detail.current ?? detail;
  const differs = detail.current !== null && detail.current.status !== detail.status;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {detail.was ? (
        <ThenAndNow
          then={toPlace(detail.was)}
          now={detail.now && toPlace(detail.now)}
          status={verdict.status}
          similarity={verdict.status === "edited" ? verdict.similarity : null}
          absence={absenceOf(detail)}
          className={narrow ? "divide-y lg:grid-cols-1 lg:divide-x-0" : undefined}
        />
      ) : (
        <p className="rounded-md border bg-card p-4 text-muted-foreground text-sm">
          Only hashes of the cited text are kept, and it cannot be read from the repository, so there is
          nothing to compare. Checks work all the same.
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-pretty text-muted-foreground text-xs">
        {verdict.reason ? <span>{verdict.reason}</span> : null}
        {differs ? (
          <span>
            The last recorded check said “{CITATION_STATUSES[detail.status].word}”; this is what stands there
            now. Check now to record it.
          </span>
        ) : null}
      </p>
    </div>
  );
}
