import { findRepositoryById, followSupports, SourceError } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import { withoutSecretTexts } from "../safety/found-texts";
import { wouldBeHeld } from "../verification/suspicious-heads";

/**
 * Follows what memories rest on to a commit, unless that is held as suspicious. None named: those of the whole
 * repository. One that cannot be read is followed by the next check.
 */
export async function followRestedOn(
  db: Database,
  {
    memory_ids,
    ...params
  }: {
    organization_id: string;
    repository_id: string;
    commit: string;
    memory_ids: readonly string[];
    now: Date;
    signal: AbortSignal;
  },
): Promise<void> {
  const repository = await findRepositoryById(db, params);
  if (!repository || (await wouldBeHeld(db, { ...params, memory_ids: [] }))) return;
  const only = memory_ids.length > 0 ? memory_ids : undefined;
  await followSupports(db, {
    ...params,
    repository,
    memory_ids: only,
    withoutSecrets: withoutSecretTexts,
  }).catch((error: unknown) => {
    // A repository that is away since the check.
    const isAway = error instanceof AppError && error.code === "unavailable";
    if (!isAway && !(error instanceof SourceError)) throw error;
    log().warn({ err: error, repository_id: params.repository_id }, "supports could not be followed");
  });
}
