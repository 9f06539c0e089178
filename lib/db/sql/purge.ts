import type { Db } from "../client";
import { identifier, tenantSql } from "../tenant-guard";

type OfMemories = { organization_id: string; memory_ids: readonly string[] };

/** What a kept pack says where texts of it were purged. */
const PURGED_PACK = "(what this pack held was removed for good)";

/** Memories that were deleted before a moment, the longest deleted first, locked until the transaction ends. */
export async function findDeletedBefore(
  tx: Db,
  { organization_id, before, limit }: { organization_id: string; before: Date; limit: number },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select m.id::text as id from memory m
    where m.organization_id = ${organization_id}::uuid and m.deleted_at < ${before}
    order by m.deleted_at, m.id limit ${limit}::int for update skip locked`);
  return rows.map(({ id }) => id);
}

/**
 * Removes memories for good, with their vectors, citations, events and conflicts, and their texts where other rows repeat
 * them: packs, events of what they were merged into, answers kept for repeated requests. What else refers to them, a
 * finding or a version that replaced them, stays without the reference. @returns how many were removed.
 */
export async function purgeMemories(tx: Db, { organization_id, memory_ids }: OfMemories): Promise<number> {
  if (memory_ids.length === 0) return 0;
  const of = { organization_id, memory_ids };
  await emptyPacks(tx, of);
  await emptyCopies(tx, of);
  await cutReferences(tx, of);
  await deleteRecords(tx, of);
  await deleteRareTerms(tx, of);
  return tx.$executeRaw(tenantSql(organization_id)`
    delete from memory m
    where m.organization_id = ${organization_id}::uuid and m.id = any(${[...memory_ids]}::uuid[])`);
}

/** Removes the packs that hold texts of the memories: scores and counts of the recall stay. */
async function emptyPacks(tx: Db, { organization_id, memory_ids }: OfMemories): Promise<void> {
  await tx.$executeRaw(tenantSql(organization_id)`
    update recall r set pack = ${PURGED_PACK}
    where r.organization_id = ${organization_id}::uuid and r.pack <> '' and exists (
      select 1 from recall_candidate c
      join memory m on m.organization_id = ${organization_id}::uuid and m.id = c.memory_id
      where c.organization_id = ${organization_id}::uuid and c.recall_id = r.id
        and c.memory_id = any(${[...memory_ids]}::uuid[])
        -- One that was left out may be named beside another.
        and (c.place <> 'out' or position(m.statement in r.pack) > 0))`);
}

/** Texts of the memories in rows of others. */
async function emptyCopies(tx: Db, { organization_id, memory_ids }: OfMemories): Promise<void> {
  const ids = [...memory_ids];
  await tx.$executeRaw(tenantSql(organization_id)`
    update memory_event e set reason = null, detail = jsonb_set('{}', '{merged}', e.detail->'merged')
    where e.organization_id = ${organization_id}::uuid and e.type = 'merged'
      and e.detail->>'merged' = any(${ids}::text[])`);
  // What a conflict explains, it explains of all its memories.
  await tx.$executeRaw(tenantSql(organization_id)`
    delete from memory_conflict c where c.organization_id = ${organization_id}::uuid and exists (
      select 1 from memory_conflict_member m where m.organization_id = c.organization_id
        and m.conflict_id = c.id and m.memory_id = any(${ids}::uuid[]))`);
  await tx.$executeRaw(tenantSql(organization_id)`
    delete from idempotency_key k where k.organization_id = ${organization_id}::uuid and exists (
      select 1 from unnest(${ids}::text[]) as purged(id) where position(purged.id in k.response::text) > 0)`);
}

async function cutReferences(tx: Db, { organization_id, memory_ids }: OfMemories): Promise<void> {
  const ids = [...memory_ids];
  await tx.$executeRaw(tenantSql(organization_id)`
    update memory m set superseded_by = null
    where m.organization_id = ${organization_id}::uuid and m.superseded_by = any(${ids}::uuid[])`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update finding f set memory_id = null
    where f.organization_id = ${organization_id}::uuid and f.memory_id = any(${ids}::uuid[])`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update review r set outcome_memory_id = null
    where r.organization_id = ${organization_id}::uuid and r.outcome_memory_id = any(${ids}::uuid[])`);
  await tx.$executeRaw(tenantSql(organization_id)`
    delete from proposal_evidence p where p.organization_id = ${organization_id}::uuid
      and p.memory_id = any(${ids}::uuid[]) and p.finding_id is null`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update proposal_evidence p set memory_id = null
    where p.organization_id = ${organization_id}::uuid and p.memory_id = any(${ids}::uuid[])`);
}

/** What was recorded of the memories, which refers to them without a key. */
async function deleteRecords(tx: Db, { organization_id, memory_ids }: OfMemories): Promise<void> {
  for (const table of ["memory_event", "recall_candidate", "memory_use"])
    await tx.$executeRaw(tenantSql(organization_id)`
      delete from ${identifier(table)} r
      where r.organization_id = ${organization_id}::uuid and r.memory_id = any(${[...memory_ids]}::uuid[])`);
}

/** Words that no other memory has are not kept in the statistics until they are counted again. */
async function deleteRareTerms(tx: Db, { organization_id, memory_ids }: OfMemories): Promise<void> {
  await tx.$executeRaw(tenantSql(organization_id)`
    delete from memory_term t where t.organization_id = ${organization_id}::uuid and t.documents <= 1
      and t.lexeme in (
        select unnest(tsvector_to_array(m.search_vector)) from memory m
        where m.organization_id = ${organization_id}::uuid and m.id = any(${[...memory_ids]}::uuid[]))`);
}

type Before = { organization_id: string; before: Date; limit: number };

/** Removes sessions of which nothing was heard since, with their steps and what was read of them. @returns how many. */
export async function deleteSessions(tx: Db, { organization_id, before, limit }: Before): Promise<number> {
  return tx.$executeRaw(tenantSql(organization_id)`
    delete from agent_session s where s.organization_id = ${organization_id}::uuid and s.id in (
      select o.id from agent_session o
      where o.organization_id = ${organization_id}::uuid and o.last_seen_at < ${before}
      order by o.last_seen_at limit ${limit}::int)`);
}

/** What is kept of reading answers, older than sessions are kept; those of older sessions went with them. */
export async function deleteReadings(
  tx: Db,
  { organization_id, before }: Omit<Before, "limit">,
): Promise<number> {
  return tx.$executeRaw(tenantSql(organization_id)`
    delete from answer_reading a
    where a.organization_id = ${organization_id}::uuid and a.created_at < ${before}`);
}

export type PastCounts = { recalls: number; sessions: number; deleted_memories: number };

/** How much is older than these moments. */
export async function countPast(
  db: Db,
  {
    organization_id,
    recalls_before,
    sessions_before,
    deleted_before,
  }: { organization_id: string; recalls_before: Date; sessions_before: Date; deleted_before: Date },
): Promise<PastCounts> {
  const [row] = await db.$queryRaw<PastCounts[]>(tenantSql(organization_id)`
    select
      (select count(*)::int from recall r
        where r.organization_id = ${organization_id}::uuid and r.at < ${recalls_before}) as recalls,
      (select count(*)::int from agent_session s
        where s.organization_id = ${organization_id}::uuid and s.last_seen_at < ${sessions_before}) as sessions,
      (select count(*)::int from memory m
        where m.organization_id = ${organization_id}::uuid and m.deleted_at < ${deleted_before}) as deleted_memories`);
  return row ?? { recalls: 0, sessions: 0, deleted_memories: 0 };
}
