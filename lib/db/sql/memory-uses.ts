import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

/**
 * Counts uses that were written down into their memories, at most `limit` of them, in one statement. Another process that
 * counts at the same time takes others. @returns how many uses it took.
 */
export async function countUses(
  db: Db,
  { organization_id, limit }: { organization_id: string; limit: number },
): Promise<number> {
  const [row] = await db.$queryRaw<{ taken: number }[]>(tenantSql(organization_id)`
    with taken as (
      delete from memory_use u where u.organization_id = ${organization_id}::uuid and u.id in (
        select o.id from memory_use o where o.organization_id = ${organization_id}::uuid
        order by o.id limit ${limit}::int for update skip locked)
      returning u.memory_id, u.uses),
    counted as (select taken.memory_id, sum(taken.uses)::int as uses from taken group by taken.memory_id),
    -- In the order of the ids, so that two that count do not wait for each other in a circle.
    locked as (
      select m.id from memory m where m.organization_id = ${organization_id}::uuid
        and m.id in (select counted.memory_id from counted) order by m.id for no key update),
    used as (
      update memory m set usage_count = m.usage_count + counted.uses
      from locked join counted on counted.memory_id = locked.id
      where m.organization_id = ${organization_id}::uuid and m.id = locked.id)
    select count(*)::int as taken from taken`);
  return row?.taken ?? 0;
}
