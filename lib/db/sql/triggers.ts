import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";

/** A key, and how much sharing it says: memories with one of the lowest rank come first. */
export type RankedKey = { key: string; rank: number };

/** Of a key that very many memories share, those of the highest quality are enough. */
const MAX_PER_KEY = 200;

type ByKeys = { where: MemoryWhere; keys: readonly RankedKey[]; limit: number };

/** At most `limit` memories with one of these keys, with the lowest `rank` of a key that each has. */
export const appliesTo = ({ where, keys, limit }: ByKeys): Prisma.Sql => Prisma.sql`
  select * from (
    select distinct on (of_key.id) of_key.*, asked.rank
    from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ rank }) => rank)}::int[]) as asked(key, rank)
    cross join lateral (
      select m.id, m.applies_to, m.quality, m.repository_id, m.metadata from memory m
      where m.applies_to_keys @> array[asked.key] and ${memoryConditions(where)}
      order by m.quality desc, m.id desc limit ${MAX_PER_KEY}::int) of_key
    order by of_key.id, asked.rank) hit
  order by rank, quality desc, id desc limit ${limit}::int`;

/**
 * What memories with one of these keys apply to, as stored, at most `limit`. Each key is looked up in the index by
 * itself: comparing whole arrays takes seconds for hundreds of keys.
 */
export async function findAppliesTo(db: Db, params: ByKeys): Promise<{ id: string; applies_to: unknown }[]> {
  if (params.keys.length === 0) return [];
  return db.$queryRaw(tenantSql(params.where.organization_id)`
    select h.id::text as id, h.applies_to from (${appliesTo(params)}) h order by h.rank, h.quality desc, h.id desc`);
}

/** Memories whose triggers were never inferred, with what they are inferred from; oldest first. */
export async function findWithoutTriggers(
  db: Db,
  { organization_id, limit }: { organization_id: string; limit: number },
): Promise<
  {
    id: string;
    kind: string;
    statement: string;
    reasoning: string | null;
    metadata: unknown;
    paths: string[];
  }[]
> {
  return db.$queryRaw(tenantSql(organization_id)`
    select m.id::text as id, m.kind, m.statement, m.reasoning, m.metadata,
      array(select distinct c.anchor_path from citation c where c.organization_id = m.organization_id
        and c.memory_id = m.id order by 1) as paths
    from memory m where m.organization_id = ${organization_id}::uuid and m.applies_to is null
    order by m.id limit ${limit}::int`);
}

/**
 * Writes inferred triggers of memories that have none yet. Nothing about what a memory says changes, so its version
 * stays.
 */
export async function putTriggers(
  db: Db,
  {
    organization_id,
    rows,
  }: {
    organization_id: string;
    rows: readonly { id: string; applies_to: unknown; applies_to_keys: readonly string[] }[];
  },
): Promise<void> {
  await db.$executeRaw(tenantSql(organization_id)`
    update memory m set applies_to = t.applies_to, applies_to_keys = t.applies_to_keys
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id uuid, applies_to jsonb, applies_to_keys text[])
    where m.organization_id = ${organization_id}::uuid and m.id = t.id and m.applies_to is null`);
}
