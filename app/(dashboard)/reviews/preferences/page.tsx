import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { PreferencesScreen } from "@/components/reviews/preferences-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { preferenceList } from "@/lib/memories/contract";

export const generateMetadata = titled("your_preferences");

export default async function Page() {
  const state = await prefetch(prefetching(preferenceList, {}));
  return (
    <HydrationBoundary state={state}>
      <PreferencesScreen />
    </HydrationBoundary>
  );
}
