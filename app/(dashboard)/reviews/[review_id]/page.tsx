import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ReviewScreen } from "@/components/reviews/review-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { reviewGet } from "@/lib/reviews/contract";

export const metadata: Metadata = { title: "Review" };

export default async function Page({ params }: { params: Promise<{ review_id: string }> }) {
  const { review_id } = await params;
  const state = await prefetch(prefetching(reviewGet, { review_id }));
  return (
    <HydrationBoundary state={state}>
      <ReviewScreen review_id={review_id} />
    </HydrationBoundary>
  );
}
