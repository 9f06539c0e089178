import { findRepositoryById, findRepositoryByName, type Repository } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import type { MemoryCondition } from "@/lib/db/sql/memory-condition";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { type Actor, maySeeRepository, type Tenant, tenantOf } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import type { MemoryFilters, MemoryStatus } from "../contract";

/**
 * The repository that a caller names by owner/name or by id.
 * @throws AppError invalid_input at `pointer` when there is none, or the actor's key is bound to others.
 */
export async function resolveRepository(
  db: Db,
  { actor, reference, pointer }: { actor: Actor; reference: string; pointer: string },
): Promise<Repository> {
  const { organization_id } = actor;
  const repository = idSchema.safeParse(reference).success
    ? await findRepositoryById(db, { organization_id, repository_id: reference })
    : await findRepositoryByName(db, { organization_id, name: reference });
  if (!repository || !maySeeRepository(actor, repository.id))
    throw invalidField(
      pointer,
      "is not a repository you can see here; register it, or give the owner/name of one",
    );
  return repository;
}

/** The id of the repository that a filter names; undefined when it names none. @throws AppError invalid_input. */
export async function namedRepository(
  db: Db,
  { actor, repository }: { actor: Actor; repository: string | undefined },
): Promise<string | undefined> {
  if (repository === undefined) return undefined;
  return (await resolveRepository(db, { actor, reference: repository, pointer: "/repository" })).id;
}

/**
 * What a list asks for: the rows that the actor may see, of the repository that its filter names (null: of all).
 * @throws AppError invalid_input as `resolveRepository`.
 */
export async function listedFor(
  db: Db,
  { actor, repository }: { actor: Actor; repository: string | undefined },
): Promise<Tenant & { visible_repository_ids: Actor["repository_ids"]; repository_id: string | null }> {
  return {
    ...tenantOf({ actor }),
    visible_repository_ids: actor.repository_ids,
    repository_id: (await namedRepository(db, { actor, repository })) ?? null,
  };
}

type Asked = Partial<MemoryFilters> & { metadata?: Record<string, unknown>; where?: MemoryCondition };

/**
 * Filters as the database takes them, within what the actor may see.
 * @param otherwise the statuses when none is asked for; undefined: any.
 */
export async function toWhere(
  db: Db,
  { actor, filters, otherwise }: { actor: Actor; filters: Asked; otherwise?: readonly MemoryStatus[] },
): Promise<MemoryWhere> {
  const { repository, deleted = false, status, ...rest } = filters;
  return {
    ...rest,
    ...seenBy(actor),
    status: status ?? otherwise,
    repository_id: await namedRepository(db, { actor, repository }),
    // What was deleted is a matter of people.
    deleted: deleted && actor.kind !== "agent",
  };
}

/** What an actor may see at all. */
export function seenBy(
  actor: Actor,
): Pick<MemoryWhere, "organization_id" | "visible_repository_ids" | "off_repository_ids" | "asking_agent"> {
  return {
    organization_id: actor.organization_id,
    visible_repository_ids: actor.repository_ids,
    off_repository_ids: actor.off_repository_ids,
    asking_agent: actor.kind === "agent" ? actor.name : null,
  };
}
