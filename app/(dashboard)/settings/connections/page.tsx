import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Connections } from "@/components/access/connections";
import { connectionList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";
import { publicUrl } from "@/lib/doors/server/site";

export const metadata: Metadata = { title: "Connections" };

type Props = { searchParams: Promise<{ cursor?: string }> };

export default async function ConnectionsPage({ searchParams }: Props) {
  const { cursor } = await searchParams;
  return (
    <HydrationBoundary state={await prefetch(prefetching(connectionList, { cursor }))}>
      <Connections address={publicUrl()} />
    </HydrationBoundary>
  );
}
