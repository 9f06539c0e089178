import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { Jobs } from "@/components/access/jobs";
import { jobsInput, loadJobsParameters } from "@/components/access/parameters";
import { prefetch, prefetching } from "@/lib/doors/server";
import { jobList } from "@/lib/jobs/contract";

export const generateMetadata = titled("jobs");

export default async function JobsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadJobsParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(jobList, jobsInput(parameters)))}>
      <Jobs />
    </HydrationBoundary>
  );
}
