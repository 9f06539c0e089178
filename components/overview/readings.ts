import type { driftGet, repositoryList } from "@/lib/citations/contract";
import type { conversationList } from "@/lib/conversations/contract";
import type { inboxList, overviewGet } from "@/lib/inbox/contract";
import type { jobList } from "@/lib/jobs/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { DAY_MS } from "@/lib/kernel/durations";
import type { recallStats } from "@/lib/recall/contract";
import type { ruleList, ruleSeries } from "@/lib/reviews/contract";
import type { holdoutGet } from "@/lib/sessions/contract";
import { type deliveryList, type skillMarkers, UNRESOLVED_DELIVERIES } from "@/lib/skills/contract";

/**
 * What the overview asks, as the server prefetches it and the browser asks again. Periods are counted from a given start
 * of day, so that both ask for the same.
 */

/** Rows shown of each thing that waits; the rest is one link away, with the true number on it. */
export const SHOWN = 5;

/** Milliseconds of 00:00 UTC of a moment's day. */
export const startOfDay = (moment: number): number => Math.floor(moment / DAY_MS) * DAY_MS;

const iso = (moment: number) => new Date(moment).toISOString();

export const STUCK_DELIVERIES: CallOf<typeof deliveryList> = {
  status: [...UNRESOLVED_DELIVERIES],
  limit: SHOWN,
};
export const FAILED_JOBS: CallOf<typeof jobList> = { state: ["failed"], limit: SHOWN };
export const FAILED_LOGS: CallOf<typeof conversationList> = { state: "failed", limit: SHOWN };
export const FAILED_REPOSITORIES: CallOf<typeof repositoryList> = { fetch_status: "failed", limit: 200 };

/** As far back as the reviews' own screen looks by default, so that both state the same figures. */
const PERIOD_DAYS = 90;

export const periodStart = (today: number): string => iso(today - PERIOD_DAYS * DAY_MS);

/** How citations came to fail and to hold, by week. */
export const driftOf = (repository?: string): CallOf<typeof driftGet> => ({ days: PERIOD_DAYS, repository });

/** What recalls were worth, by day. */
export const recallStatsOf = (repository?: string): CallOf<typeof recallStats> => ({
  days: PERIOD_DAYS,
  repository,
});

export const comparisonOf = (repository?: string): CallOf<typeof holdoutGet> => ({
  days: PERIOD_DAYS,
  repository,
});

/** As long as screens of recalls look back by default, so that both state the same tokens. */
export const COST_DAYS = 30;

export const tokensOf = (repository?: string): CallOf<typeof recallStats> => ({
  days: COST_DAYS,
  repository,
});

/** What waits for the person who looks, what reaches furthest for longest first. */
export const firstOfInbox = (repository?: string): CallOf<typeof inboxList> => ({ repository, limit: 8 });

export const rejectionSeries = (today: number, repository?: string): CallOf<typeof ruleSeries> => ({
  bucket: "week",
  from: periodStart(today),
  repository,
});

export const markers = (today: number, repository?: string): CallOf<typeof skillMarkers> => ({
  from: periodStart(today),
  repository,
});

export const worstRules = (today: number, repository?: string): CallOf<typeof ruleList> => ({
  from: periodStart(today),
  repository,
  limit: 6,
});

/** What was stored in the last 30 days is compared with the 30 days before. */
export const figuresOf = (today: number, repository?: string): CallOf<typeof overviewGet> => {
  const start = today - 29 * DAY_MS;
  return { from: iso(start), compared_from: iso(start - 30 * DAY_MS), repository };
};
