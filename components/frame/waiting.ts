import type { repositoryList } from "@/lib/citations/contract";
import type { conversationList } from "@/lib/conversations/contract";
import type { conflictList } from "@/lib/hygiene/contract";
import type { inboxCounts } from "@/lib/inbox/contract";
import type { jobList } from "@/lib/jobs/contract";
import type { CallOf } from "@/lib/kernel/contract";
import type { memoryList } from "@/lib/memories/contract";
import type { notificationList } from "@/lib/notifications/contract";
import { type deliveryList, type proposalList, UNRESOLVED_DELIVERIES } from "@/lib/skills/contract";
import type { failureList } from "@/lib/tasks/contract";

// One row is asked for: the answer's `total` is the true number over all pages.
const limit = 1;

/** What waits for a person: the readings behind the counts beside the sections, the same on server and browser. */
export const OPEN_PROPOSALS = { status: ["open"], limit } satisfies CallOf<typeof proposalList>;
export const STUCK_DELIVERIES = {
  status: [...UNRESOLVED_DELIVERIES],
  limit,
} satisfies CallOf<typeof deliveryList>;
export const DRIFTED_MEMORIES = { status: ["drifted"], limit } satisfies CallOf<typeof memoryList>;
export const QUARANTINED_MEMORIES = { awaiting_safety: true, limit } satisfies CallOf<typeof memoryList>;
export const OPEN_CONFLICTS = { limit } satisfies CallOf<typeof conflictList>;
export const RETURNED_FAILURES = { status: ["returned"], limit } satisfies CallOf<typeof failureList>;
export const FAILED_LOGS = { state: "failed", limit } satisfies CallOf<typeof conversationList>;
export const FAILED_JOBS = { state: ["failed"], limit } satisfies CallOf<typeof jobList>;

/** Of every repository, as the counts of the other sections are. */
export const INBOX_COUNTS = {} satisfies CallOf<typeof inboxCounts>;

export const LATEST_NOTIFICATIONS = { limit: 8 } satisfies CallOf<typeof notificationList>;

/** Enough for every switcher a person can overlook. */
export const SWITCHER_REPOSITORIES = { limit: 200 } satisfies CallOf<typeof repositoryList>;
