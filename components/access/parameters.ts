import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { FETCH_STATUSES, type repositoryList } from "@/lib/citations/contract";
import type { JobState, jobList } from "@/lib/jobs/contract";
import type { CallOf } from "@/lib/kernel/contract";

/** What the URL of the repositories' settings says. */
export const repositoriesParameters = { state: parseAsStringLiteral(FETCH_STATUSES), cursor: parseAsString };
export const loadRepositoriesParameters = createLoader(repositoriesParameters);

export const repositoriesInput = ({
  state,
  cursor,
}: {
  state: (typeof FETCH_STATUSES)[number] | null;
  cursor?: string | null | undefined;
}): CallOf<typeof repositoryList> => ({
  fetch_status: state ?? undefined,
  cursor: cursor ?? undefined,
});

export const JOB_VIEWS = ["failed", "waiting", "done"] as const;
type JobView = (typeof JOB_VIEWS)[number];
const STATES_OF: Record<JobView, JobState[]> = {
  failed: ["failed"],
  waiting: ["created", "retry", "active"],
  done: ["completed"],
};

/** What the URL of the jobs says. */
export const jobsParameters = {
  state: parseAsStringLiteral(JOB_VIEWS).withDefault("failed"),
  cursor: parseAsString,
};
export const loadJobsParameters = createLoader(jobsParameters);

export const jobsInput = ({
  state,
  cursor,
}: {
  state: JobView;
  cursor?: string | null | undefined;
}): CallOf<typeof jobList> => ({ state: STATES_OF[state], cursor: cursor ?? undefined });
