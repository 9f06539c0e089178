import type { Database, Db } from "../client";
import { Prisma } from "../generated/client";
import { identifier, tenantSql } from "../tenant-guard";
import { type EmbedderRef, vectorIndexOf } from "./search";

/** How many memories there are, and how many have a vector of this embedder. */
export async function countEmbedded(
  db: Db,
  { organization_id, embedder_id }: { organization_id: string; embedder_id: string | null },
): Promise<{ memories: number; embedded: number }> {
  const [row] = await db.$queryRaw<{ memories: number; embedded: number }[]>(tenantSql(organization_id)`
    select count(*)::int as memories, count(e.memory_id)::int as embedded
    from memory m left join memory_embedding e on e.organization_id = m.organization_id and e.memory_id = m.id
      and e.embedder_id = ${embedder_id ?? ""}
    where m.organization_id = ${organization_id}::uuid and m.deleted_at is null`);
  return row ?? { memories: 0, embedded: 0 };
}

/** The job that embeds, for this organization or for all: how many are open, and what the last one failed with. */
export async function findEmbeddingWork(
  db: Db,
  { organization_id, job }: { organization_id: string; job: string },
): Promise<{ open: number; error: string | null }> {
  const [row] = await db.$queryRaw<{ open: number; error: string | null }[]>(tenantSql(organization_id)`
    select (count(*) filter (where state in ('created', 'retry', 'active')))::int as open,
      (array_agg(left(coalesce(output->>'message', output->'value'->>'message', output->>'value'), 300)
        order by coalesce(completed_on, started_on) desc)
        filter (where state = 'failed'
          and completed_on >= coalesce((select max(d.completed_on) from pgboss.job d
            where d.name = ${job} and d.state = 'completed'), '-infinity')))[1] as error
    from pgboss.job
    where name = ${job} and coalesce(data->>'organization_id', ${organization_id}) = ${organization_id}`);
  return row ?? { open: 0, error: null };
}

/** Vectors of an embedder on the whole server, which is what its index is over. */
export async function countVectors(db: Db, { embedder_id }: { embedder_id: string }): Promise<number> {
  const [row] = await db.$queryRaw<{ total: number }[]>`
    select count(*)::int as total from memory_embedding where embedder_id = ${embedder_id}`;
  return row?.total ?? 0;
}

/** The models whose vectors an organization has, with the length that one of each has. */
export async function findVectorModels(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ embedder_id: string; vectors: number; dimensions: number }[]> {
  return db.$queryRaw(tenantSql(organization_id)`
    select embedder_id, count(*)::int as vectors, vector_dims((array_agg(embedding))[1])::int as dimensions
    from memory_embedding where organization_id = ${organization_id}::uuid
    group by embedder_id order by vectors desc, embedder_id`);
}

/** @returns how many vectors went. */
export async function deleteVectorsOfOthers(
  tx: Db,
  { organization_id, embedder_id }: { organization_id: string; embedder_id: string },
): Promise<number> {
  return tx.$executeRaw(tenantSql(organization_id)`
    delete from memory_embedding
    where organization_id = ${organization_id}::uuid and embedder_id <> ${embedder_id}`);
}

/** The partial index of an embedder's vectors, of every organization. `valid` is false while it is being built. */
export async function findVectorIndex(
  db: Db,
  embedder: EmbedderRef,
): Promise<{ name: string; valid: boolean; bytes: number } | null> {
  const { condition_text } = vectorIndexOf(embedder);
  const [row] = await db.$queryRaw<{ name: string; valid: boolean; bytes: number }[]>`
    select c.relname::text as name, i.indisvalid as valid, pg_relation_size(c.oid)::float8 as bytes
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'memory_embedding'::regclass
      and strpos(replace(pg_get_expr(i.indpred, i.indrelid), '::text', ''), ${condition_text}) > 0
    order by i.indisvalid desc limit 1`;
  return row ?? null;
}

/** Whether this role may build indexes of vectors: the owner of their table alone may. */
export async function mayBuildVectorIndex(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ may: boolean }[]>`
    select pg_has_role(c.relowner, 'usage') as may from pg_class c where c.oid = 'memory_embedding'::regclass`;
  return row?.may ?? false;
}

/**
 * Builds an embedder's index, or builds it again, while others read and write: on a server concurrently; the embedded
 * database has one session, where there is nobody to wait for. Not inside a transaction.
 */
export async function buildVectorIndex(
  db: Database,
  { embedder, embedded }: { embedder: EmbedderRef; embedded: boolean },
) {
  const found = await findVectorIndex(db, embedder);
  if (found) {
    const concurrently = embedded ? Prisma.empty : Prisma.sql`concurrently`;
    await db.$executeRaw`reindex index ${concurrently} ${identifier(found.name)}`;
    return;
  }
  await db.$executeRaw(vectorIndexOf(embedder).create(embedded ? "" : "concurrently"));
}
