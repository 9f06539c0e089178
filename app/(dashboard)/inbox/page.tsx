import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { InboxScreen } from "@/components/inbox/inbox-screen";
import { countsInput, inboxInput, loadInboxParameters } from "@/components/inbox/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { inboxCounts, inboxList } from "@/lib/inbox/contract";

export const generateMetadata = titled("inbox");

export default async function InboxPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadInboxParameters(searchParams);
  const state = await prefetch(
    prefetching(inboxList, inboxInput(parameters)),
    prefetching(inboxCounts, countsInput(parameters.repository)),
  );
  return (
    <HydrationBoundary state={state}>
      <InboxScreen />
    </HydrationBoundary>
  );
}
