import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { PacksScreen } from "@/components/skills/packs-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { frameworkPackList } from "@/lib/memories/contract";

export const generateMetadata = titled("starter_packs");

export default async function Page() {
  const state = await prefetch(prefetching(frameworkPackList, {}));
  return (
    <HydrationBoundary state={state}>
      <PacksScreen />
    </HydrationBoundary>
  );
}
