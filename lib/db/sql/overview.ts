import type { Db } from "../client";
import { Prisma } from "../generated/client";
import { tenantSql } from "../tenant-guard";
import { servingsOf } from "./lifecycle";
import { type MemoryWhere, memoryConditions, ofRepository, seenByPeople } from "./memory-conditions";
import { citingCode, coverageOf, sixDigits } from "./memory-counts";
import { recallConditions } from "./recall-conditions";

/** An organization as a person sees it, whole or one repository of it. */
type Place = { organization_id: string; repository_id: string | null };

const memoriesOf = (place: Place): MemoryWhere => ({ ...seenByPeople(place), deleted: false });

export type OverviewFigures = {
  in_use: number;
  active: number;
  average_quality: number | null;
  low_quality: number;
  stored: number;
  stored_before: number;
  cited: number;
  verified: number;
  served_cited: number;
  served_verified: number;
  approved: number;
  rejected: number;
};

/** The figures of the overview, in one statement that reads each table once. */
export async function sumOverview(
  db: Db,
  {
    place,
    from,
    compared_from,
    served_since,
    statuses,
    low,
    guess,
  }: {
    place: Place;
    /** Memories count as stored from this moment on, and as stored before from the other one to this. */
    from: string;
    compared_from: string;
    served_since: Date;
    /** Of the memories in use. */
    statuses: readonly string[];
    /** Below it quality is low. */
    low: number;
    /** Below it the place of a citation is a guess. */
    guess: number;
  },
): Promise<OverviewFigures> {
  const { organization_id } = place;
  const memories = memoriesOf(place);
  const [row] = await db.$queryRaw<OverviewFigures[]>(tenantSql(organization_id)`
    select memories.*, coverage.*, servings.cited as served_cited, servings.verified as served_verified, decided.*
    from (
      select count(*) filter (where m.status = any(${[...statuses]}::text[]))::int as in_use,
        count(*) filter (where m.status = 'active')::int as active,
        ${sixDigits(Prisma.sql`avg(m.quality) filter (where m.status = 'active')`)}::float8 as average_quality,
        count(*) filter (where m.status = 'active' and m.quality < ${low})::int as low_quality,
        count(*) filter (where m.created_at >= ${from}::timestamptz)::int as stored,
        count(*) filter (where m.created_at >= ${compared_from}::timestamptz
          and m.created_at < ${from}::timestamptz)::int as stored_before
      from memory m where ${memoryConditions(memories)}) memories,
    ${coverageOf({ where: { ...memories, status: statuses }, guess })} coverage,
    ${servingsOf({ ...place, since: served_since, visible_repository_ids: null })} servings,
    (select count(*) filter (where p.status = 'approved')::int as approved,
        count(*) filter (where p.status = 'rejected')::int as rejected
      from proposal p join skill s on s.organization_id = p.organization_id and s.id = p.skill_id
      where p.organization_id = ${organization_id}::uuid and p.status in ('approved', 'rejected')
      ${ofRepository(Prisma.sql`s.repository_id`, place.repository_id)}) decided`);
  if (!row) throw new Error("aggregates without groups answer one row");
  return row;
}

export type SetupState = {
  repositories: number;
  ready_repository: string | null;
  failed_repository: string | null;
  failed_problem: string | null;
  keys: number;
  used_keys: number;
  has_memories: boolean;
  has_verified: boolean;
  has_reviews: boolean;
};

/** How far an organization is set up. */
export async function findSetupState(
  db: Db,
  {
    organization_id,
    statuses,
    guess,
  }: { organization_id: string; statuses: readonly string[]; guess: number },
): Promise<SetupState> {
  const memories = memoriesOf({ organization_id, repository_id: null });
  const [row] = await db.$queryRaw<SetupState[]>(tenantSql(organization_id)`
    with r as (select name, fetch_status, fetch_error from repository where organization_id = ${organization_id}::uuid),
    failed as (select name, fetch_error from r where fetch_status = 'failed' order by name limit 1)
    select (select count(*)::int from r) as repositories,
      (select min(name) from r where fetch_status = 'ready') as ready_repository,
      (select name from failed) as failed_repository, (select fetch_error from failed) as failed_problem,
      k.keys, k.used_keys,
      exists (select 1 from memory m where ${memoryConditions(memories)}) as has_memories,
      exists (select 1 from ${citingCode({ where: { ...memories, status: statuses }, guess })} citing
        where holds) as has_verified,
      exists (select 1 from review where organization_id = ${organization_id}::uuid) as has_reviews
    from (select count(*)::int as keys, count(last_used_at)::int as used_keys
      from agent_key where organization_id = ${organization_id}::uuid) k`);
  if (!row) throw new Error("scalars answer one row");
  return row;
}

export type Changes = { memories: number; findings: number; recalls: number };

/** How many memories were stored, findings made and recalls answered from a moment on. */
export async function countChanges(
  db: Db,
  { place, after }: { place: Place; after: string },
): Promise<Changes> {
  const { organization_id } = place;
  const [row] = await db.$queryRaw<Changes[]>(tenantSql(organization_id)`
    select
      (select count(*)::int from memory m
        where ${memoryConditions({ ...memoriesOf(place), created_after: after })}) as memories,
      (select count(*)::int from finding f where f.organization_id = ${organization_id}::uuid
        and f.found_at >= ${after}::timestamptz ${ofRepository(Prisma.sql`f.repository_id`, place.repository_id)}) as findings,
      (select count(*)::int from recall r where ${recallConditions({ ...seenByPeople(place), only_agent: null, after })}) as recalls`);
  if (!row) throw new Error("scalars answer one row");
  return row;
}
