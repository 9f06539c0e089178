import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { RecallScreen } from "@/components/recalls/recall-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { recallGet } from "@/lib/recall/contract";

export const generateMetadata = titled("recall");

export default async function Page({ params }: { params: Promise<{ recall_id: string }> }) {
  const { recall_id } = await params;
  return (
    <HydrationBoundary state={await prefetchRecord(prefetching(recallGet, { recall_id }))}>
      <RecallScreen recall_id={recall_id} />
    </HydrationBoundary>
  );
}
