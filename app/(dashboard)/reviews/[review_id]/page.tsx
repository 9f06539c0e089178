import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ReviewScreen } from "@/components/reviews/review-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { reviewGet } from "@/lib/reviews/contract";

export const metadata: Metadata = { title: "Review" };

export default async function Page({ params }: { params: Promise<{ review_id: string }> }) {
  const { review_id } = await params;
  const state = await prefetchRecord(prefetching(reviewGet, { review_id }));
  return (
    <HydrationBoundary state={state}>
      <ReviewScreen review_id={review_id} />
    </HydrationBoundary>
  );
}
