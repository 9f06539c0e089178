import { HydrationBoundary } from "@tanstack/react-query";
import { cookies } from "next/headers";
import { titled } from "@/app/messages";
import { Overview } from "@/components/overview/overview";
import * as readings from "@/components/overview/readings";
import { SETUP_COOKIE } from "@/components/overview/setup-cookie";
import { visitGet } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { conversationList } from "@/lib/conversations/contract";
import { operationQuery } from "@/lib/doors/client";
import { type Prefetch, prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { publicUrl } from "@/lib/doors/server/site";
import { inboxList, overviewGet, setupGet, waitingCounts } from "@/lib/inbox/contract";
import { jobList } from "@/lib/jobs/contract";
import type { Actor } from "@/lib/kernel/actor";
import type { OutputOf } from "@/lib/kernel/contract";
import { ruleList, ruleSeries } from "@/lib/reviews/contract";
import { deliveryList, skillMarkers } from "@/lib/skills/contract";

export const generateMetadata = titled("overview");

/** The lists of what failed, where the counts say that something did. */
function whatFailed({ permissions }: Actor): Prefetch {
  return async (client) => {
    await prefetching(waitingCounts, {})(client);
    const { queryKey } = operationQuery(waitingCounts, {});
    const counts = client.getQueryData<OutputOf<typeof waitingCounts>>(queryKey);
    const isManager = permissions.has("jobs:manage");
    const lists = [
      ...(counts?.deliveries ? [prefetching(deliveryList, readings.STUCK_DELIVERIES)] : []),
      ...(counts?.repositories ? [prefetching(repositoryList, readings.FAILED_REPOSITORIES)] : []),
      ...(counts?.conversations ? [prefetching(conversationList, readings.FAILED_LOGS)] : []),
      ...(counts?.jobs && isManager ? [prefetching(jobList, readings.FAILED_JOBS)] : []),
    ];
    await Promise.all(lists.map((list) => list(client)));
  };
}

type Props = { searchParams: Promise<{ repository?: string }> };

export default async function OverviewPage({ searchParams }: Props) {
  const actor = await requireActor();
  const { repository } = await searchParams;
  const today = readings.startOfDay(Date.now());
  const state = await prefetch(
    prefetching(setupGet, {}),
    prefetching(overviewGet, readings.figuresOf(today, repository)),
    ...(repository === undefined ? [] : [prefetching(waitingCounts, { repository })]),
    prefetching(visitGet, {}),
    prefetching(inboxList, readings.firstOfInbox(repository)),
    prefetching(ruleSeries, readings.rejectionSeries(today, repository)),
    prefetching(ruleList, readings.worstRules(today, repository)),
    prefetching(skillMarkers, readings.markers(today, repository)),
    whatFailed(actor),
  );
  return (
    <HydrationBoundary state={state}>
      <Overview
        today={today}
        address={publicUrl()}
        setup={(await cookies()).get(SETUP_COOKIE)?.value ?? null}
      />
    </HydrationBoundary>
  );
}
