import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadPatternParameters, patternsInput } from "@/components/tasks/parameters";
import { PatternsScreen } from "@/components/tasks/patterns-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { patternList } from "@/lib/tasks/contract";

export const generateMetadata = titled("patterns");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadPatternParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(patternList, patternsInput(parameters)))}>
      <PatternsScreen />
    </HydrationBoundary>
  );
}
