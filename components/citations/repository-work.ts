import {
  type RepositoryCheckRun,
  type RepositoryWithCounts,
  repositoryCheckGet,
  repositoryFetch,
  repositoryGet,
} from "@/lib/citations/contract";
import { call } from "@/lib/doors/client";
import { repositoryCheck } from "@/lib/memories/contract";

export type Work = "check" | "fetch";

/** What came of work: the repository afterwards; of a check, its run too. */
export type Ended = { repository: RepositoryWithCounts; run: RepositoryCheckRun | null };

/** Asks whether work has ended; null while it has not. */
export type Look = () => Promise<Ended | null>;

export const isOpen = ({ status }: RepositoryCheckRun) => status === "waiting" || status === "running";

/** Starts work on a repository. Its answer says what to look for; how the repository was before does not. */
export function begin(work: Work, repository_id: string): Promise<Look> {
  if (work === "check") return beginCheck(repository_id);
  return beginFetch(repository_id);
}

async function beginCheck(repository_id: string): Promise<Look> {
  const { check_id } = await call(repositoryCheck, { repository_id });
  return async () => {
    const run = await call(repositoryCheckGet, { check_id });
    if (isOpen(run)) return null;
    return { repository: await call(repositoryGet, { repository_id }), run };
  };
}

async function beginFetch(repository_id: string): Promise<Look> {
  const asked = await call(repositoryFetch, { repository_id });
  // A folder on this server was fetched before the answer; what is elsewhere is pending until its job ends.
  if (asked.fetch_status !== "pending") return async () => ({ repository: asked, run: null });
  return async () => {
    const repository = await call(repositoryGet, { repository_id });
    if (repository.fetch_status === "pending") return null;
    return { repository, run: null };
  };
}
