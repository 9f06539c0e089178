import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { CitationScreen } from "@/components/citations/citation-screen";
import { citationHistoryList } from "@/lib/citations/contract";
import { prefetching, prefetchRecord, requireActor } from "@/lib/doors/server";

export const generateMetadata = titled("citation");

type Props = { params: Promise<{ citation_id: string }> };

export default async function CitationPage({ params }: Props) {
  const { citation_id } = await params;
  await requireActor();
  return (
    <HydrationBoundary state={await prefetchRecord(prefetching(citationHistoryList, { citation_id }))}>
      <CitationScreen citation_id={citation_id} />
    </HydrationBoundary>
  );
}
