"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useFormat } from "@/components/pieces/use-format";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { operationQuery } from "@/lib/doors/client";
import { waitingCounts } from "@/lib/inbox/contract";
import { frame } from "@/messages/compiled/frame";
import type { Translate } from "@/messages/message";

/** What arrives by itself is asked for this often; what somebody does shows at once. */
const ASKED_EVERY_MS = 60_000;

const MOST_SHOWN = 99;

function labelOf(t: Translate<typeof frame>, unread: number): string {
  if (unread === 0) return t("notifications");
  return t("notifications_unread", { count: unread });
}

const NOTHING = {};
const loadOpened = () =>
  import("./notifications-opened").then(({ NotificationsOpened }) => NotificationsOpened);

/** The bell at the top: how many notifications are unread, and the latest of them. */
export function NotificationsBell() {
  const t = useMessages(frame);
  const { formatCount } = useFormat();
  const query = useQuery({
    ...operationQuery(waitingCounts, {}),
    refetchInterval: ASKED_EVERY_MS,
  });
  const unread = query.data?.notifications ?? 0;
  return (
    <OpensOnDemand
      opens="dialog"
      load={loadOpened}
      props={NOTHING}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={labelOf(t, unread)}
          title={t("notifications")}
          className="relative"
        >
          <Bell aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute top-0 right-0 min-w-4 rounded-full bg-primary px-1 font-medium text-[0.65rem] text-primary-foreground leading-4"
            >
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : formatCount(unread)}
            </span>
          )}
        </Button>
      }
    />
  );
}
