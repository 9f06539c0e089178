import { Prisma } from "@/lib/db/generated/client";
import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";

export type EntityRow = {
  type: string;
  name: string;
  memories: number;
  created_at: Date;
  updated_at: Date;
};

/**
 * Whom the memories that match are about or came from, by type and name. What a client of mem0 stored is counted for
 * the agent and application that it named; others for their agent and repository.
 */
export async function listEntities(
  db: Db,
  params: { where: MemoryWhere; type: string | null; limit: number; offset: number },
): Promise<{ rows: EntityRow[]; total: number }> {
  const { where, type, limit, offset } = params;
  const rows = await db.$queryRaw<(EntityRow & { total: number })[]>(tenantSql(where.organization_id)`
    with matching as materialized (
      select m."user", m.agent, m.session_id, m.created_at, m.updated_at, m.repository_id,
        m.metadata -> ${CLIENT_IDS}::text as ids
      from memory m where ${memoryConditions(where)}),
    named as (
      select 'user' as type, "user" as name, created_at, updated_at from matching
      union all select 'agent', case when ids is null then agent else ids ->> 'agent_id' end, created_at, updated_at
        from matching
      union all select 'app', case when matching.ids is null then r.name else matching.ids ->> 'app_id' end,
        matching.created_at, matching.updated_at
        from matching left join repository r
          on r.organization_id = ${where.organization_id}::uuid and r.id = matching.repository_id
      union all select 'run', session_id, created_at, updated_at from matching),
    entity as (
      select type, name, count(*)::int as memories, min(created_at) as created_at, max(updated_at) as updated_at
      from named where name is not null ${ofType(type)} group by type, name)
    select entity.*, (count(*) over ())::int as total from entity
    order by type, name limit ${limit}::int offset ${offset}::int`);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

function ofType(type: string | null): Prisma.Sql {
  if (type === null) return Prisma.empty;
  return Prisma.sql`and type = ${type}`;
}
