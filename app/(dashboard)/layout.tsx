import { HydrationBoundary } from "@tanstack/react-query";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { SignInAgain } from "@/components/access/sign-in-again";
import { DashboardFrame } from "@/components/frame/dashboard-frame";
import { SIDEBAR_COOKIE } from "@/components/frame/sidebar-cookie";
import * as waiting from "@/components/frame/waiting";
import { organizationGet } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { conversationList } from "@/lib/conversations/contract";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { offersPasskeys, signInProviders, signsInByLinks } from "@/lib/doors/server/site";
import { conflictList } from "@/lib/hygiene/contract";
import { inboxCounts } from "@/lib/inbox/contract";
import { jobList } from "@/lib/jobs/contract";
import { memoryList } from "@/lib/memories/contract";
import { notificationList, notificationPreferencesGet } from "@/lib/notifications/contract";
import { deliveryList, proposalList } from "@/lib/skills/contract";
import { failureList } from "@/lib/tasks/contract";
import { exampleGet } from "@/lib/upkeep/contract";

/** A layout does not get the query of its page; the proxy puts the whole path into a header. */
async function repositoryOfUrl(): Promise<string | null> {
  const path = (await headers()).get("x-casebook-path") ?? "/";
  return new URL(path, "http://path.invalid").searchParams.get("repository");
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const actor = await requireActor();
  const state = await prefetch(
    prefetching(organizationGet, {}),
    prefetching(exampleGet, {}),
    prefetching(repositoryList, waiting.SWITCHER_REPOSITORIES),
    prefetching(notificationList, waiting.LATEST_NOTIFICATIONS),
    prefetching(inboxCounts, waiting.INBOX_COUNTS),
    prefetching(notificationPreferencesGet, {}),
    prefetching(proposalList, waiting.OPEN_PROPOSALS),
    prefetching(deliveryList, waiting.STUCK_DELIVERIES),
    prefetching(memoryList, waiting.DRIFTED_MEMORIES),
    prefetching(memoryList, waiting.QUARANTINED_MEMORIES),
    prefetching(conflictList, waiting.OPEN_CONFLICTS),
    prefetching(failureList, waiting.RETURNED_FAILURES),
    prefetching(conversationList, waiting.FAILED_LOGS),
    ...(actor.permissions.has("jobs:manage") ? [prefetching(jobList, waiting.FAILED_JOBS)] : []),
  );
  return (
    <HydrationBoundary state={state}>
      <DashboardFrame
        current_repository={await repositoryOfUrl()}
        sidebar_narrow={(await cookies()).get(SIDEBAR_COOKIE)?.value === "1"}
      >
        {children}
      </DashboardFrame>
      <SignInAgain
        ways={{ providers: signInProviders(), links: signsInByLinks(), passkeys: offersPasskeys() }}
      />
    </HydrationBoundary>
  );
}
