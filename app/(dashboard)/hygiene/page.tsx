import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { HygieneScreen } from "@/components/hygiene/hygiene-screen";
import { countsInput, loadHygieneParameters } from "@/components/hygiene/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { hygieneGet } from "@/lib/hygiene/contract";

export const metadata: Metadata = { title: "Hygiene" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { repository } = await loadHygieneParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(hygieneGet, countsInput(repository)))}>
      <HygieneScreen />
    </HydrationBoundary>
  );
}
