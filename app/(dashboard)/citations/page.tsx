import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { CitationsScreen } from "@/components/citations/citations-screen";
import {
  contextInput,
  driftInput,
  loadCitationParameters,
  REPOSITORIES,
} from "@/components/citations/parameters";
import { repositoryList } from "@/lib/citations/contract";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { memoryList, memorySupportList } from "@/lib/memories/contract";

export const generateMetadata = titled("citations");

export default async function CitationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { permissions } = await requireActor();
  const { repository, verdict, kind, sort, cursor } = await loadCitationParameters(searchParams);
  const state = await prefetch(
    prefetching(repositoryList, REPOSITORIES),
    prefetching(memoryList, driftInput({ repository, verdict, kind, sort, cursor: cursor ?? undefined })),
    prefetching(memorySupportList, contextInput({ repository, state: "changed" })),
  );
  return (
    <HydrationBoundary state={state}>
      <CitationsScreen
        can={{
          write: permissions.has("memories:write"),
          check: permissions.has("citations:check"),
          decide: permissions.has("memories:decide"),
        }}
      />
    </HydrationBoundary>
  );
}
