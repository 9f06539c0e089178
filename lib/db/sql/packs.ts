import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { type AgentWhere, ofRepository } from "./agents";

/** What became of the packs of a period, in numbers. Of the holdout nothing is counted. */
export type PackFigures = {
  /** Of memories served that somebody reported on, or that a kept expectation names for the same task. */
  reported: number;
  reported_right: number;
  /** Of the other memories served, those whose outcome was inferred. */
  inferred: number;
  inferred_right: number;
  /** Packs that were whole and empty, of all that served something or were whole and empty. */
  packs: number;
  empty: number;
  /** Packs that served something, with the sum of their tokens and of its squares. */
  served_packs: number;
  tokens: number;
  tokens_squared: number;
  /** Memories that clients confirmed to have in a context window, and how many of them it had already. */
  in_windows: number;
  repeated: number;
  served: number;
  disputed: number;
};

// These name the organization themselves: on a cluster a subquery that only follows another one's cannot be sent to one shard.

/** The client of recall `r` confirmed that it put memory `c` into a context window. */
const wasDelivered = (organization: Prisma.Sql) => Prisma.sql`exists (select 1 from delivered_memory d
  where d.organization_id = ${organization} and d.recall_id = r.id and d.memory_id = c.memory_id
    and d.confirmed_at is not null)`;

/** The context window that memory `c` of recall `r` went into had it already, in the same version. */
export const wasDeliveredTwice = (
  organization: Prisma.Sql,
) => Prisma.sql`exists (select 1 from delivered_memory d
  join delivered_memory e on e.organization_id = ${organization} and e.session_id = d.session_id
    and e.context_window = d.context_window and e.memory_id = d.memory_id
    and e.memory_version = d.memory_version and e.confirmed_at is not null
    and (e.at, e.recall_id) < (d.at, d.recall_id) and (e.forgotten_at is null or e.forgotten_at > d.at)
  where d.organization_id = ${organization} and d.recall_id = r.id and d.memory_id = c.memory_id
    and d.confirmed_at is not null)`;

/** Memory `c` of recall `r` was in a conflict that was open then. */
export const wasDisputed = (
  organization: Prisma.Sql,
) => Prisma.sql`exists (select 1 from memory_conflict_member x
  join memory_conflict f on f.organization_id = ${organization} and f.id = x.conflict_id
  where x.organization_id = ${organization} and x.memory_id = c.memory_id
    and f.found_at <= r.at and (f.decided_at is null or f.decided_at > r.at))`;

/** Somebody reported on memory `c` of recall `r`. */
export const wasReported = (organization: Prisma.Sql) => Prisma.sql`exists (select 1 from memory_event u
  where u.organization_id = ${organization} and u.memory_id = c.memory_id and u.detail ? 'recall_id'
    and u.detail->>'recall_id' = c.recall_id::text and u.type in ('applied', 'rated', 'ignored'))`;

/** An outcome was inferred for memory `c` of recall `r`, and nobody reported on it. */
export const wasInferred = (organization: Prisma.Sql) => Prisma.sql`exists (select 1 from recall_inference i
  where i.organization_id = ${organization} and i.recall_id = c.recall_id and i.memory_id = c.memory_id
    and i.outcome <> 'unknown') and not ${wasReported(organization)}`;

/** Counts over the packs of a period and the memories that they served. */
export async function sumPacks(db: Db, { where }: { where: AgentWhere }): Promise<PackFigures> {
  const { organization_id, since } = where;
  const organization = Prisma.sql`${organization_id}::uuid`;
  const [row] = await db.$queryRaw<PackFigures[]>(tenantSql(organization_id)`
    with packs as materialized (
      select r.organization_id, r.id, r.at, r.outcome, r.degraded, r.tokens, r.task,
        -- The start of a session and an edit are recorded only where something was served.
        r.door not in ('session_start', 'edit') as was_asked
      from recall r
      where r.organization_id = ${organization} and r.at >= ${since}::timestamptz
        and r.outcome in ('served', 'empty') and ${ofRepository(where, Prisma.sql`r.repository_id`)}),
    said as (
      select e.detail->>'recall_id' as recall_id, e.memory_id,
        bool_or(e.type = 'applied' or (e.type = 'rated' and coalesce(e.detail->>'use' = 'helpful',
          (e.detail->>'usefulness')::float8 >= 0.5))) as was_right
      from packs join memory_event e on e.detail->>'recall_id' = packs.id::text
      where e.organization_id = ${organization} and e.detail ? 'recall_id'
        and e.type in ('applied', 'rated', 'ignored')
      group by 1, 2),
    served_rows as materialized (
      select said.was_right, i.outcome as inferred,
        exists (select 1 from recall_expectation x where x.organization_id = ${organization}
          and x.memory_id = c.memory_id and left(x.question->>'task', 2000) = r.task) as expected,
        ${wasDelivered(organization)} as in_window, ${wasDeliveredTwice(organization)} as repeated,
        ${wasDisputed(organization)} as disputed
      from packs r
      join recall_candidate c on c.organization_id = ${organization} and c.recall_id = r.id and c.place = 'served'
      left join said on said.recall_id = r.id::text and said.memory_id = c.memory_id
      left join recall_inference i on i.organization_id = ${organization} and i.recall_id = r.id
        and i.memory_id = c.memory_id and i.outcome <> 'unknown'),
    memories as (
      select count(*) filter (where was_right is not null or expected)::int as reported,
        count(*) filter (where coalesce(was_right, expected))::int as reported_right,
        count(*) filter (where was_right is null and not expected and inferred is not null)::int as inferred,
        count(*) filter (where was_right is null and not expected and inferred = 'follows')::int as inferred_right,
        count(*)::int as served, count(*) filter (where in_window)::int as in_windows,
        count(*) filter (where repeated)::int as repeated, count(*) filter (where disputed)::int as disputed
      from served_rows)
    select memories.*,
      (select count(*) filter (where was_asked and (outcome = 'served' or cardinality(degraded) = 0))::int from packs) as packs,
      (select count(*) filter (where outcome = 'empty' and cardinality(degraded) = 0)::int from packs) as empty,
      (select count(*) filter (where outcome = 'served')::int from packs) as served_packs,
      (select coalesce(sum(tokens) filter (where outcome = 'served'), 0)::float8 from packs) as tokens,
      (select coalesce(sum(tokens::float8 ^ 2) filter (where outcome = 'served'), 0)::float8 from packs)
        as tokens_squared
    from memories`);
  if (!row) throw new Error("an aggregate without groups answers one row");
  return row;
}
