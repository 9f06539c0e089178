import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { HygieneScreen } from "@/components/hygiene/hygiene-screen";
import { countsInput, loadHygieneParameters } from "@/components/hygiene/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { hygieneGet } from "@/lib/hygiene/contract";

export const generateMetadata = titled("hygiene");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { repository } = await loadHygieneParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(hygieneGet, countsInput(repository)))}>
      <HygieneScreen />
    </HydrationBoundary>
  );
}
