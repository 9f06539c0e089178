import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

/**
 * How many memories that are in use, or whose successor is, were learned from each of these days. Days without one are not
 * named.
 */
export async function countFactsOfDays(
  db: Db,
  { organization_id, day_ids }: { organization_id: string; day_ids: readonly string[] },
): Promise<{ day_id: string; facts: number }[]> {
  if (day_ids.length === 0) return [];
  return db.$queryRaw(tenantSql(organization_id)`
    select l.day_id::text as day_id, count(distinct f.memory_id)::int as facts
    from conversation_line l
    join conversation_fact f on f.organization_id = ${organization_id}::uuid and f.line_id = l.id
    join memory m on m.organization_id = ${organization_id}::uuid and m.id = f.memory_id and m.deleted_at is null
    left join memory s on s.organization_id = ${organization_id}::uuid and s.id = m.superseded_by
    where l.organization_id = ${organization_id}::uuid and l.day_id = any(${[...day_ids]}::uuid[])
      and (m.superseded_by is null or (s.id is not null and s.deleted_at is null))
    group by l.day_id`);
}

/**
 * Holds a log until the transaction ends. Who learns from its lines holds it too: what they taught is committed by then, or
 * is not learned any more. @returns false when the log was deleted.
 */
export async function lockDayOfLines(
  tx: Db,
  { organization_id, day_id }: { organization_id: string; day_id: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>(tenantSql(organization_id)`
    select 1 from conversation_day where organization_id = ${organization_id}::uuid and id = ${day_id}::uuid for update`);
  return rows.length > 0;
}
