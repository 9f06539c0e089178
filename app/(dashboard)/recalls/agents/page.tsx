import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AgentsScreen } from "@/components/recalls/agents-screen";
import { agentsInput, loadAgentsParameters } from "@/components/recalls/filters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { agentStats } from "@/lib/sessions/contract";

export const metadata: Metadata = { title: "Agents" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadAgentsParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(agentStats, agentsInput(parameters)))}>
      <AgentsScreen />
    </HydrationBoundary>
  );
}
