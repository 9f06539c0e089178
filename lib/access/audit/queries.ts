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
  {
    organization_id,
    subject_id,
    cursor,
    limit,
  }: { organization_id: string; subject_id?: string | undefined } & Paging,
) {
  const where: Prisma.audit_entryWhereInput = {
    organization_id,
    ...(subject_id === undefined ? {} : { subject_id }),
  };
  const [rows, total] = await Promise.all([
    db.audit_entry.findMany({
      where: { ...where, ...afterCursor(cursor) },
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

/** Stored actor kinds read back; anything unknown is shown as a job, which may do nothing. */
export function toActorKind(kind: string): ActorRef["kind"] {
  return kind === "person" || kind === "agent" ? kind : "job";
}
