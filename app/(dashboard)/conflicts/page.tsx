import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { ConflictQueue } from "@/components/hygiene/conflict-queue";
import { conflictsInput, loadConflictParameters } from "@/components/hygiene/parameters";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { conflictList } from "@/lib/hygiene/contract";

export const generateMetadata = titled("conflicts");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { permissions } = await requireActor();
  const parameters = await loadConflictParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(conflictList, conflictsInput(parameters)))}>
      <ConflictQueue canWrite={permissions.has("memories:decide")} />
    </HydrationBoundary>
  );
}
