"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { TimeZone } from "@/components/pieces/moment";
import { useUndoOf } from "@/components/pieces/undo";
import { useMe } from "@/components/pieces/use-me";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { inboxCounts, waitingCounts } from "@/lib/inbox/contract";
import { notificationPreferencesGet } from "@/lib/notifications/contract";
import { AppFrame } from "./app-frame";
import { MemoryOffBanner } from "./memory-off-banner";
import { NotesOpened } from "./notes-opened";
import { INBOX_COUNTS } from "./readings";
import type { SectionCounts } from "./sidebar";
import { useLive } from "./use-live";
import type { WaitingPlaces } from "./waiting-places";

const ExampleBanner = dynamic(() => import("./example-banner").then((part) => part.ExampleBanner), {
  loading: () => <Skeleton className="mb-4 h-12" />,
});

/** Counts that are known; a section whose count could not be read shows none rather than 0. */
function useCounts(): SectionCounts {
  const inbox = useQuery(operationQuery(inboxCounts, INBOX_COUNTS));
  const { data: waiting } = useQuery(operationQuery(waitingCounts, {}));
  return {
    inbox: inbox.data?.total ?? 0,
    proposals: waiting?.proposals ?? 0,
    skills: waiting?.deliveries ?? 0,
    citations: waiting?.drifted ?? 0,
    memories: waiting?.awaiting_safety ?? 0,
    hygiene: waiting?.conflicts ?? 0,
    patterns: waiting?.failures ?? 0,
    conversations: waiting?.conversations ?? 0,
    settings: waiting?.jobs ?? 0,
  };
}

/** Everybody is in UTC until they say otherwise, so it says nothing of where they are. */
const NOT_CHOSEN = "UTC";

/** The time zone that the person chose for notifications; null: none. */
function useChosenZone(): string | null {
  const { data } = useQuery(operationQuery(notificationPreferencesGet, {}));
  if (data === undefined || data.time_zone === NOT_CHOSEN) return null;
  return data.time_zone;
}

/**
 * The frame with what it shows of the organization. It reads through the same cache as the screens, so a decision made
 * on one changes the counts beside the sections at once.
 */
export function DashboardFrame({
  current_repository,
  sidebar_narrow,
  places,
  children,
}: {
  current_repository: string | null;
  sidebar_narrow: boolean;
  places: WaitingPlaces;
  children: ReactNode;
}) {
  const { organization, me, may } = useMe();
  useUndoOf(organization?.id ?? null);
  useLive({ organization_id: organization?.id ?? null, person_id: me?.id ?? null });
  const zone = useChosenZone();
  return (
    <TimeZone zone={zone}>
      <NotesOpened />
      <AppFrame
        organization={{ name: organization?.name ?? "Casebook" }}
        current_repository={current_repository}
        member={{ name: me?.name ?? "", role: me?.role ?? "" }}
        counts={useCounts()}
        places={places}
        sidebar_narrow={sidebar_narrow}
      >
        {organization?.example_of && <ExampleBanner parent={organization.example_of} />}
        {organization?.settings.enabled === false && (
          <MemoryOffBanner mayChange={may("organization:manage")} />
        )}
        {children}
      </AppFrame>
    </TimeZone>
  );
}
