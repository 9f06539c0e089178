import type { Db } from "@/lib/db/client";
import { type Actor, mayChangeIn, maySeeRepository } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { namedRepository } from "@/lib/memories";

/** True when the actor sees what belongs to this repository; what belongs to none is the organization's. */
export const maySee = (actor: Actor, row: { repository: { id: string } | null }): boolean =>
  maySeeRepository(actor, row.repository?.id ?? null);

/**
 * @throws AppError permission_denied for what belongs to no repository, when the actor's key is bound to some: it reads what
 * is the organization's, and does not change what all are given.
 */
export function assertMayChange(actor: Actor, row: { repository: { id: string } | null }): void {
  if (mayChangeIn(actor, row.repository?.id ?? null)) return;
  throw new AppError(
    "permission_denied",
    "It belongs to no repository, so changing it affects the whole organization, and this key is bound to repositories.",
  );
}

export const visibleTo = (actor: Actor) => ({ visible_repository_ids: actor.repository_ids });

/** Where a record is put: null for the whole organization. @throws AppError invalid_input for a key that is bound and names none. */
export async function repositoryToWrite(
  db: Db,
  named: { actor: Actor; repository: string | undefined },
): Promise<string | null> {
  const repository_id = await namedRepository(db, named);
  if (repository_id !== undefined) return repository_id;
  if (named.actor.repository_ids !== null)
    throw invalidField("/repository", "is needed: your key is bound to repositories; name one of them");
  return null;
}
