import type { Db } from "@/lib/db/client";
import { keepAuditName } from "@/lib/db/sql/audit";

/** What is shown where a name was erased. */
export const FORMER_MEMBER = "a former member";

type OfPerson = { organization_id: string; person_id: string };

/** Keeps what the audit calls a person who did something; a name that is there, or was erased, stays as it is. */
export async function storeAuditName(
  tx: Db,
  { organization_id, person_id, name }: OfPerson & { name: string },
): Promise<void> {
  await keepAuditName(tx, { organization_id, actor_id: person_id, name });
}

/** The name of somebody who comes, or comes back. */
export async function renameInAudit(
  tx: Db,
  { organization_id, person_id, name }: OfPerson & { name: string },
): Promise<void> {
  await tx.audit_name.upsert({
    where: { organization_id_actor_id: { organization_id, actor_id: person_id }, organization_id },
    create: { organization_id, actor_id: person_id, name },
    update: { name, imported: false },
  });
}

/**
 * Takes a person's name out of the audit, for good: no entry is rewritten, and what is written about them by a request
 * that still runs names them no more.
 */
export async function eraseFromAudit(tx: Db, { organization_id, person_id }: OfPerson): Promise<void> {
  await tx.audit_name.upsert({
    where: { organization_id_actor_id: { organization_id, actor_id: person_id }, organization_id },
    create: { organization_id, actor_id: person_id, name: null },
    update: { name: null },
  });
}

/** What these people are called, of those who were written down; null: the name was erased. */
export async function findAuditNames(
  db: Db,
  { organization_id, actor_ids }: { organization_id: string; actor_ids: readonly string[] },
): Promise<Map<string, string | null>> {
  const rows = await db.audit_name.findMany({
    where: { organization_id, actor_id: { in: [...new Set(actor_ids)] } },
  });
  return new Map(rows.map(({ actor_id, name }) => [actor_id, name]));
}

/** The people whose name in the audit contains these words, at most a hundred. */
export async function findAuditActors(
  db: Db,
  { organization_id, name }: { organization_id: string; name: string },
): Promise<string[]> {
  const rows = await db.audit_name.findMany({
    where: { organization_id, name: { contains: name, mode: "insensitive" } },
    select: { actor_id: true },
    take: 100,
  });
  return rows.map(({ actor_id }) => actor_id);
}
