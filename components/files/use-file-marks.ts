"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationQuery } from "@/lib/doors/client";
import { conflictList } from "@/lib/hygiene/contract";
import { fileMemoryList } from "@/lib/memories/contract";
import { findingList } from "@/lib/reviews/contract";
import { failurePlaceList } from "@/lib/tasks/contract";
import type { filesMarks } from "@/messages/compiled/files-marks";
import type { MessageKey, PlainKey } from "@/messages/message";
import { failureMarks, findingMarks, type Mark, memoryMarks } from "./marks";
import { fileFindingsInput, fileMemoriesInput, type Place } from "./parameters";

const MOST_CONFLICTS = 200;

type Part = { what: PlainKey<typeof filesMarks>; reading: { isPending: boolean; isError: boolean } };
type Cut = {
  what: Extract<MessageKey<typeof filesMarks>, `cut_${string}`>;
  shown: number;
  total: number;
};

/** A list of which only a part was read; null where it was read whole. */
function cutOf(
  what: Cut["what"],
  data: { items: readonly unknown[]; total: number } | undefined,
): Cut | null {
  if (data === undefined || data.items.length >= data.total) return null;
  return { what, shown: data.items.length, total: data.total };
}

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
  const parts: Part[] = [
    { what: "part_memories", reading: memories },
    { what: "part_findings", reading: findings },
    { what: "part_failures", reading: failures },
    { what: "part_conflicts", reading: conflicts },
  ];
  return {
    marks,
    loading: parts.some(({ reading }) => reading.isPending),
    /** What could not be read; it is not the same as nothing. */
    unread: parts.filter(({ reading }) => reading.isError).map(({ what }) => what),
    /** Parts of which only some are shown, each with how many there are. */
    cut: [
      cutOf("cut_findings", findings.data),
      cutOf("cut_failures", failures.data),
      cutOf("cut_conflicts", conflicts.data),
    ].flatMap((cut) => cut ?? []),
  };
}

export type FileMarks = ReturnType<typeof useFileMarks>;
