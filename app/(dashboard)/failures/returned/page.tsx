import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadReturnedParameters, returnedInput } from "@/components/tasks/parameters";
import { ReturnedQueue } from "@/components/tasks/returned-queue";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { failureList } from "@/lib/tasks/contract";

export const generateMetadata = titled("failures_that_came_back");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { permissions } = await requireActor();
  const parameters = await loadReturnedParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(failureList, returnedInput(parameters)))}>
      <ReturnedQueue canDecide={permissions.has("memories:write")} />
    </HydrationBoundary>
  );
}
