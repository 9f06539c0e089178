import type { Db } from "@/lib/db/client";
import { type Actor, maySeeRepository } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import { namedRepository } from "@/lib/memories";

/** True when the actor sees what belongs to this repository; what belongs to none is the organization's. */
export const maySee = (actor: Actor, row: { repository: { id: string } | null }): boolean =>
  maySeeRepository(actor, row.repository?.id ?? null);

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
