import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

export type AuditProblem = {
  what: "changed" | "missing" | "unchained" | "broken" | "forged";
  number: number | null;
  entry_id: string;
};

const MAX_PROBLEMS = 100;

/** Where the chain begins since older entries were removed. */
export type AuditCheckpoint = {
  number: number;
  sha256: string;
  before: Date;
  seal: string;
  created_at: Date;
};

/** The last checkpoint of the audit; null: nothing was ever removed. */
export async function findCheckpoint(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<(AuditCheckpoint & { id: string }) | null> {
  const [row] = await db.$queryRaw<(AuditCheckpoint & { id: string })[]>(tenantSql(organization_id)`
    select c.id::text as id, c.number::int as number, c.sha256, c.before, c.seal, c.created_at
    from audit_checkpoint c where c.organization_id = ${organization_id}::uuid
    order by c.number desc, c.created_at desc, c.id desc limit 1`);
  return row ?? null;
}

/** Up to which link of the audit all is older than a moment, and how many entries that are; null: none. */
export async function findPrunable(
  db: Db,
  { organization_id, before }: { organization_id: string; before: Date },
): Promise<{ number: number; sha256: string; entries: number } | null> {
  const [row] = await db.$queryRaw<{ number: number; sha256: string; entries: number }[]>(
    tenantSql(organization_id)`
    select p.number::int as number, p.sha256, p.entries from audit_prunable(${organization_id}::uuid, ${before}) p`,
  );
  return row ?? null;
}

/** Removes what `findPrunable` found, and keeps where the chain goes on. Returns how many entries went. */
export async function pruneAudit(
  tx: Db,
  params: { organization_id: string; id: string; number: number; before: Date; seal: string },
): Promise<number> {
  const { organization_id, id, number, before, seal } = params;
  const [row] = await tx.$queryRaw<{ entries: number }[]>(tenantSql(organization_id)`
    select audit_prune(${organization_id}::uuid, ${id}::uuid, ${number}::bigint, ${before}, ${seal}) as entries`);
  return row?.entries ?? 0;
}

/** Keeps a checkpoint again with another seal, beside the one before. */
export async function insertSealedCheckpoint(
  db: Db,
  params: { organization_id: string; id: string; from: string; seal: string },
): Promise<void> {
  const { organization_id, id, from, seal } = params;
  await db.$executeRaw(tenantSql(organization_id)`
    insert into audit_checkpoint (organization_id, id, number, sha256, before, entries, seal)
    select ${organization_id}::uuid, ${id}::uuid, c.number, c.sha256, c.before, c.entries, ${seal}
    from audit_checkpoint c where c.organization_id = ${organization_id}::uuid and c.id = ${from}::uuid`);
}

/** Compares every entry of the audit with the chain that the database kept of it. Reads all of it once. */
export async function verifyAudit(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{
  entries: number;
  imported: number;
  head: { number: number; sha256: string } | null;
  problems: AuditProblem[];
}> {
  const problems = await db.$queryRaw<AuditProblem[]>(tenantSql(organization_id)`
    with begins as (
      select c.number, c.sha256 from audit_checkpoint c where c.organization_id = ${organization_id}::uuid
      union all select 0, '' order by number desc limit 1),
    chain as (
      select l.id, l.number, l.sha256, l.previous_sha256,
        coalesce(lag(l.sha256) over (order by l.number), begins.sha256) as expected_sha256,
        coalesce(lag(l.number) over (order by l.number), begins.number) + 1 as expected_number
      from audit_link l, begins where l.organization_id = ${organization_id}::uuid),
    judged as (
      select coalesce(chain.id, x.id)::text as entry_id, chain.number::int as number,
        case
          when chain.id is null then 'unchained'
          when chain.number <> chain.expected_number or chain.previous_sha256 <> chain.expected_sha256 then 'broken'
          when x.id is null then 'missing'
          when audit_sha256(chain.previous_sha256, x.e) <> chain.sha256 then 'changed'
        end as what
      from chain full join (select row(a.*)::audit_entry as e, a.id from audit_entry a where a.organization_id = ${organization_id}::uuid) x
        on x.id = chain.id)
    select what, number, entry_id from judged where what is not null order by number nulls last, entry_id
    limit ${MAX_PROBLEMS}::int`);
  type Found = { entries: number; imported: number; number: number | null; sha256: string | null };
  const [found] = await db.$queryRaw<Found[]>(tenantSql(organization_id)`
    select counted.entries, counted.imported, head.number::int as number, head.sha256
    from (select count(*)::int as entries, (count(*) filter (where imported))::int as imported
      from audit_entry where organization_id = ${organization_id}::uuid) counted
    left join lateral (
      select number, sha256 from audit_link where organization_id = ${organization_id}::uuid
      order by number desc limit 1) head on true`);
  const { entries = 0, imported = 0, number = null, sha256 = null } = found ?? {};
  const head = number === null || sha256 === null ? null : { number, sha256 };
  return { entries, imported, head, problems };
}

/** Keeps a name that is not there yet; one that only an import brought gives way, unless it was erased. */
export async function keepAuditName(
  tx: Db,
  { organization_id, actor_id, name }: { organization_id: string; actor_id: string; name: string },
): Promise<void> {
  await tx.$executeRaw(tenantSql(organization_id)`
    with kept as (
      insert into audit_name (organization_id, actor_id, name)
      values (${organization_id}::uuid, ${actor_id}, ${name})
      on conflict do nothing)
    update audit_name n set imported = false, name = case when n.name is null then null else ${name} end
    where n.organization_id = ${organization_id}::uuid and n.actor_id = ${actor_id} and n.imported`);
}
