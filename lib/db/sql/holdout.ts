import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { prepared, tenantSql } from "../tenant-guard";
import { type AgentWhere, ofRepository } from "./agents";

/**
 * Keeps the group of a session, unless one is kept already or the session had asked for memory before the holdout: of
 * such sessions one group would lose those that had got memory, and the other would not. @returns whether the session is
 * held out, as was decided first. Two processes that decide at once decide the same, because both hash the same id.
 */
export async function insertHoldoutSession(
  db: Db,
  {
    organization_id,
    session_id,
    repository_id,
    held_out,
    share,
    now,
  }: {
    organization_id: string;
    session_id: string;
    repository_id: string | null;
    held_out: boolean;
    share: number;
    now: Date;
  },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ held_out: boolean }[]>(
    prepared(tenantSql(organization_id)`
    with ran as (
      select exists (select 1 from recall r where r.organization_id = ${organization_id}::uuid
        and r.session_id = ${session_id} and r.outcome <> 'held_out') as before),
    added as (
      insert into holdout_session (organization_id, session_id, repository_id, held_out, share, decided_at)
      select ${organization_id}::uuid, ${session_id}, ${repository_id}::uuid, ${held_out}, ${share}::float8,
        ${now}::timestamptz
      from ran where not before
      on conflict (organization_id, session_id) do nothing
      returning held_out)
    select held_out from (
      select 1 as source, held_out from added
      union all
      select 2, h.held_out from holdout_session h
      where h.organization_id = ${organization_id}::uuid and h.session_id = ${session_id}
      union all
      select 3, not before and ${held_out}::boolean from ran) decided
    order by source limit 1`),
  );
  return row?.held_out ?? false;
}

/** What happened in a session that was assigned to a group, once it had ended. */
export type HoldoutRow = {
  held_out: boolean;
  findings: number;
  rejected: number;
  retries: number;
  met_again: number;
  learned: number;
  corrected: number;
  minutes: number;
};

/** Sessions of both groups that had ended; those that got memory although they were held out are not among them. */
export async function findHoldoutSessions(db: Db, { where }: { where: AgentWhere }): Promise<HoldoutRow[]> {
  const { organization_id, since } = where;
  const organization = Prisma.sql`${organization_id}::uuid`;
  return db.$queryRaw<HoldoutRow[]>(tenantSql(organization_id)`
    with counted as materialized (
      select h.session_id, h.held_out, a.started_at, a.last_seen_at, a.actor_name, a.repository_id
      from holdout_session h
      join agent_session a on a.organization_id = h.organization_id and a.session_id = h.session_id
      where h.organization_id = ${organization} and h.decided_at >= ${since}::timestamptz
        and a.ended_at is not null and ${ofRepository(where, Prisma.sql`h.repository_id`)}
        and not (h.held_out and ${gotMemory(organization, Prisma.sql`h.session_id`)})),
    answers as (
      select s.session_id, lag(s.success) over (partition by s.session_id, s.agent_type order by s.at, s.id) as before
      from session_step s join counted on counted.session_id = s.session_id
      where s.organization_id = ${organization} and s.hook = 'after_agent'),
    failed_before as (
      select session_id, count(*) filter (where not before)::int as retries from answers group by session_id),
    asked as (
      select r.session_id, count(*) - 1 as again
      from recall r join counted on counted.session_id = r.session_id
      where r.organization_id = ${organization} and r.task <> 'The start of a session'
      group by r.session_id, r.agent_type, md5(r.task)),
    asked_again as (
      select session_id, sum(again)::int as retries from asked group by session_id),
    taught as (
      select s.session_id,
        count(distinct m.id) filter (where m.created_at >= counted.started_at)::int as learned,
        count(distinct m.id) filter (where m.created_at >= counted.started_at and exists (
          select 1 from memory_event e where e.organization_id = ${organization} and e.memory_id = m.id
            and e.actor_kind = 'person' and e.type in ('superseded', 'invalidated', 'deleted')))::int as corrected,
        count(distinct m.id) filter (
          where m.created_at < counted.started_at and m.kind = 'error_solution')::int as met_again
      from session_step s join counted on counted.session_id = s.session_id
      join memory m on m.organization_id = s.organization_id and m.id = any(s.memory_ids)
      where s.organization_id = ${organization} group by s.session_id),
    reviews as (
      select counted.session_id, v.id from counted
      join review v on v.organization_id = ${organization} and v.workflow_id = counted.session_id
      union
      select counted.session_id, v.id from counted
      join review v on v.organization_id = ${organization} and v.agent = counted.actor_name
        and v.reviewed_at between counted.started_at and counted.last_seen_at
        and v.repository_id is not distinct from counted.repository_id),
    judged as (
      select reviews.session_id, count(*)::int as findings,
        count(*) filter (where f.disposition = 'reject')::int as rejected
      from reviews join finding f on f.organization_id = ${organization} and f.review_id = reviews.id
      group by reviews.session_id)
    select counted.held_out, coalesce(judged.findings, 0) as findings, coalesce(judged.rejected, 0) as rejected,
      coalesce(failed_before.retries, 0) + coalesce(asked_again.retries, 0) as retries,
      coalesce(taught.met_again, 0) as met_again, coalesce(taught.learned, 0) as learned,
      coalesce(taught.corrected, 0) as corrected,
      (extract(epoch from counted.last_seen_at - counted.started_at) / 60)::float8 as minutes
    from counted left join failed_before using (session_id) left join asked_again using (session_id)
      left join taught using (session_id) left join judged using (session_id)`);
}

/** Sessions that were assigned to a group and are not compared: still open, or held out and yet given memory. */
export async function countHoldoutLeftOut(
  db: Db,
  { where }: { where: AgentWhere },
): Promise<{ open: number; mixed: number }> {
  const [row] = await db.$queryRaw<{ open: number; mixed: number }[]>(tenantSql(where.organization_id)`
    select count(*) filter (where not mixed and not ended)::int as open, count(*) filter (where mixed)::int as mixed
    from (
      select h.held_out and ${gotMemory(Prisma.sql`${where.organization_id}::uuid`, Prisma.sql`h.session_id`)} as mixed,
        exists (select 1 from agent_session a where a.organization_id = ${where.organization_id}::uuid
          and a.session_id = h.session_id and a.ended_at is not null) as ended
      from holdout_session h
      where h.organization_id = ${where.organization_id}::uuid and h.decided_at >= ${where.since}::timestamptz
        and ${ofRepository(where, Prisma.sql`h.repository_id`)}) assigned`);
  return row ?? { open: 0, mixed: 0 };
}

/** True of a session that got a pack all the same, because the holdout was switched off meanwhile. */
const gotMemory = (organization_id: Prisma.Sql, session_id: Prisma.Sql) =>
  Prisma.sql`exists (select 1 from recall r where r.organization_id = ${organization_id}
    and r.session_id = ${session_id} and r.outcome = 'served')`;
