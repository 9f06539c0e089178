import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadQuarantineParameters, quarantineInput } from "@/components/memories/quarantine-parameters";
import { QuarantineScreen } from "@/components/memories/quarantine-screen";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { quarantineList } from "@/lib/memories/contract";

export const generateMetadata = titled("quarantine");

export default async function QuarantinePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { permissions } = await requireActor();
  const mayDecide = permissions.has("proposals:decide");
  const parameters = await loadQuarantineParameters(searchParams);
  const readings = [];
  if (mayDecide) readings.push(prefetching(quarantineList, quarantineInput(parameters)));
  const state = await prefetch(...readings);
  return (
    <HydrationBoundary state={state}>
      <QuarantineScreen mayDecide={mayDecide} />
    </HydrationBoundary>
  );
}
