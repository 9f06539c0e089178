import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { QuarantineDesk } from "@/components/memories/quarantine-desk";
import { loadQuarantineParameters, quarantineInput } from "@/components/memories/quarantine-parameters";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { quarantineList } from "@/lib/memories/contract";

export const metadata: Metadata = { title: "Quarantine" };

export default async function QuarantinePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { permissions } = await requireActor();
  const may_decide = permissions.has("proposals:decide");
  const { repository, kind, sort, cursor } = await loadQuarantineParameters(searchParams);
  const state = may_decide
    ? await prefetch(
        prefetching(quarantineList, quarantineInput({ repository, kind, sort, cursor: cursor ?? undefined })),
      )
    : await prefetch();
  return (
    <HydrationBoundary state={state}>
      <QuarantineDesk may_decide={may_decide} />
    </HydrationBoundary>
  );
}
