import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

export type AuditProblem = {
  what: "changed" | "missing" | "unchained" | "broken";
  number: number | null;
  entry_id: string;
};

const MAX_PROBLEMS = 100;

/** Compares every entry of the audit with the chain that the database kept of it. Reads all of it once. */
export async function verifyAudit(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<{ entries: number; head: { number: number; sha256: string } | null; problems: AuditProblem[] }> {
  const problems = await db.$queryRaw<AuditProblem[]>(tenantSql(organization_id)`
    with chain as (
      select l.id, l.number, l.sha256, l.previous_sha256,
        coalesce(lag(l.sha256) over (order by l.number), '') as expected_sha256,
        coalesce(lag(l.number) over (order by l.number), 0) + 1 as expected_number
      from audit_link l where l.organization_id = ${organization_id}::uuid),
    judged as (
      select coalesce(chain.id, x.id)::text as entry_id, chain.number::int as number,
        case
          when chain.id is null then 'unchained'
          when chain.number <> chain.expected_number or chain.previous_sha256 <> chain.expected_sha256 then 'broken'
          when x.id is null then 'missing'
          when audit_sha256(chain.previous_sha256, x.e) <> chain.sha256 then 'changed'
        end as what
      from chain full join (select a as e, a.id from audit_entry a where a.organization_id = ${organization_id}::uuid) x
        on x.id = chain.id)
    select what, number, entry_id from judged where what is not null order by number nulls last, entry_id
    limit ${MAX_PROBLEMS}::int`);
  const [found] = await db.$queryRaw<{ entries: number; number: number | null; sha256: string | null }[]>(
    tenantSql(organization_id)`
    select (select count(*)::int from audit_entry where organization_id = ${organization_id}::uuid) as entries,
      head.number::int as number, head.sha256
    from (select 1) one left join lateral (
      select number, sha256 from audit_link where organization_id = ${organization_id}::uuid
      order by number desc limit 1) head on true`,
  );
  const { entries = 0, number = null, sha256 = null } = found ?? {};
  return { entries, head: number === null || sha256 === null ? null : { number, sha256 }, problems };
}
