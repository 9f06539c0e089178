import { Prisma } from "@/lib/db/generated/client";
import { wasDeliveredTwice, wasDisputed, wasInferred, wasReported } from "./packs";
import { holdsWords } from "./words";

/** Which recalls are asked for, within what may be seen. */
export type RecallWhere = {
  organization_id: string;
  /** null: of every repository. Others see those of their repositories and of none. */
  visible_repository_ids: readonly string[] | null;
  /** Repositories that have memory switched off for the asker. */
  off_repository_ids?: readonly string[];
  /** An agent sees its own only. */
  only_agent: string | null;
  repository_id?: string;
  agent?: string;
  agent_type?: string;
  session_id?: string;
  door?: string;
  outcome?: string;
  degraded?: boolean;
  used?: boolean;
  memory_id?: string;
  /** Where the memory was put; default: where an agent could read it. */
  place?: readonly string[];
  words?: readonly string[];
  having?: "reported" | "inferred" | "repeated" | "disputed";
  after?: string;
  before?: string;
};

/** What became of a memory that was served: words of the product for the events that name the recall. */
export const USE = Prisma.sql`case e.type when 'applied' then 'applied' when 'ignored' then 'ignored'
  else coalesce(e.detail->>'use', case when (e.detail->>'usefulness')::float8 >= 0.5 then 'helpful' else 'unhelpful' end) end`;

export const IS_USE = Prisma.sql`e.detail ? 'recall_id' and e.type in ('applied', 'rated', 'ignored')`;

const HAVING: Record<NonNullable<RecallWhere["having"]>, (organization: Prisma.Sql) => Prisma.Sql> = {
  reported: wasReported,
  inferred: wasInferred,
  repeated: wasDeliveredTwice,
  disputed: wasDisputed,
};

/** The places of a memory that an agent was given to read. */
const READ_PLACES = ["served", "check_before_use"];

export function recallConditions(where: RecallWhere): Prisma.Sql {
  const { organization_id, visible_repository_ids, only_agent, place = READ_PLACES } = where;
  const { off_repository_ids } = where;
  const conditions = [Prisma.sql`r.organization_id = ${organization_id}::uuid`];
  const add = <T>(value: T | undefined, condition: (value: T) => Prisma.Sql) => {
    if (value !== undefined) conditions.push(condition(value));
  };
  if (off_repository_ids !== undefined)
    conditions.push(
      Prisma.sql`(r.repository_id is null or r.repository_id <> all(${[...off_repository_ids]}::uuid[]))`,
    );
  if (visible_repository_ids !== null)
    conditions.push(
      Prisma.sql`(r.repository_id is null or r.repository_id = any(${[...visible_repository_ids]}::uuid[]))`,
    );
  if (only_agent !== null) conditions.push(Prisma.sql`r.agent = ${only_agent}`);
  add(where.repository_id, (id) => Prisma.sql`r.repository_id = ${id}::uuid`);
  add(where.agent, (agent) => Prisma.sql`r.agent = ${agent}`);
  add(where.agent_type, (type) => Prisma.sql`r.agent_type = ${type}`);
  add(where.session_id, (id) => Prisma.sql`r.session_id = ${id}`);
  add(where.door, (door) => Prisma.sql`r.door = ${door}`);
  add(where.outcome, (outcome) => Prisma.sql`r.outcome = ${outcome}`);
  add(where.degraded, (yes) => {
    if (yes) return Prisma.sql`cardinality(r.degraded) > 0`;
    return Prisma.sql`cardinality(r.degraded) = 0`;
  });
  const used = Prisma.sql`exists (select 1 from memory_event e where e.organization_id = ${organization_id}::uuid
    and e.detail->>'recall_id' = r.id::text and ${IS_USE} and ${USE} in ('applied', 'helpful'))`;
  add(where.used, (yes) => {
    if (yes) return used;
    return Prisma.sql`not ${used}`;
  });
  add(
    where.memory_id,
    (
      id,
    ) => Prisma.sql`exists (select 1 from recall_candidate c where c.organization_id = ${organization_id}::uuid
      and c.recall_id = r.id and c.memory_id = ${id}::uuid and c.place = any(${[...place]}::text[]))`,
  );
  add(where.words, (words) => holdsWords([Prisma.sql`r.task`], words));
  add(
    where.having,
    (
      what,
    ) => Prisma.sql`exists (select 1 from recall_candidate c where c.organization_id = ${organization_id}::uuid
      and c.recall_id = r.id and c.place = 'served' and ${HAVING[what](Prisma.sql`${organization_id}::uuid`)})`,
  );
  add(where.after, (time) => Prisma.sql`r.at >= ${time}::timestamptz`);
  add(where.before, (time) => Prisma.sql`r.at < ${time}::timestamptz`);
  return Prisma.join(conditions, " and ");
}
