import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { holdoutInput, loadValueParameters, valueInput } from "@/components/recalls/filters";
import { ValueScreen } from "@/components/recalls/value-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { recallStats } from "@/lib/recall/contract";
import { holdoutGet } from "@/lib/sessions/contract";

export const generateMetadata = titled("value_and_waste");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadValueParameters(searchParams);
  return (
    <HydrationBoundary
      state={
        await prefetch(
          prefetching(recallStats, valueInput(parameters)),
          prefetching(holdoutGet, holdoutInput(parameters)),
        )
      }
    >
      <ValueScreen />
    </HydrationBoundary>
  );
}
