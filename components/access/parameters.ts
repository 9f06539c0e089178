import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { auditList } from "@/lib/access/contract";
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
  cursor?: string | null;
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
  cursor?: string | null;
}): CallOf<typeof jobList> => ({ state: STATES_OF[state], cursor: cursor ?? undefined });

/** What the URL of the audit says. */
export const auditParameters = {
  actor: parseAsString,
  operation: parseAsString,
  /** The id of what an entry is about. */
  subject: parseAsString,
  from: parseAsString,
  before: parseAsString,
};
export const loadAuditParameters = createLoader({ ...auditParameters, cursor: parseAsString });

export type AuditSearch = Record<keyof typeof auditParameters, string | null>;

/** A day of the filters as its first moment in UTC; what is no day is left out. */
function startOf(day: string | null): string | undefined {
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return undefined;
  return `${day}T00:00:00.000Z`;
}

export const auditInput = ({
  actor,
  operation,
  subject,
  from,
  before,
  cursor,
}: AuditSearch & { cursor?: string | null }): CallOf<typeof auditList> => ({
  actor: actor ?? undefined,
  operation: operation ?? undefined,
  subject_id: subject ?? undefined,
  from: startOf(from),
  before: startOf(before),
  cursor: cursor ?? undefined,
});
