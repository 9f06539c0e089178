import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { MemoryPage } from "@/components/memories/memory-page";
import { prefetching, prefetchRecord, requireActor } from "@/lib/doors/server";
import { memoryGet } from "@/lib/memories/contract";

export const generateMetadata = titled("memory");

type Props = { params: Promise<{ memory_id: string }> };

export default async function OneMemoryPage({ params }: Props) {
  const { memory_id } = await params;
  const { permissions } = await requireActor();
  return (
    <HydrationBoundary state={await prefetchRecord(prefetching(memoryGet, { memory_id }))}>
      <MemoryPage
        memory_id={memory_id}
        can={{ write: permissions.has("memories:write"), decide: permissions.has("proposals:decide") }}
      />
    </HydrationBoundary>
  );
}
