import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { afterCursor, type Paging, toPage } from "@/lib/kernel/pagination";
import { toActorKind } from "../actor-columns";
import { FORMER_MEMBER, findAuditActors, findAuditNames, storeAuditName } from "./name-queries";

export async function insertAuditEntry(
  db: Db,
  {
    actor,
    detail,
    ...rest
  }: {
    organization_id: string;
    actor: ActorRef;
    operation: string;
    request_id: string;
    subject_id: string | null;
    detail: Record<string, unknown>;
    at: Date;
  },
): Promise<void> {
  if (actor.kind === "person")
    await storeAuditName(db, {
      organization_id: rest.organization_id,
      person_id: actor.id,
      name: actor.name,
    });
  await db.audit_entry.create({
    data: {
      id: newId(),
      ...rest,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.kind === "person" ? "" : actor.name,
      detail: detail as Prisma.InputJsonObject,
    },
  });
}

export async function listAuditEntries(
  db: Db,
  { organization_id, cursor, limit, ...filters }: { organization_id: string } & AuditFilters & Paging,
) {
  const where = await whereOf(db, { organization_id, ...filters });
  const [rows, total] = await Promise.all([
    db.audit_entry.findMany({
      where: { AND: [where, afterCursor(cursor)] },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.audit_entry.count({ where }),
  ]);
  const names = await findAuditNames(db, { organization_id, actor_ids: rows.flatMap(personsIn) });
  // An entry of an imported file may still hold its name.
  const nameOf = (person_id: string, kept = "") =>
    names.get(person_id) ?? ((!names.has(person_id) && kept) || FORMER_MEMBER);
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: {
      kind: toActorKind(row.actor_kind),
      id: row.actor_id,
      name: row.actor_kind === "person" ? nameOf(row.actor_id, row.actor_name) : row.actor_name,
    },
    operation: row.operation,
    subject_id: row.subject_id,
    request_id: row.request_id,
    imported: row.imported,
    detail: withPerson(row.detail as Record<string, unknown>, nameOf),
  }));
  return toPage(items, limit, total, (row) => ({ at: row.at, id: row.id }));
}

/** How often an operation was done since a moment, as far as the audit is kept. */
export async function countInAudit(
  db: Db,
  { organization_id, operation, since }: { organization_id: string; operation: string; since: string },
): Promise<number> {
  return db.audit_entry.count({ where: { organization_id, operation, at: { gt: since } } });
}

type AuditFilters = {
  subject_id?: string;
  actor?: string;
  operation?: string;
  from?: string;
  before?: string;
};

async function whereOf(
  db: Db,
  { organization_id, subject_id, actor, operation, from, before }: { organization_id: string } & AuditFilters,
): Promise<Prisma.audit_entryWhereInput> {
  const where: Prisma.audit_entryWhereInput = { organization_id };
  if (subject_id !== undefined) where.subject_id = subject_id;
  if (operation !== undefined) where.operation = { startsWith: operation };
  if (actor !== undefined)
    where.OR = [
      { actor_id: { in: [actor, ...(await findAuditActors(db, { organization_id, name: actor }))] } },
      { actor_name: { contains: actor, mode: "insensitive" } },
    ];
  if (from !== undefined || before !== undefined)
    where.at = { ...(from && { gte: new Date(from) }), ...(before && { lt: new Date(before) }) };
  return where;
}

type Detail = Record<string, unknown>;

/** The people that an entry names: who acted, and whom it is about. */
function personsIn({ actor_kind, actor_id, detail }: Prisma.audit_entryGetPayload<object>): string[] {
  const { person_id } = detail as Detail;
  return [
    ...(actor_kind === "person" ? [actor_id] : []),
    ...(typeof person_id === "string" ? [person_id] : []),
  ];
}

function withPerson(detail: Detail, nameOf: (person_id: string) => string): Detail {
  const { person_id } = detail;
  if (typeof person_id === "string") return { person: nameOf(person_id), ...detail };
  return detail;
}

/** Whether an actor did this at this very moment. */
export async function isInAuditAt(
  db: Db,
  entry: {
    organization_id: string;
    actor_id: string;
    operation: string;
    subject_id: string | null;
    at: Date;
  },
): Promise<boolean> {
  return (await db.audit_entry.findFirst({ where: entry, select: { id: true } })) !== null;
}

/** Whether a person ever changed something here; that an import names them is no proof of it. */
export async function isInAudit(
  db: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<boolean> {
  const row = await db.audit_name.findUnique({
    where: { organization_id_actor_id: { organization_id, actor_id: person_id } },
  });
  return row !== null && !row.imported;
}
