import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadSuggestionParameters, suggestionsInput } from "@/components/hygiene/parameters";
import { SuggestionQueue } from "@/components/hygiene/suggestion-queue";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { suggestionList } from "@/lib/memories/contract";

export const generateMetadata = titled("suggestions");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { permissions } = await requireActor();
  const parameters = await loadSuggestionParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(suggestionList, suggestionsInput(parameters)))}>
      <SuggestionQueue canDecide={permissions.has("memories:decide")} />
    </HydrationBoundary>
  );
}
