import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { FiguresScreen } from "@/components/tasks/figures-screen";
import { loadPatternParameters, metricsInput } from "@/components/tasks/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { taskMetricsGet } from "@/lib/tasks/contract";

export const metadata: Metadata = { title: "Pattern figures" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { repository } = await loadPatternParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(taskMetricsGet, metricsInput(repository)))}>
      <FiguresScreen />
    </HydrationBoundary>
  );
}
