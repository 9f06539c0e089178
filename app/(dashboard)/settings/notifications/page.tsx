import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { NotificationSettings } from "@/components/notifications/settings-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { notificationPreferencesGet } from "@/lib/notifications/contract";

export const generateMetadata = titled("notifications");

export default async function NotificationSettingsPage() {
  return (
    <HydrationBoundary state={await prefetch(prefetching(notificationPreferencesGet, {}))}>
      <NotificationSettings />
    </HydrationBoundary>
  );
}
