import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { DaysScreen } from "@/components/conversations/days-screen";
import { daysInput, loadDaysParameters } from "@/components/conversations/parameters";
import { conversationList } from "@/lib/conversations/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("conversations");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadDaysParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(conversationList, daysInput(parameters)))}>
      <DaysScreen />
    </HydrationBoundary>
  );
}
