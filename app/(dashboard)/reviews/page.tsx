import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import {
  dayOf,
  loadRuleParameters,
  markersInput,
  rulesInput,
  seriesInput,
} from "@/components/reviews/filters";
import { RulesScreen } from "@/components/reviews/rules-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { ruleList, ruleSeries } from "@/lib/reviews/contract";
import { skillMarkers } from "@/lib/skills/contract";

export const generateMetadata = titled("reviews");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadRuleParameters(searchParams);
  const today = dayOf(new Date());
  const state = await prefetch(
    prefetching(ruleList, rulesInput(parameters, today)),
    prefetching(ruleSeries, seriesInput(parameters, today)),
    prefetching(skillMarkers, markersInput(parameters, today)),
  );
  return (
    <HydrationBoundary state={state}>
      <RulesScreen today={today} />
    </HydrationBoundary>
  );
}
