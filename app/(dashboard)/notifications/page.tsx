import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import { loadNotificationParameters, notificationsInput } from "@/components/notifications/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { notificationList } from "@/lib/notifications/contract";

export const generateMetadata = titled("notifications");

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadNotificationParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(notificationList, notificationsInput(parameters)))}>
      <NotificationsScreen />
    </HydrationBoundary>
  );
}
