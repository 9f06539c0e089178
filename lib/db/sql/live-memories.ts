import { Prisma } from "@/lib/db/generated/client";
import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import { visibleTo } from "./memory-conditions";

/** Whose memories are looked at: everybody's, or what one session stored or observed again. */
export type Among = { organization_id: string; session_id: string | null; ids: readonly string[] | null };

export const LIVE = (m: Prisma.Sql) =>
  Prisma.sql`${m}.deleted_at is null and ${m}.status in ('active', 'drifted')`;

export const M = Prisma.sql`m`;

/** Whom a client of its own words keeps a memory for; null: nobody in particular. See `clientIdsOf`. */
const clientIds = (m: Prisma.Sql) => {
  const ids = Prisma.sql`${m}.metadata->${CLIENT_IDS}::text`;
  return Prisma.sql`case when jsonb_typeof(${ids}) = 'object'
    then jsonb_build_array(${m}."user", ${ids}->'agent_id', ${ids}->'app_id', ${m}.session_id) end`;
};

/** Whether two memories of one kind are about and kept for the same people, as the hash of duplicates has it. */
export const keptForSame = (m: Prisma.Sql, n: Prisma.Sql) => Prisma.sql`(
  (${m}.kind <> 'developer_preference'
    or ${m}.metadata->>'developer_id' is not distinct from ${n}.metadata->>'developer_id')
  and (${clientIds(m)}) is not distinct from (${clientIds(n)}))`;

/** Conditions on `m` for what one session has to do with. */
export function among({ session_id, ids }: Among): Prisma.Sql {
  if (session_id === null) return Prisma.sql`true`;
  return Prisma.sql`(m.session_id = ${session_id} or m.id = any(${[...(ids ?? [])]}::uuid[]))`;
}

/**
 * The memories of which a person took back that they were superseded, ended or kept beyond their session:
 * consolidation leaves them as they are. There are few of them, so they are read once.
 */
export const leftAlone = (organization_id: string) => Prisma.sql`(
  select e.memory_id from memory_event e
  where e.organization_id = ${organization_id}::uuid and e.type = 'restored' and e.actor_kind = 'person'
    and (e.detail->>'from' in ('superseded', 'expired') or e.detail->>'undone' = 'promoted'))`;

/** What may be seen of the queues of hygiene, and which repository's. */
export type HygieneWhere = {
  organization_id: string;
  visible_repository_ids: readonly string[] | null;
  repository_id: string | null;
};

export const EVERYTHING = Prisma.sql`true`;

/** Conditions on `m` of what may be seen. */
export function visible({
  visible_repository_ids,
  repository_id,
}: Omit<HygieneWhere, "organization_id">): Prisma.Sql {
  const seen = visibleTo(visible_repository_ids);
  if (repository_id === null) return seen;
  return Prisma.sql`${seen} and m.repository_id = ${repository_id}::uuid`;
}

export const ALL = { visible_repository_ids: null, repository_id: null };
