import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { FiguresScreen } from "@/components/tasks/figures-screen";
import { loadPatternParameters, metricsInput } from "@/components/tasks/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { taskMetricsGet } from "@/lib/tasks/contract";

export const generateMetadata = titled("pattern_figures");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { repository } = await loadPatternParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(taskMetricsGet, metricsInput(repository)))}>
      <FiguresScreen />
    </HydrationBoundary>
  );
}
