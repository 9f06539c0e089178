import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { FailuresScreen } from "@/components/tasks/failures-screen";
import { failuresInput, loadFailureParameters } from "@/components/tasks/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { failureList } from "@/lib/tasks/contract";

export const metadata: Metadata = { title: "Failures" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadFailureParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(failureList, failuresInput(parameters)))}>
      <FailuresScreen />
    </HydrationBoundary>
  );
}
