import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { FailureScreen } from "@/components/tasks/failure-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { failureGet } from "@/lib/tasks/contract";

export const generateMetadata = titled("failure");

export default async function Page({ params }: { params: Promise<{ failure_id: string }> }) {
  const { failure_id } = await params;
  return (
    <HydrationBoundary state={await prefetchRecord(prefetching(failureGet, { failure_id }))}>
      <FailureScreen failure_id={failure_id} />
    </HydrationBoundary>
  );
}
