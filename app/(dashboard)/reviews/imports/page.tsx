import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { importsInput, loadImportParameters } from "@/components/reviews/filters";
import { ImportsScreen } from "@/components/reviews/imports-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { reviewImportList } from "@/lib/reviews/contract";

export const generateMetadata = titled("review_imports");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadImportParameters(searchParams);
  const state = await prefetch(prefetching(reviewImportList, importsInput(parameters)));
  return (
    <HydrationBoundary state={state}>
      <ImportsScreen />
    </HydrationBoundary>
  );
}
