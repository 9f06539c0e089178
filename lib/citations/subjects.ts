import type { Db } from "@/lib/db/client";
import { type Actor, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import * as citationsQueries from "./citations/queries";
import type * as contract from "./contract";
import * as repositoriesQueries from "./repositories/queries";

/** The agent that asks; null: a person or a job. */
export const agentOf = (actor: Actor): string | null => (actor.kind === "agent" ? actor.name : null);

/** @throws AppError invalid_input for a repository, named by its id, that does not exist or may not be seen. */
export async function assertRepositoryNamed({
  db,
  actor,
  input: { repository_id },
}: {
  db: Db;
  actor: Actor;
  input: { repository_id?: string };
}): Promise<void> {
  if (repository_id === undefined) return;
  const found = await repositoriesQueries.findRepositoryById(db, { ...tenantOf({ actor }), repository_id });
  if (!found || !maySeeRepository(actor, repository_id))
    throw invalidField("/repository_id", "is not a repository you can see here");
}

export const noRepository = () => new AppError("not_found", "This repository does not exist.");

export async function loadRepository(context: { db: Db; actor: Actor; input: { repository_id: string } }) {
  const found = await repositoriesQueries.findRepositoryById(context.db, {
    ...tenantOf(context),
    ...context.input,
  });
  if (!found) throw noRepository();
  return found;
}

export async function loadCitation(context: { db: Db; actor: Actor; input: { citation_id: string } }) {
  const found = await citationsQueries.findCitation(context.db, {
    ...tenantOf(context),
    ...context.input,
    agent: agentOf(context.actor),
  });
  if (!found) throw new AppError("not_found", "This citation does not exist.");
  return found;
}

export const maySee = (actor: Actor, repository: { id: string }) => maySeeRepository(actor, repository.id);
export const maySeeCitation = (actor: Actor, citation: contract.Citation) =>
  maySee(actor, citation.repository);
