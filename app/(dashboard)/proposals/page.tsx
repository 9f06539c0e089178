import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadProposalsParameters, proposalsInput, STUCK } from "@/components/skills/filters";
import { ProposalsScreen } from "@/components/skills/proposals-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { deliveryList, proposalList, skillTargets } from "@/lib/skills/contract";

export const generateMetadata = titled("proposals");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadProposalsParameters(searchParams);
  const state = await prefetch(
    prefetching(proposalList, proposalsInput(parameters)),
    prefetching(deliveryList, STUCK),
    prefetching(skillTargets, { repository: parameters.repository ?? undefined }),
  );
  return (
    <HydrationBoundary state={state}>
      <ProposalsScreen />
    </HydrationBoundary>
  );
}
