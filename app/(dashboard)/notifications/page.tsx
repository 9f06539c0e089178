import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import { loadNotificationParameters, notificationsInput } from "@/components/notifications/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { notificationList } from "@/lib/notifications/contract";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadNotificationParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(notificationList, notificationsInput(parameters)))}>
      <NotificationsScreen />
    </HydrationBoundary>
  );
}
