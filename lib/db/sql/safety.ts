import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

export type ReachRow = { agents: number; recalls: number; candidate: number; served: number };

/**
 * Where memories would reach, from the ledger since a moment. `recalls` are those that a memory could have been in: its
 * scope reaches them, and their packs are made of such memories (see `gatherCandidates`): what an agent type learned
 * itself or what is global; for architect and builder what others learned; reviews for a reviewer; framework knowledge
 * and conventions where there is a repository; preferences of the developer who was named. `candidate` and `served`
 * count the recalls that looked at it and gave it, as they are in the ledger.
 */
export async function findReaches(
  db: Db,
  { organization_id, ids, since }: { organization_id: string; ids: readonly string[]; since: Date },
): Promise<Map<string, ReachRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<(ReachRow & { id: string })[]>(tenantSql(organization_id)`
    with recent as materialized (
      select r.id, r.repository_id, r.agent, r.agent_type, r.session_id, r.question->>'developer' as developer,
        coalesce(r.agent, r.agent_type, r.actor_name) as who
      from recall r
      where r.organization_id = ${organization_id}::uuid and r.at >= ${since}::timestamptz
        and r.outcome in ('served', 'empty')),
    asked as (
      select m.id, m.kind, m.scope, m.repository_id, m.agent, m.agent_type, m.session_id,
        m.metadata->>'developer_id' as developer
      from memory m where m.organization_id = ${organization_id}::uuid and m.id = any(${[...ids]}::uuid[])),
    reached as (
      select asked.id, count(*)::int as recalls, count(distinct recent.who)::int as agents
      from asked join recent on
        case asked.scope
          when 'global' then true
          when 'repository' then asked.repository_id is null or recent.repository_id = asked.repository_id
          when 'agent' then recent.agent = asked.agent
            and (asked.repository_id is null or recent.repository_id = asked.repository_id)
          else recent.session_id = asked.session_id end
        and case
          when asked.kind in ('review_outcome', 'rejection_pattern') then recent.agent_type = 'reviewer'
          when asked.kind = 'framework_knowledge' then recent.repository_id is not null
          when asked.kind = 'developer_preference' then recent.developer = asked.developer
          when asked.kind = 'convention' and recent.repository_id is not null then true
          else asked.scope = 'global' or asked.agent_type is not distinct from recent.agent_type
            or (recent.agent_type in ('architect', 'builder')
              and asked.kind in ('decision', 'procedure', 'anti_pattern', 'error_solution')) end
      group by asked.id),
    ledger as (
      select c.memory_id as id, count(*)::int as candidate, count(*) filter (where c.place = 'served')::int as served
      from recall_candidate c join recall r on r.organization_id = c.organization_id and r.id = c.recall_id
      where c.organization_id = ${organization_id}::uuid and c.memory_id = any(${[...ids]}::uuid[])
        and r.at >= ${since}::timestamptz
      group by c.memory_id)
    select asked.id::text as id, coalesce(reached.agents, 0) as agents, coalesce(reached.recalls, 0) as recalls,
      coalesce(ledger.candidate, 0) as candidate, coalesce(ledger.served, 0) as served
    from asked left join reached on reached.id = asked.id left join ledger on ledger.id = asked.id`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
