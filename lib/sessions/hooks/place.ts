import type { Repository } from "@/lib/citations";
import { AppError } from "@/lib/kernel/errors";
import { resolveRepository } from "@/lib/memories";
import type { Context } from "@/lib/runtime/operation";

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
