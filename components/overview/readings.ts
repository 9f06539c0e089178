import type { repositoryList } from "@/lib/citations/contract";
import type { conflictList } from "@/lib/hygiene/contract";
import type { jobList } from "@/lib/jobs/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { DAY_MS } from "@/lib/kernel/time";
import type { MemoryStatus, memoryList } from "@/lib/memories/contract";
import type { reviewList, ruleList, ruleSeries } from "@/lib/reviews/contract";
import {
  type deliveryList,
  type proposalList,
  type skillMarkers,
  UNRESOLVED_DELIVERIES,
} from "@/lib/skills/contract";

/**
 * What the overview asks, as the server prefetches it and the browser asks again. Periods are counted from a given start
 * of day, so that both ask for the same.
 */

/** Rows shown of each thing that waits; the rest is one link away, with the true number on it. */
export const SHOWN = 5;
const WEEKS = 12;

/** Milliseconds of 00:00 UTC of a moment's day. */
export const startOfDay = (moment: number): number => Math.floor(moment / DAY_MS) * DAY_MS;

const iso = (moment: number) => new Date(moment).toISOString();

export const openProposals = (repository?: string): CallOf<typeof proposalList> => ({
  status: ["open"],
  repository,
  limit: SHOWN,
});

export const memoriesInState = (status: MemoryStatus, repository?: string): CallOf<typeof memoryList> => ({
  status: [status],
  repository,
  limit: SHOWN,
});

export const stoppedMemories = (repository?: string): CallOf<typeof memoryList> => ({
  awaiting_safety: true,
  repository,
  limit: SHOWN,
});

export const openConflicts = (repository?: string): CallOf<typeof conflictList> => ({
  repository,
  limit: SHOWN,
});

export const STUCK_DELIVERIES: CallOf<typeof deliveryList> = {
  status: [...UNRESOLVED_DELIVERIES],
  limit: SHOWN,
};
export const FAILED_JOBS: CallOf<typeof jobList> = { state: ["failed"], limit: SHOWN };
export const REPOSITORIES: CallOf<typeof repositoryList> = { limit: 200 };
export const FAILED_REPOSITORIES: CallOf<typeof repositoryList> = { fetch_status: "failed", limit: 200 };
export const ANY_REVIEW: CallOf<typeof reviewList> = { limit: 1 };

/** The last twelve weeks, up to the end of today. */
export const rejectionSeries = (today: number, repository?: string): CallOf<typeof ruleSeries> => ({
  bucket: "week",
  from: iso(today - WEEKS * 7 * DAY_MS),
  to: iso(today + DAY_MS),
  repository,
});

export const markers = (today: number, repository?: string): CallOf<typeof skillMarkers> => ({
  from: iso(today - WEEKS * 7 * DAY_MS),
  to: iso(today + DAY_MS),
  repository,
});

/** As far back as the rules board looks by default. */
const RULE_DAYS = 90;

export const worstRules = (today: number, repository?: string): CallOf<typeof ruleList> => ({
  from: iso(today - RULE_DAYS * DAY_MS),
  repository,
  limit: 6,
});

/** Memories stored in the last 30 days and in the 30 days before. */
export const storedIn = (
  today: number,
  repository?: string,
): [now: CallOf<typeof memoryList>, before: CallOf<typeof memoryList>] => {
  const start = today - 29 * DAY_MS;
  return [
    { created_after: iso(start), repository, limit: 1 },
    { created_after: iso(start - 30 * DAY_MS), created_before: iso(start), repository, limit: 1 },
  ];
};

/** Proposals that were decided one way or the other. */
export const decided = (
  status: "approved" | "rejected",
  repository?: string,
): CallOf<typeof proposalList> => ({
  status: [status],
  repository,
  limit: 1,
});
