import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadSessionParameters, sessionsInput } from "@/components/sessions/filters";
import { SessionsScreen } from "@/components/sessions/sessions-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { sessionList } from "@/lib/sessions/contract";

export const generateMetadata = titled("sessions");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadSessionParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(sessionList, sessionsInput(parameters)))}>
      <SessionsScreen />
    </HydrationBoundary>
  );
}
