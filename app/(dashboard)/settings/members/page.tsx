import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { Members } from "@/components/access/members";
import { memberList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("members");

type Props = { searchParams: Promise<{ cursor?: string }> };

export default async function MembersPage({ searchParams }: Props) {
  const { cursor } = await searchParams;
  return (
    <HydrationBoundary state={await prefetch(prefetching(memberList, { cursor }))}>
      <Members />
    </HydrationBoundary>
  );
}
