import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { importsInput, loadImportParameters } from "@/components/reviews/filters";
import { ImportsScreen } from "@/components/reviews/imports-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { reviewImportList } from "@/lib/reviews/contract";

export const metadata: Metadata = { title: "Review imports" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadImportParameters(searchParams);
  const state = await prefetch(prefetching(reviewImportList, importsInput(parameters)));
  return (
    <HydrationBoundary state={state}>
      <ImportsScreen />
    </HydrationBoundary>
  );
}
