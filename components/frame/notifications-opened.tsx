"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NotificationItems } from "@/components/pieces/notification-items";
import { readProblem } from "@/components/pieces/problem";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { notificationList } from "@/lib/notifications/contract";
import { frameMenus } from "@/messages/compiled/frame-menus";
import { LATEST_NOTIFICATIONS } from "./readings";

/** The latest notifications, below their bell. */
export function NotificationsOpened({ trigger }: Opened) {
  const t = useMessages(frameMenus);
  const [open, setOpen] = useState(true);
  const query = useQuery(operationQuery(notificationList, LATEST_NOTIFICATIONS));
  const problem = readProblem(t("notifications_unreadable"), query);
  const close = () => setOpen(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent
        align="end"
        className="flex max-h-[70vh] w-96 flex-col p-0"
        aria-label={t("notifications")}
      >
        {problem !== null && <ErrorState {...problem} className="m-2" />}
        {query.isPending && <Skeleton className="m-3 h-10" />}
        {query.data !== undefined && (
          <div className="min-h-0 overflow-y-auto">
            <NotificationItems items={query.data.items} onOpen={close} />
          </div>
        )}
        <p className="flex justify-between gap-2 border-t px-3 py-2">
          <Link
            href="/notifications"
            onClick={close}
            className="text-primary underline-offset-4 hover:underline"
          >
            {t("all_notifications")}
          </Link>
          <Link
            href="/settings/notifications"
            onClick={close}
            className="text-muted-foreground underline-offset-4 hover:underline"
          >
            {t("notification_settings")}
          </Link>
        </p>
      </PopoverContent>
    </Popover>
  );
}
