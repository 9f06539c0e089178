import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { facetsInput, listInput, loadMemoryParameters, searchInput } from "@/components/memories/filters";
import { MemoriesScreen } from "@/components/memories/memories-screen";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { memoryFacets, memoryList, memorySearch } from "@/lib/memories/contract";

export const generateMetadata = titled("memories");

export default async function MemoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { permissions } = await requireActor();
  const parameters = await loadMemoryParameters(searchParams);
  const query = parameters.q.trim();
  const state = await prefetch(
    query === ""
      ? prefetching(memoryList, listInput(parameters))
      : prefetching(memorySearch, searchInput(parameters, query)),
    prefetching(memoryFacets, facetsInput(parameters)),
  );
  return (
    <HydrationBoundary state={state}>
      <MemoriesScreen
        can={{ write: permissions.has("memories:write"), decide: permissions.has("proposals:decide") }}
      />
    </HydrationBoundary>
  );
}
