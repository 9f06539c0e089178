import type { inboxCounts } from "@/lib/inbox/contract";
import type { CallOf } from "@/lib/kernel/contract";
import type { notificationList } from "@/lib/notifications/contract";

/** Of every repository, as the counts of the other sections are. */
export const INBOX_COUNTS = {} satisfies CallOf<typeof inboxCounts>;

export const LATEST_NOTIFICATIONS = { limit: 8 } satisfies CallOf<typeof notificationList>;
