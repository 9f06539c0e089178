import type { Repository } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { resolveRepository } from "@/lib/memories";
import type { Context } from "@/lib/runtime/operation";
import * as sessionsQueries from "../sessions/queries";

export type Place = { repository?: string; ref?: string };

export type Surroundings = Pick<Context, "actor" | "db" | "ai" | "now">;

/**
 * The repository that a hook works in. One that is not registered here is as good as none: an agent that works elsewhere
 * does not get an error before every step.
 */
export async function repositoryOf(
  { actor, db }: Surroundings,
  { repository }: Place,
): Promise<Repository | undefined> {
  if (repository === undefined) return undefined;
  try {
    return await resolveRepository(db, { actor, reference: repository, pointer: "/repository" });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * The repository of the session that a call is of; null for a session without one, and for none. A key that may not
 * see it neither goes on with the session nor ends it.
 */
export async function repositoryOfSession({
  db,
  actor: { organization_id },
  input: { session_id },
}: {
  db: Db;
  actor: Actor;
  input: { session_id?: string };
}): Promise<string | null> {
  if (session_id === undefined) return null;
  return sessionsQueries.findRepositoryId(db, { organization_id, session_id });
}
