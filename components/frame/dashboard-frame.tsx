"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useUndoOf } from "@/components/pieces/undo";
import { useMe } from "@/components/pieces/use-me";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { conflictList } from "@/lib/hygiene/contract";
import { jobList } from "@/lib/jobs/contract";
import { memoryList } from "@/lib/memories/contract";
import { deliveryList, proposalList } from "@/lib/skills/contract";
import { failureList } from "@/lib/tasks/contract";
import { AppFrame } from "./app-frame";
import { MemoryOffBanner } from "./memory-off-banner";
import type { RoomCounts } from "./sidebar";
import {
  DRIFTED_MEMORIES,
  FAILED_JOBS,
  OPEN_CONFLICTS,
  OPEN_PROPOSALS,
  QUARANTINED_MEMORIES,
  RETURNED_FAILURES,
  STUCK_DELIVERIES,
  SWITCHER_REPOSITORIES,
} from "./waiting";

/** Counts that are known; a section whose count could not be read shows none rather than 0. */
function useCounts(): RoomCounts {
  const { may } = useMe();
  const proposals = useQuery(operationQuery(proposalList, OPEN_PROPOSALS));
  const deliveries = useQuery(operationQuery(deliveryList, STUCK_DELIVERIES));
  const drifted = useQuery(operationQuery(memoryList, DRIFTED_MEMORIES));
  const quarantined = useQuery(operationQuery(memoryList, QUARANTINED_MEMORIES));
  const conflicts = useQuery(operationQuery(conflictList, OPEN_CONFLICTS));
  const returned = useQuery(operationQuery(failureList, RETURNED_FAILURES));
  const jobs = useQuery({ ...operationQuery(jobList, FAILED_JOBS), enabled: may("jobs:manage") });
  return {
    proposals: proposals.data?.total ?? 0,
    skills: deliveries.data?.total ?? 0,
    citations: drifted.data?.total ?? 0,
    memories: quarantined.data?.total ?? 0,
    hygiene: conflicts.data?.total ?? 0,
    patterns: returned.data?.total ?? 0,
    settings: jobs.data?.total ?? 0,
  };
}

/**
 * The frame with what it shows of the organization. It reads through the same cache as the screens, so a decision made
 * on one changes the counts beside the sections at once.
 */
export function DashboardFrame({
  current_repository,
  sidebar_narrow,
  children,
}: {
  current_repository: string | null;
  sidebar_narrow: boolean;
  children: ReactNode;
}) {
  const { organization, me, may } = useMe();
  useUndoOf(organization?.id ?? null);
  const repositories = useQuery(operationQuery(repositoryList, SWITCHER_REPOSITORIES));
  return (
    <AppFrame
      organization={{ name: organization?.name ?? "Casebook" }}
      repositories={repositories.data?.items ?? []}
      current_repository={current_repository}
      member={{ name: me?.name ?? "", role: me?.role ?? "" }}
      counts={useCounts()}
      sidebar_narrow={sidebar_narrow}
    >
      {organization?.settings.enabled === false && <MemoryOffBanner mayChange={may("organization:manage")} />}
      {children}
    </AppFrame>
  );
}
