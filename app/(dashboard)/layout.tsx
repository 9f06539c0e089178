import { HydrationBoundary } from "@tanstack/react-query";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { getMessages } from "@/app/messages";
import { SignInAgain } from "@/components/access/sign-in-again";
import { DashboardFrame } from "@/components/frame/dashboard-frame";
import * as readings from "@/components/frame/readings";
import { SIDEBAR_COOKIE } from "@/components/frame/sidebar-cookie";
import { waitingPlaces } from "@/components/frame/waiting-places";
import { organizationGet } from "@/lib/access/contract";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { offersPasskeys, signInProviders, signsInByLinks } from "@/lib/doors/server/site";
import { inboxCounts, waitingCounts } from "@/lib/inbox/contract";
import { notificationPreferencesGet } from "@/lib/notifications/contract";
import { measures } from "@/messages/compiled/measures";

/** A layout does not get the query of its page; the proxy puts the whole path into a header. */
async function repositoryOfUrl(): Promise<string | null> {
  const path = (await headers()).get("x-casebook-path") ?? "/";
  return new URL(path, "http://path.invalid").searchParams.get("repository");
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  await requireActor();
  const state = await prefetch(
    prefetching(organizationGet, {}),
    prefetching(inboxCounts, readings.INBOX_COUNTS),
    prefetching(notificationPreferencesGet, {}),
    prefetching(waitingCounts, {}),
  );
  return (
    <HydrationBoundary state={state}>
      <DashboardFrame
        current_repository={await repositoryOfUrl()}
        places={waitingPlaces(await getMessages(measures))}
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
