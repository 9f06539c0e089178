import { findRepositoryById, findRepositoryByName } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, mayChangeIn, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import * as contract from "../contract";

export const visibleTo = (actor: Actor) => ({ visible_repository_ids: actor.repository_ids });

type Filter = "skill" | "agent" | "developer" | "file_pattern";

/** The findings that figures are counted over: those that the actor sees and the filters let through. */
export function filteredScope({
  actor,
  input: { skill, agent, developer, file_pattern },
  subject,
}: {
  actor: Actor;
  input: Partial<Record<Filter, string | undefined>>;
  subject: { id: string } | null;
}) {
  const repository_id = subject?.id;
  return {
    ...tenantOf({ actor }),
    ...visibleTo(actor),
    repository_id,
    skill,
    agent,
    developer,
    file_pattern,
  };
}

export const OLDEST = new Date(contract.OLDEST_REVIEW);

/** A moment of a filter. Nothing is older than OLDEST, and PostgreSQL has no year 0. */
export function moment(time: string): Date;

export function moment(time: string | undefined): Date | undefined;

export function moment(time: string | undefined): Date | undefined {
  if (time === undefined) return undefined;
  return new Date(Math.max(Date.parse(time), OLDEST.getTime()));
}

/**
 * Where a period ends that is open or ends later: with the day of now, in UTC. Nothing is found in the future, and whole
 * days are counted already.
 */
export function endOf(to: string | undefined, now: Date): Date {
  const end = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const asked = moment(to);
  if (asked === undefined || asked > end) return end;
  return asked;
}

/** The repository that a field names, or null when it names none. */
export async function findNamedRepository(
  { db, actor }: { db: Db; actor: Actor },
  name: string | undefined,
  pointer: string,
) {
  if (name === undefined) return null;
  const found = await findRepositoryByName(db, { ...tenantOf({ actor }), name });
  if (!found)
    throw invalidField(pointer, `${name} is not registered; add the repository first, or leave it out`);
  return found;
}

/**
 * Where a submission belongs: to the repository that it names, else to the only one that the key is bound to; null for the
 * whole organization's.
 * @throws AppError invalid_input for a key that is bound to several and names none.
 */
export async function findWritableRepository(
  context: { db: Db; actor: Actor },
  name: string | undefined,
  pointer: string,
) {
  const { db, actor } = context;
  if (name !== undefined || actor.repository_ids === null) return findNamedRepository(context, name, pointer);
  const [only, ...others] = actor.repository_ids;
  if (only === undefined || others.length > 0) throw invalidField(pointer, NAME_ONE);
  const found = await findRepositoryById(db, { ...tenantOf({ actor }), repository_id: only });
  if (!found) throw invalidField(pointer, NAME_ONE);
  return found;
}

/** What a key that is bound to several repositories is answered when it names none. */
export const NAME_ONE = "is missing; this key is bound to repositories, so name one of them";

export async function loadFilteredRepository(context: {
  db: Db;
  actor: Actor;
  input: { repository?: string };
}) {
  return findNamedRepository(context, context.input.repository, "/repository");
}

/** @throws AppError permission_denied for what belongs to no repository, when the actor's key is bound to some. */
export function assertMayChange(actor: Actor, repository: { id: string } | null): void {
  if (!mayChangeIn(actor, repository?.id ?? null)) throw new AppError("permission_denied", NOT_YOURS);
}

/** Why a bound key does not change what it may read. */
export const NOT_YOURS =
  "It belongs to no repository, so changing it affects the whole organization, and this key is bound to repositories.";

export const maySee = (actor: Actor, repository: { id: string } | null) =>
  maySeeRepository(actor, repository?.id ?? null);
