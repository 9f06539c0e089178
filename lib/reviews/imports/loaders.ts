import { findRepositoryByName } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { assertMayChange, findWritableRepository } from "../findings/filters";
import * as importsQueries from "./queries";

export async function loadImport(context: { db: Db; actor: Actor; input: { import_id: string } }) {
  const found = await importsQueries.findImport(context.db, { ...tenantOf(context), ...context.input });
  if (!found) throw new AppError("not_found", "This import does not exist.");
  return found;
}

export const maySeeImport = (actor: Actor, found: importsQueries.FoundImport) =>
  maySeeRepository(actor, found.repository?.id ?? null);

/** @throws AppError permission_denied for somebody else's import of no repository, when the actor's key is bound to some. */
export function assertMayChangeImport(actor: Actor, found: importsQueries.FoundImport): void {
  if (found.created_by.id !== actor.id) assertMayChange(actor, found.repository);
}

export async function loadRepository(
  { db, actor }: { db: Db; actor: Actor },
  name: string | undefined,
  pointer: string,
) {
  if (name === undefined) return findWritableRepository({ db, actor }, name, pointer);
  const found = await findRepositoryByName(db, { ...tenantOf({ actor }), name });
  if (!found) throw invalidField(pointer, `${name} is not registered; add the repository first`);
  return found;
}

export async function present(db: Db, actor: Actor, import_id: string) {
  const found = await importsQueries.findImport(db, { ...tenantOf({ actor }), import_id });
  if (!found) throw new Error("an import that was just written is there");
  return found;
}
