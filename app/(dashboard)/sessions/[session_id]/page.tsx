import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { SessionScreen } from "@/components/sessions/session-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { sessionGet } from "@/lib/sessions/contract";

export const generateMetadata = titled("session");

export default async function Page({ params }: { params: Promise<{ session_id: string }> }) {
  const session_id = decodeURIComponent((await params).session_id);
  return (
    <HydrationBoundary state={await prefetchRecord(prefetching(sessionGet, { session_id }))}>
      <SessionScreen session_id={session_id} />
    </HydrationBoundary>
  );
}
