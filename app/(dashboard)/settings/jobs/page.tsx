import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Jobs } from "@/components/access/jobs";
import { prefetch, prefetching } from "@/lib/doors/server";
import { jobList } from "@/lib/jobs/contract";

export const metadata: Metadata = { title: "Jobs" };

type Props = { searchParams: Promise<{ cursor?: string }> };

export default async function JobsPage({ searchParams }: Props) {
  const { cursor } = await searchParams;
  return (
    <HydrationBoundary state={await prefetch(prefetching(jobList, { cursor }))}>
      <Jobs />
    </HydrationBoundary>
  );
}
