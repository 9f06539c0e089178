import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { Connections } from "@/components/access/connections";
import { connectionList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";
import { publicUrl } from "@/lib/doors/server/site";

export const generateMetadata = titled("connections");

type Props = { searchParams: Promise<{ cursor?: string }> };

export default async function ConnectionsPage({ searchParams }: Props) {
  const { cursor } = await searchParams;
  return (
    <HydrationBoundary state={await prefetch(prefetching(connectionList, { cursor }))}>
      <Connections address={publicUrl()} />
    </HydrationBoundary>
  );
}
