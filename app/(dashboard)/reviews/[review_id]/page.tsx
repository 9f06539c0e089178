import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { ReviewScreen } from "@/components/reviews/review-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { reviewGet } from "@/lib/reviews/contract";

export const generateMetadata = titled("review");

export default async function Page({ params }: { params: Promise<{ review_id: string }> }) {
  const { review_id } = await params;
  const state = await prefetchRecord(prefetching(reviewGet, { review_id }));
  return (
    <HydrationBoundary state={state}>
      <ReviewScreen review_id={review_id} />
    </HydrationBoundary>
  );
}
