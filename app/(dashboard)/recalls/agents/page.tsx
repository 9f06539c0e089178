import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { AgentsScreen } from "@/components/recalls/agents-screen";
import { agentsInput, loadAgentsParameters } from "@/components/recalls/filters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { agentStats } from "@/lib/sessions/contract";

export const generateMetadata = titled("agents");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadAgentsParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(agentStats, agentsInput(parameters)))}>
      <AgentsScreen />
    </HydrationBoundary>
  );
}
