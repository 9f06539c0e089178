import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadReviewParameters, reviewsInput } from "@/components/reviews/filters";
import { ReviewsScreen } from "@/components/reviews/reviews-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { reviewList } from "@/lib/reviews/contract";

export const generateMetadata = titled("evaluated_reviews");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadReviewParameters(searchParams);
  const state = await prefetch(prefetching(reviewList, reviewsInput(parameters)));
  return (
    <HydrationBoundary state={state}>
      <ReviewsScreen />
    </HydrationBoundary>
  );
}
