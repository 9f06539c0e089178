import { createLoader, type inferParserType, parseAsBoolean, parseAsString } from "nuqs/server";
import type { CallOf } from "@/lib/kernel/contract";
import type { notificationList } from "@/lib/notifications/contract";

/** What the URL of the notifications says. */
export const notificationParameters = { unread: parseAsBoolean.withDefault(false), cursor: parseAsString };
export const loadNotificationParameters = createLoader(notificationParameters);

/** A page of the notifications. */
export const notificationsInput = ({
  unread,
  cursor,
}: inferParserType<typeof notificationParameters>): CallOf<typeof notificationList> => ({
  unread,
  cursor: cursor ?? undefined,
});
