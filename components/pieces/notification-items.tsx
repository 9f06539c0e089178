"use client";

import { BellOff } from "lucide-react";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useOperation } from "@/components/pieces/use-operation";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { type Notification, notificationRead } from "@/lib/notifications/contract";
import { notificationItems } from "@/messages/compiled/notification-items";

/** Notifications, each a link to what it is about; opening one marks it as read. */
export function NotificationItems({
  items,
  onOpen,
}: {
  items: readonly Notification[];
  onOpen?: () => void;
}) {
  const t = useMessages(notificationItems);
  const { mutate } = useOperation(notificationRead);
  if (items.length === 0)
    return (
      <EmptyState icon={BellOff} title={t("empty")}>
        {t("empty_meaning")}
      </EmptyState>
    );
  const open = ({ id, read_at }: Notification) => {
    if (read_at === null) mutate({ ids: [id] });
    onOpen?.();
  };
  return (
    <ul aria-label={t("notifications")}>
      {items.map((item) => (
        <li key={item.id} className="border-b last:border-b-0">
          <Link
            href={item.path}
            onClick={() => open(item)}
            className="flex min-w-0 gap-2.5 px-3 py-2.5 text-sm hover:bg-accent"
          >
            <span
              aria-hidden
              className={cn("mt-1.5 size-2 shrink-0 rounded-full", item.read_at === null && "bg-primary")}
            />
            <span className="min-w-0 flex-1">
              <span
                dir="auto"
                className={cn("line-clamp-3 wrap-anywhere", item.read_at === null && "font-medium")}
              >
                {item.read_at === null && <span className="sr-only">{t("unread")}</span>}
                {visible(item.title)}
              </span>
              <RelativeTime at={item.created_at} className="text-muted-foreground text-xs" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
