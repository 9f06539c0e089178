import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadRecallParameters, recallsInput } from "@/components/recalls/filters";
import { RecallsScreen } from "@/components/recalls/recalls-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { recallList } from "@/lib/recall/contract";

export const generateMetadata = titled("recalls");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadRecallParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(recallList, recallsInput(parameters)))}>
      <RecallsScreen />
    </HydrationBoundary>
  );
}
