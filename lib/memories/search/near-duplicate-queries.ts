import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";

const NEAR_DUPLICATE = "near_duplicate";

/** Replaces what a memory is suspected to repeat. */
export async function setNearDuplicates(
  db: Db,
  {
    organization_id,
    memory_id,
    others,
    now,
  }: Tenant & { memory_id: string; others: readonly { id: string; similarity: number }[]; now: Date },
): Promise<void> {
  await db.memory_link.deleteMany({ where: { organization_id, memory_id, relation: NEAR_DUPLICATE } });
  if (others.length > 0)
    await db.memory_link.createMany({
      data: others.map(({ id, similarity }) => ({
        organization_id,
        memory_id,
        other_id: id,
        relation: NEAR_DUPLICATE,
        similarity,
        created_at: now,
      })),
      skipDuplicates: true,
    });
}

/** Forgets what a memory was suspected to repeat, and to be repeated by. */
export async function deleteNearDuplicates(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<void> {
  await db.memory_link.deleteMany({
    where: { organization_id, relation: NEAR_DUPLICATE, OR: [{ memory_id }, { other_id: memory_id }] },
  });
}

/** The memories that one is suspected to repeat, or to be repeated by. */
export async function findNearDuplicates(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<Set<string>> {
  const rows = await db.memory_link.findMany({
    where: { organization_id, relation: NEAR_DUPLICATE, OR: [{ memory_id }, { other_id: memory_id }] },
    select: { memory_id: true, other_id: true },
  });
  return new Set(
    rows.map((row) => {
      if (row.memory_id === memory_id) return row.other_id;
      return row.memory_id;
    }),
  );
}
