"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TimeZone } from "@/components/pieces/moment";
import { useUndoOf } from "@/components/pieces/undo";
import { useMe } from "@/components/pieces/use-me";
import { repositoryList } from "@/lib/citations/contract";
import { conversationList } from "@/lib/conversations/contract";
import { operationQuery } from "@/lib/doors/client";
import { conflictList } from "@/lib/hygiene/contract";
import { inboxCounts } from "@/lib/inbox/contract";
import { jobList } from "@/lib/jobs/contract";
import { memoryList } from "@/lib/memories/contract";
import { notificationPreferencesGet } from "@/lib/notifications/contract";
import { deliveryList, proposalList } from "@/lib/skills/contract";
import { failureList } from "@/lib/tasks/contract";
import { AppFrame } from "./app-frame";
import { ExampleBanner } from "./example-banner";
import { MemoryOffBanner } from "./memory-off-banner";
import type { SectionCounts } from "./sidebar";
import { useLive } from "./use-live";
import { useOpened } from "./use-opened";
import {
  DRIFTED_MEMORIES,
  FAILED_JOBS,
  FAILED_LOGS,
  INBOX_COUNTS,
  OPEN_CONFLICTS,
  OPEN_PROPOSALS,
  QUARANTINED_MEMORIES,
  RETURNED_FAILURES,
  STUCK_DELIVERIES,
  SWITCHER_REPOSITORIES,
} from "./waiting";

/** Counts that are known; a section whose count could not be read shows none rather than 0. */
function useCounts(): SectionCounts {
  const { may } = useMe();
  const inbox = useQuery(operationQuery(inboxCounts, INBOX_COUNTS));
  const proposals = useQuery(operationQuery(proposalList, OPEN_PROPOSALS));
  const deliveries = useQuery(operationQuery(deliveryList, STUCK_DELIVERIES));
  const drifted = useQuery(operationQuery(memoryList, DRIFTED_MEMORIES));
  const quarantined = useQuery(operationQuery(memoryList, QUARANTINED_MEMORIES));
  const conflicts = useQuery(operationQuery(conflictList, OPEN_CONFLICTS));
  const returned = useQuery(operationQuery(failureList, RETURNED_FAILURES));
  const logs = useQuery(operationQuery(conversationList, FAILED_LOGS));
  const jobs = useQuery({ ...operationQuery(jobList, FAILED_JOBS), enabled: may("jobs:manage") });
  return {
    inbox: inbox.data?.total ?? 0,
    proposals: proposals.data?.total ?? 0,
    skills: deliveries.data?.total ?? 0,
    citations: drifted.data?.total ?? 0,
    memories: quarantined.data?.total ?? 0,
    hygiene: conflicts.data?.total ?? 0,
    patterns: returned.data?.total ?? 0,
    conversations: logs.data?.total ?? 0,
    settings: jobs.data?.total ?? 0,
  };
}

/** Everybody is in UTC until they say otherwise, so it says nothing of where they are. */
const NOT_CHOSEN = "UTC";

/** The time zone that the person chose for notifications; null: none. */
function useChosenZone(): string | null {
  const { data } = useQuery(operationQuery(notificationPreferencesGet, {}));
  if (data === undefined || data.time_zone === NOT_CHOSEN) return null;
  return data.time_zone;
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
  useLive({ organization_id: organization?.id ?? null, person_id: me?.id ?? null });
  useOpened();
  const repositories = useQuery(operationQuery(repositoryList, SWITCHER_REPOSITORIES));
  const zone = useChosenZone();
  return (
    <TimeZone zone={zone}>
      <AppFrame
        organization={{ name: organization?.name ?? "Casebook" }}
        repositories={repositories.data?.items ?? []}
        current_repository={current_repository}
        member={{ name: me?.name ?? "", role: me?.role ?? "" }}
        counts={useCounts()}
        sidebar_narrow={sidebar_narrow}
      >
        <ExampleBanner />
        {organization?.settings.enabled === false && (
          <MemoryOffBanner mayChange={may("organization:manage")} />
        )}
        {children}
      </AppFrame>
    </TimeZone>
  );
}
