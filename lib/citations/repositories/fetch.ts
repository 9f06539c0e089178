import { storeRateLimits } from "@/lib/access";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import type { Repository } from "../contract";
import { findRepositoryById, updateRepositoryFetch } from "./queries";
import { SourceError } from "./source";
import { fetchRepositorySource } from "./sources";

/**
 * Brings a repository up to date and keeps its new head, or why that failed. Git and network work: call it outside a
 * transaction. Answers null when the repository was removed.
 * @throws AppError unavailable when it could not be fetched, which is kept as `fetch_error` too.
 */
export async function refreshRepository(
  db: Database,
  params: { organization_id: string; repository_id: string; now: Date },
): Promise<Repository | null> {
  const repository = await findRepositoryById(db, params);
  if (!repository) return null;
  try {
    const head = await fetchRepositorySource(db, { ...params, repository });
    await keepLimits(db, params.organization_id, repository);
    return await updateRepositoryFetch(db, {
      ...params,
      ...head,
      fetch_status: "ready",
      fetch_error: null,
      fetched_at: params.now,
    });
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof SourceError)) throw error;
    await updateRepositoryFetch(db, { ...params, fetch_status: "failed", fetch_error: error.message });
    if (error instanceof AppError) throw error;
    throw new AppError("unavailable", error.message, { cause: error });
  }
}

/** What GitHub said of its limits on the way, for the web process to show. */
async function keepLimits(db: Database, organization_id: string, { source }: Repository): Promise<void> {
  if (source.kind === "github")
    await storeRateLimits(db, { organization_id, connection_id: source.connection.id });
}
