import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SessionScreen } from "@/components/sessions/session-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { sessionGet } from "@/lib/sessions/contract";

export const metadata: Metadata = { title: "Session" };

export default async function Page({ params }: { params: Promise<{ session_id: string }> }) {
  const session_id = decodeURIComponent((await params).session_id);
  return (
    <HydrationBoundary state={await prefetchRecord(prefetching(sessionGet, { session_id }))}>
      <SessionScreen session_id={session_id} />
    </HydrationBoundary>
  );
}
