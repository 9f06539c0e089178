import { INBOX_KINDS } from "@/lib/inbox/kinds";

/** What people are notified of: what concerns them by name, and what begins to wait in the inbox. */
export const NOTIFICATION_KINDS = ["mention", "assigned", "comment", ...INBOX_KINDS] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
