import { actorColumns } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { Memory, MemoryEvent, MemoryEventType, MemoryStatus } from "../contract";
import { toEvent } from "../lifecycle/event-queries";

export type AllowanceKey = { rule: string; text_sha256: string };

/** What leads released of these texts. */
export async function findAllowances(
  db: Db,
  { organization_id, texts }: Tenant & { texts: readonly string[] },
): Promise<AllowanceKey[]> {
  return db.memory_allowance.findMany({
    where: { organization_id, text_sha256: { in: [...texts] } },
    select: { rule: true, text_sha256: true },
  });
}

export async function insertAllowances(
  tx: Db,
  {
    organization_id,
    memory_id,
    allowances,
    actor,
    now,
  }: Tenant & { memory_id: string; allowances: readonly AllowanceKey[]; actor: ActorRef; now: Date },
): Promise<void> {
  if (allowances.length === 0) return;
  await tx.memory_allowance.createMany({
    data: allowances.map(({ rule, text_sha256 }) => ({
      organization_id,
      id: newId(),
      memory_id,
      rule,
      text_sha256,
      created_at: now,
      ...actorColumns("created_by", actor),
    })),
  });
}

/** Undoes what was released of this memory's texts. */
export async function deleteAllowances(
  tx: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<void> {
  await tx.memory_allowance.deleteMany({ where: { organization_id, memory_id } });
}

/** Ids of memories in these statuses that other rules than these scanned last, at most `limit`, oldest first. */
export async function findScannedByOtherRules(
  db: Db,
  {
    organization_id,
    safety_version,
    statuses,
    limit,
  }: Tenant & { safety_version: number; statuses: readonly MemoryStatus[]; limit: number },
): Promise<string[]> {
  const rows = await db.memory.findMany({
    where: {
      organization_id,
      deleted_at: null,
      safety_version: { not: safety_version },
      status: { in: [...statuses] },
    },
    select: { id: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

/** Says that these rules found nothing in memories that still have the version in which they were scanned. */
export async function setSafetyVersion(
  tx: Db,
  {
    organization_id,
    memories,
    safety_version,
  }: Tenant & { memories: readonly Pick<Memory, "id" | "version">[]; safety_version: number },
): Promise<void> {
  for (const version of new Set(memories.map((memory) => memory.version)))
    await tx.memory.updateMany({
      where: {
        organization_id,
        version,
        id: { in: memories.filter((memory) => memory.version === version).map(({ id }) => id) },
      },
      data: { safety_version },
    });
}

/** The last event of this type of each of these memories. */
export async function findLastEvents(
  db: Db,
  { organization_id, memory_ids, type }: Tenant & { memory_ids: readonly string[]; type: MemoryEventType },
): Promise<Map<string, MemoryEvent>> {
  const rows = await db.memory_event.findMany({
    where: { organization_id, memory_id: { in: [...memory_ids] }, type },
    orderBy: { id: "desc" },
    distinct: ["memory_id"],
  });
  return new Map(rows.map((row) => [row.memory_id, toEvent(row)]));
}
