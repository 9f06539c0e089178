import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";

/** The ids of the memories with a probe that match. */
export async function findProbed(db: Db, { where }: { where: MemoryWhere }): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(where.organization_id)`
    select m.id::text as id from memory_probe p
    join memory m on m.organization_id = p.organization_id and m.id = p.memory_id
    where p.organization_id = ${where.organization_id}::uuid and ${memoryConditions(where)}`);
  return rows.map(({ id }) => id);
}
