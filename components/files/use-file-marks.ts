"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationQuery } from "@/lib/doors/client";
import { conflictList } from "@/lib/hygiene/contract";
import { fileMemoryList } from "@/lib/memories/contract";
import { findingList } from "@/lib/reviews/contract";
import { failurePlaceList } from "@/lib/tasks/contract";
import { failureMarks, findingMarks, type Mark, memoryMarks } from "./marks";
import { fileFindingsInput, fileMemoriesInput, type Place } from "./parameters";

const MOST_CONFLICTS = 200;

/** What agents know of a file at a commit, and which parts of it could not be read or are more than is shown. */
export function useFileMarks(place: Place, line_count: number) {
  const { repository, path } = place;
  const memories = useQuery(operationQuery(fileMemoryList, fileMemoriesInput(place)));
  const findings = useQuery(operationQuery(findingList, fileFindingsInput(place)));
  const failures = useQuery(operationQuery(failurePlaceList, { repository, path }));
  const conflicts = useQuery(operationQuery(conflictList, { repository, limit: MOST_CONFLICTS }));
  const disputed = useMemo(
    () => new Set(conflicts.data?.items.flatMap((conflict) => conflict.memories.map(({ id }) => id))),
    [conflicts.data],
  );
  const marks = useMemo<readonly Mark[]>(
    () => [
      ...memoryMarks(memories.data?.items ?? [], { path, line_count, disputed }),
      ...findingMarks(findings.data?.items ?? [], line_count),
      ...failureMarks(failures.data?.items ?? [], line_count),
    ],
    [memories.data, findings.data, failures.data, path, line_count, disputed],
  );
  const parts = [
    { what: "Memories", reading: memories },
    { what: "Findings", reading: findings },
    { what: "Failures", reading: failures },
    { what: "Open conflicts", reading: conflicts },
  ];
  return {
    marks,
    loading: parts.some(({ reading }) => reading.isPending),
    /** What could not be read; it is not the same as nothing. */
    unread: parts.filter(({ reading }) => reading.isError).map(({ what }) => what),
    /** Parts of which only some are shown, each with how many there are. */
    cut: [
      { what: "findings", shown: findings.data?.items.length ?? 0, total: findings.data?.total ?? 0 },
      { what: "failures", shown: failures.data?.items.length ?? 0, total: failures.data?.total ?? 0 },
      {
        what: "open conflicts",
        shown: conflicts.data?.items.length ?? 0,
        total: conflicts.data?.total ?? 0,
      },
    ].filter(({ shown, total }) => shown < total),
  };
}

export type FileMarks = ReturnType<typeof useFileMarks>;
