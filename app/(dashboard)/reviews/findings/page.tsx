import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { dayOf, findingRulesInput, findingsInput, loadFindingParameters } from "@/components/reviews/filters";
import { FindingsScreen } from "@/components/reviews/findings-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { findingList, ruleList } from "@/lib/reviews/contract";

export const generateMetadata = titled("findings");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadFindingParameters(searchParams);
  const today = dayOf(new Date());
  const state = await prefetch(
    prefetching(findingList, findingsInput(parameters, today)),
    prefetching(ruleList, findingRulesInput(parameters, today)),
  );
  return (
    <HydrationBoundary state={state}>
      <FindingsScreen today={today} />
    </HydrationBoundary>
  );
}
