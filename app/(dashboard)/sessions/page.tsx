import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadSessionParameters, sessionsInput } from "@/components/sessions/filters";
import { SessionsScreen } from "@/components/sessions/sessions-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { sessionList } from "@/lib/sessions/contract";

export const metadata: Metadata = { title: "Sessions" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadSessionParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(sessionList, sessionsInput(parameters)))}>
      <SessionsScreen />
    </HydrationBoundary>
  );
}
