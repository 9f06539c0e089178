import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { AgentKeys } from "@/components/access/agent-keys";
import { agentKeyList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";
import { publicUrl } from "@/lib/doors/server/site";

export const generateMetadata = titled("agent_keys");

type Props = { searchParams: Promise<{ cursor?: string }> };

export default async function KeysPage({ searchParams }: Props) {
  const { cursor } = await searchParams;
  return (
    <HydrationBoundary state={await prefetch(prefetching(agentKeyList, { cursor }))}>
      <AgentKeys address={publicUrl()} />
    </HydrationBoundary>
  );
}
