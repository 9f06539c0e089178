import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { FailuresScreen } from "@/components/tasks/failures-screen";
import { failuresInput, loadFailureParameters } from "@/components/tasks/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { failureList } from "@/lib/tasks/contract";

export const generateMetadata = titled("failures");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadFailureParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(failureList, failuresInput(parameters)))}>
      <FailuresScreen />
    </HydrationBoundary>
  );
}
