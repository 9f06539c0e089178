import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Members } from "@/components/access/members";
import { memberList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Members" };

type Props = { searchParams: Promise<{ cursor?: string }> };

export default async function MembersPage({ searchParams }: Props) {
  const { cursor } = await searchParams;
  return (
    <HydrationBoundary state={await prefetch(prefetching(memberList, { cursor }))}>
      <Members />
    </HydrationBoundary>
  );
}
