import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { AGENTS_WITH_LOGS, loadWeeksParameters, weeksInput } from "@/components/conversations/parameters";
import { WeeksScreen } from "@/components/conversations/weeks-screen";
import { conversationList, synthesisList } from "@/lib/conversations/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("weeks");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadWeeksParameters(searchParams);
  const state = await prefetch(
    prefetching(synthesisList, weeksInput(parameters)),
    prefetching(conversationList, AGENTS_WITH_LOGS),
  );
  return (
    <HydrationBoundary state={state}>
      <WeeksScreen />
    </HydrationBoundary>
  );
}
