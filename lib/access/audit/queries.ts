import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { afterCursor, type Paging, toPage } from "@/lib/kernel/pagination";

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
  await db.audit_entry.create({
    data: {
      id: newId(),
      ...rest,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      detail: detail as Prisma.InputJsonObject,
    },
  });
}

export async function listAuditEntries(
  db: Db,
  { organization_id, cursor, limit, ...filters }: { organization_id: string } & AuditFilters & Paging,
) {
  const where = whereOf({ organization_id, ...filters });
  const [rows, total] = await Promise.all([
    db.audit_entry.findMany({
      where: { AND: [where, afterCursor(cursor)] },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.audit_entry.count({ where }),
  ]);
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: toActorKind(row.actor_kind), id: row.actor_id, name: row.actor_name },
    operation: row.operation,
    subject_id: row.subject_id,
    request_id: row.request_id,
    detail: row.detail as Record<string, unknown>,
  }));
  return toPage(items, limit, total, (row) => ({ at: row.at, id: row.id }));
}

type AuditFilters = {
  subject_id?: string | undefined;
  actor?: string | undefined;
  operation?: string | undefined;
  from?: string | undefined;
  before?: string | undefined;
};

function whereOf({
  organization_id,
  subject_id,
  actor,
  operation,
  from,
  before,
}: { organization_id: string } & AuditFilters): Prisma.audit_entryWhereInput {
  const where: Prisma.audit_entryWhereInput = { organization_id };
  if (subject_id !== undefined) where.subject_id = subject_id;
  if (operation !== undefined) where.operation = { startsWith: operation };
  if (actor !== undefined)
    where.OR = [{ actor_id: actor }, { actor_name: { contains: actor, mode: "insensitive" } }];
  if (from !== undefined || before !== undefined)
    where.at = { ...(from && { gte: new Date(from) }), ...(before && { lt: new Date(before) }) };
  return where;
}

/** Stored actor kinds read back; anything unknown is shown as a job, which may do nothing. */
export function toActorKind(kind: string): ActorRef["kind"] {
  return kind === "person" || kind === "agent" ? kind : "job";
}
