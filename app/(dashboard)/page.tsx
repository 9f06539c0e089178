import { HydrationBoundary } from "@tanstack/react-query";
import { cookies } from "next/headers";
import { titled } from "@/app/messages";
import { Overview } from "@/components/overview/overview";
import * as readings from "@/components/overview/readings";
import { SETUP_COOKIE } from "@/components/overview/setup-cookie";
import { agentKeyList, visitGet } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { conversationList } from "@/lib/conversations/contract";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { publicUrl } from "@/lib/doors/server/site";
import { conflictList } from "@/lib/hygiene/contract";
import { inboxList } from "@/lib/inbox/contract";
import { jobList } from "@/lib/jobs/contract";
import { memoryList, memoryStats } from "@/lib/memories/contract";
import { reviewList, ruleList, ruleSeries } from "@/lib/reviews/contract";
import { deliveryList, proposalList, skillMarkers } from "@/lib/skills/contract";

export const generateMetadata = titled("overview");

type Props = { searchParams: Promise<{ repository?: string }> };

export default async function OverviewPage({ searchParams }: Props) {
  const actor = await requireActor();
  const { repository } = await searchParams;
  const today = readings.startOfDay(Date.now());
  const state = await prefetch(
    prefetching(proposalList, readings.openProposals(repository)),
    prefetching(memoryList, readings.memoriesInState("drifted", repository)),
    prefetching(memoryList, readings.stoppedMemories(repository)),
    prefetching(conflictList, readings.openConflicts(repository)),
    prefetching(deliveryList, readings.STUCK_DELIVERIES),
    prefetching(repositoryList, readings.FAILED_REPOSITORIES),
    prefetching(conversationList, readings.FAILED_LOGS),
    prefetching(memoryStats, { repository }),
    // Whether there is anything at all decides between the overview and the setup steps.
    ...(repository === undefined ? [] : [prefetching(memoryStats, {})]),
    prefetching(reviewList, readings.ANY_REVIEW),
    prefetching(visitGet, {}),
    prefetching(repositoryList, readings.REPOSITORIES),
    ...(actor.permissions.has("keys:manage") ? [prefetching(agentKeyList, readings.KEYS)] : []),
    prefetching(inboxList, readings.firstOfInbox(repository)),
    prefetching(ruleSeries, readings.rejectionSeries(today, repository)),
    prefetching(ruleList, readings.worstRules(today, repository)),
    prefetching(proposalList, readings.decided("approved", repository)),
    prefetching(proposalList, readings.decided("rejected", repository)),
    prefetching(skillMarkers, readings.markers(today, repository)),
    ...readings.storedIn(today, repository).map((input) => prefetching(memoryList, input)),
    ...(actor.permissions.has("jobs:manage") ? [prefetching(jobList, readings.FAILED_JOBS)] : []),
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
