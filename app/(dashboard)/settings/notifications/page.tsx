import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotificationSettings } from "@/components/notifications/settings-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { notificationPreferencesGet } from "@/lib/notifications/contract";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationSettingsPage() {
  return (
    <HydrationBoundary state={await prefetch(prefetching(notificationPreferencesGet, {}))}>
      <NotificationSettings />
    </HydrationBoundary>
  );
}
