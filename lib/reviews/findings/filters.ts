import { findRepositoryByName } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
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

export async function loadFilteredRepository(context: {
  db: Db;
  actor: Actor;
  input: { repository?: string };
}) {
  return findNamedRepository(context, context.input.repository, "/repository");
}

export const maySee = (actor: Actor, repository: { id: string } | null) =>
  maySeeRepository(actor, repository?.id ?? null);
