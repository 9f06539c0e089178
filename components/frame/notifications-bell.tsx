"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { NotificationItems } from "@/components/pieces/notification-items";
import { readProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { operationQuery } from "@/lib/doors/client";
import { notificationList } from "@/lib/notifications/contract";
import { LATEST_NOTIFICATIONS } from "./waiting";

/** What arrives by itself is asked for this often; what somebody does shows at once. */
const ASKED_EVERY_MS = 60_000;

const shortCount = (count: number) => {
  if (count > 99) return "99+";
  return formatCount(count);
};

function labelOf(unread: number): string {
  if (unread === 0) return "Notifications";
  return `Notifications, ${formatCount(unread)} unread`;
}

/** The bell at the top: how many notifications are unread, and the latest of them. */
export function NotificationsBell() {
  const [open, setOpen] = useState(false);
  const query = useQuery({
    ...operationQuery(notificationList, LATEST_NOTIFICATIONS),
    refetchInterval: ASKED_EVERY_MS,
  });
  const problem = readProblem("The notifications", query);
  const unread = query.data?.unread ?? 0;
  const close = () => setOpen(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={labelOf(unread)}
          title="Notifications"
          className="relative"
        >
          <Bell aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute top-0 right-0 min-w-4 rounded-full bg-primary px-1 font-medium text-[0.65rem] text-primary-foreground leading-4"
            >
              {shortCount(unread)}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="flex max-h-[70vh] w-96 flex-col p-0" aria-label="Notifications">
        {problem !== null && <ErrorState {...problem} className="m-2" />}
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
            All notifications
          </Link>
          <Link
            href="/settings/notifications"
            onClick={close}
            className="text-muted-foreground underline-offset-4 hover:underline"
          >
            Settings
          </Link>
        </p>
      </PopoverContent>
    </Popover>
  );
}
