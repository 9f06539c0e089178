import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

/**
 * What conditions on a memory `m` are written with: its columns, or what its events say that they were. A memory that was
 * not touched since the moment is as it was, which spares the look at its events.
 */
export type MemoryColumns = Record<
  "status" | "scope" | "category" | "tags" | "pinned" | "pending_repository",
  Prisma.Sql
> &
  Record<"is_deleted" | "is_addressed" | "is_held", Prisma.Sql>;

export const PRESENT: MemoryColumns = {
  status: Prisma.sql`m.status`,
  scope: Prisma.sql`m.scope`,
  category: Prisma.sql`m.category`,
  tags: Prisma.sql`m.tags`,
  pinned: Prisma.sql`m.pinned`,
  pending_repository: Prisma.sql`m.pending_repository`,
  is_deleted: Prisma.sql`m.deleted_at is not null`,
  is_addressed: Prisma.sql`m.addressed_at is not null`,
  is_held: Prisma.sql`m.held_at is not null`,
};

/** The columns of a memory `m` of an organization at a moment. */
export function columnsAt(organization_id: string, at: string): MemoryColumns {
  /** The first event since that says what was before it; `now` where there is none. */
  const before = (value: Prisma.Sql, { said, now }: { said: Prisma.Sql; now: Prisma.Sql }) => Prisma.sql`(
    case when m.updated_at <= ${at}::timestamptz then ${now} else coalesce((
      select ${value} from memory_event e
      where e.organization_id = ${organization_id}::uuid and e.memory_id = m.id and e.at > ${at}::timestamptz and ${said}
      order by e.at, e.id limit 1), ${now}) end)`;
  const edited = (field: "category" | "tags" | "pinned") =>
    Prisma.sql`e.type = 'updated' and e.detail->'before'->${field}::text is not null`;
  return {
    status: before(Prisma.sql`e.detail->>'from'`, {
      said: Prisma.sql`e.detail->>'to' is not null and e.detail->>'from' is not null`,
      now: PRESENT.status,
    }),
    scope: before(Prisma.sql`coalesce(e.detail->>'from_scope', e.detail->'before'->>'scope')`, {
      said: Prisma.sql`coalesce(e.detail->>'from_scope', e.detail->'before'->>'scope') is not null`,
      now: PRESENT.scope,
    }),
    category: before(Prisma.sql`e.detail->'before'->>'category'`, {
      said: edited("category"),
      now: PRESENT.category,
    }),
    tags: before(Prisma.sql`array(select jsonb_array_elements_text(e.detail->'before'->'tags'))`, {
      said: edited("tags"),
      now: PRESENT.tags,
    }),
    pinned: before(Prisma.sql`(e.detail->'before'->>'pinned')::boolean`, {
      said: edited("pinned"),
      now: PRESENT.pinned,
    }),
    pending_repository: before(Prisma.sql`e.detail->>'pending_repository'`, {
      said: Prisma.sql`e.type = 'attached'`,
      now: PRESENT.pending_repository,
    }),
    is_deleted: before(Prisma.sql`e.type = 'restored'`, {
      said: Prisma.sql`(e.type = 'deleted' or (e.type = 'restored' and e.detail->>'from' = 'deleted'))`,
      now: PRESENT.is_deleted,
    }),
    is_addressed: before(Prisma.sql`e.type = 'unaddressed'`, {
      said: Prisma.sql`e.type in ('addressed', 'unaddressed')`,
      now: PRESENT.is_addressed,
    }),
    is_held: before(Prisma.sql`e.type = 'released'`, {
      said: Prisma.sql`(e.type = 'held' or (e.type = 'released' and e.detail->'held' is not null))`,
      now: PRESENT.is_held,
    }),
  };
}

/** Events by which what a memory says, cites or reaches became something else. */
export const CHANGING = ["updated", "recited", "promoted", "rescoped", "attached"] as const;

/** That a memory `m` became something else since a moment, whatever its status. */
export const changedSince = (
  organization_id: string,
  at: string,
) => Prisma.sql`(m.updated_at > ${at}::timestamptz and exists (
  select 1 from memory_event e
  where e.organization_id = ${organization_id}::uuid and e.memory_id = m.id and e.at > ${at}::timestamptz
    and e.type in (${Prisma.join([...CHANGING])})))`;

export type ArrivalRow = {
  memory_id: string;
  type: string;
  /** It gave the memory a status. */
  moved: boolean;
  at: Date;
  reason: string | null;
};

/** The last event of each of these types up to a moment, of each memory; those that gave it a status apart. */
export async function findArrivals(
  db: Db,
  {
    organization_id,
    ids,
    types,
    at,
  }: { organization_id: string; ids: readonly string[]; types: readonly string[]; at: string },
): Promise<ArrivalRow[]> {
  if (ids.length === 0) return [];
  return db.$queryRaw<ArrivalRow[]>(tenantSql(organization_id)`
    select distinct on (e.memory_id, e.type, e.detail->>'to' is not null)
      e.memory_id::text as memory_id, e.type, e.detail->>'to' is not null as moved, e.at, e.reason
    from memory_event e
    where e.organization_id = ${organization_id}::uuid and e.memory_id = any(${[...ids]}::uuid[])
      and e.at <= ${at}::timestamptz and e.type = any(${[...types]}::text[])
    order by e.memory_id, e.type, e.detail->>'to' is not null, e.at desc, e.id desc`);
}

export type CheckedRow = {
  citation_id: string;
  status: string;
  path: string | null;
  line_start: number | null;
  line_end: number | null;
  facts: string[];
  confidence: number | null;
  commit_sha: string;
  checked_at: Date;
};

/** The last check of each of these citations up to a moment that could read it. */
export async function findChecksAt(
  db: Db,
  { organization_id, ids, at }: { organization_id: string; ids: readonly string[]; at: string },
): Promise<CheckedRow[]> {
  if (ids.length === 0) return [];
  return db.$queryRaw<CheckedRow[]>(tenantSql(organization_id)`
    select distinct on (k.citation_id) k.citation_id::text as citation_id, k.status, k.path, k.line_start, k.line_end,
      k.facts, k.confidence, k.commit_sha, k.checked_at
    from citation_check k
    where k.organization_id = ${organization_id}::uuid and k.citation_id = any(${[...ids]}::uuid[])
      and k.checked_at <= ${at}::timestamptz and k.status <> 'unreachable'
    order by k.citation_id, k.checked_at desc, k.id desc`);
}
