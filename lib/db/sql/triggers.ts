import type { Db } from "../client";
import { type MemoryWhere, memoryConditions } from "./memories";

/** What memories with one of these keys apply to, as stored; those of the highest quality, at most `limit`. */
export async function findAppliesTo(
  db: Db,
  { where, keys, limit }: { where: MemoryWhere; keys: readonly string[]; limit: number },
): Promise<{ id: string; applies_to: unknown }[]> {
  if (keys.length === 0) return [];
  return db.$queryRaw`
    select m.id::text as id, m.applies_to from memory m
    where m.applies_to_keys && ${[...keys]}::text[] and ${memoryConditions(where)}
    order by m.quality desc, m.refreshed_at desc, m.id desc limit ${limit}::int`;
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
  return db.$queryRaw`
    select m.id::text as id, m.kind, m.statement, m.reasoning, m.metadata,
      array(select distinct c.anchor_path from citation c where c.organization_id = m.organization_id
        and c.memory_id = m.id order by 1) as paths
    from memory m where m.organization_id = ${organization_id}::uuid and m.applies_to is null
    order by m.id limit ${limit}::int`;
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
  await db.$executeRaw`
    update memory m set applies_to = t.applies_to, applies_to_keys = t.applies_to_keys
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id uuid, applies_to jsonb, applies_to_keys text[])
    where m.organization_id = ${organization_id}::uuid and m.id = t.id and m.applies_to is null`;
}
