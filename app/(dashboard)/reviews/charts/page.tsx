import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { ChartsScreen } from "@/components/reviews/charts-screen";
import {
  breakdownInput,
  dayOf,
  loadChartParameters,
  markersInput,
  rulesInput,
  seriesInput,
} from "@/components/reviews/filters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { ruleBreakdown, ruleList, ruleSeries } from "@/lib/reviews/contract";
import { skillMarkers } from "@/lib/skills/contract";

export const generateMetadata = titled("review_charts");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadChartParameters(searchParams);
  const today = dayOf(new Date());
  const state = await prefetch(
    prefetching(ruleList, rulesInput(parameters, today)),
    prefetching(ruleSeries, seriesInput(parameters, today)),
    prefetching(ruleBreakdown, breakdownInput(parameters, today)),
    prefetching(skillMarkers, markersInput(parameters, today)),
  );
  return (
    <HydrationBoundary state={state}>
      <ChartsScreen today={today} />
    </HydrationBoundary>
  );
}
