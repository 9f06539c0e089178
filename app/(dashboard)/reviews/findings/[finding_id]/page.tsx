import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { FindingScreen } from "@/components/reviews/finding-detail";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { findingGet } from "@/lib/reviews/contract";

export const generateMetadata = titled("finding");

export default async function Page({ params }: { params: Promise<{ finding_id: string }> }) {
  const { finding_id } = await params;
  const state = await prefetchRecord(prefetching(findingGet, { finding_id }));
  return (
    <HydrationBoundary state={state}>
      <FindingScreen finding_id={finding_id} />
    </HydrationBoundary>
  );
}
