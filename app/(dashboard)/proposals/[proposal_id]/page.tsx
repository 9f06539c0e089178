import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadProposalParameters, queueInput } from "@/components/skills/filters";
import { ProposalScreen } from "@/components/skills/proposal-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { proposalGet, proposalList } from "@/lib/skills/contract";

export const generateMetadata = titled("proposal");

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ proposal_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { proposal_id } = await params;
  const { repository } = await loadProposalParameters(searchParams);
  const state = await prefetchRecord(
    prefetching(proposalGet, { proposal_id }),
    prefetching(proposalList, queueInput(repository)),
  );
  return (
    <HydrationBoundary state={state}>
      <ProposalScreen proposal_id={proposal_id} />
    </HydrationBoundary>
  );
}
