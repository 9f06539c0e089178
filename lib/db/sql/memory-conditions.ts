import { Prisma } from "@/lib/db/generated/client";
import { changedSince, columnsAt, type MemoryColumns, PRESENT } from "./memory-as-of";
import { conditionSql, type MemoryCondition } from "./memory-condition";

/** What may be seen, and which of it is asked for. Every field but the organization may be absent: no condition. */
export type MemoryWhere = {
  organization_id: string;
  /** null: every repository. Others see their repositories' memories and the global ones. */
  visible_repository_ids: readonly string[] | null;
  /** Repositories of which nothing is seen but what is global: they have memory switched off. */
  off_repository_ids?: readonly string[];
  /** The agent that asks, who sees no quarantined memory, nor what reaches other agents or sessions only. null: a person. */
  asking_agent: string | null;
  /** The session that asks: memories that reach only it are seen too. */
  asking_session?: string;
  id?: string;
  repository_id?: string;
  /** With a repository: the global ones too. */
  or_global?: boolean;
  /** What reaches this repository: its own, and what belongs to none or to all. */
  reaching_repository_id?: string;
  kind?: readonly string[];
  scope?: readonly string[];
  status?: readonly string[];
  category?: string;
  tag?: string;
  agent?: string;
  agent_type?: string;
  user?: string;
  session_id?: string;
  quality_min?: number;
  /** Memories of these kinds are of this category; others of any. */
  kinds_of_category?: { kinds: readonly string[]; category: string };
  path?: string;
  /** With a citation of one of these statuses. */
  citation_status?: readonly string[];
  /** The path is of this repository; absent: of any. */
  path_repository_id?: string;
  created_after?: string;
  created_before?: string;
  addressed?: boolean;
  pinned?: boolean;
  /** Only those that wait for a lead to let them reach everybody, or only the others. */
  suggested?: boolean;
  /** Only those kept for a repository that is not registered, or only the others. */
  pending?: boolean;
  /** Only what waits for a person to say that it is safe: quarantined, or held from other agents. */
  awaiting_safety?: boolean;
  deleted: boolean;
  metadata?: Record<string, unknown>;
  where?: MemoryCondition;
  /** What was known at this moment, as far as events tell; kind, agent, quality, metadata and citations are as now. */
  as_of?: string;
  /** What may not be shown now is left out of what was known: for keys of agents. */
  as_seen_now?: boolean;
  /** Of the memories that were active at `as_of` or are now, those to which this happened since. */
  since?: Since;
};

export type Since = "ended" | "changed" | "returned" | "added";

/** That a memory `m` reaches a key that is bound to these repositories (null: to none, so that all do). */
export function visibleTo(repository_ids: readonly string[] | null, { scope } = PRESENT): Prisma.Sql {
  if (repository_ids === null) return Prisma.sql`true`;
  return Prisma.sql`(${scope} = 'global' or m.repository_id = any(${[...repository_ids]}::uuid[]))`;
}

/** That a memory `m` belongs to none of these repositories, or reaches all. */
function unlessOff(repository_ids: readonly string[], { scope }: MemoryColumns): Prisma.Sql {
  return Prisma.sql`(${scope} = 'global' or m.repository_id is null
    or m.repository_id <> all(${[...repository_ids]}::uuid[]))`;
}

/** That a memory `m` waits for a person to say that it is safe. */
export const AWAITING_SAFETY = Prisma.sql`(m.status = 'quarantined'
  or (m.held_at is not null and m.status in ('active', 'drifted', 'expired')))`;

/** That a memory `m` waits for nobody, or was stored by this agent and asked for where it was stored. */
function unlessHeld(
  { reaching_repository_id, repository_id = reaching_repository_id }: MemoryWhere,
  { asking_agent, scope, is_held }: MemoryColumns & { asking_agent: string },
): Prisma.Sql {
  const here =
    repository_id === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(${scope} <> 'global' or m.repository_id = ${repository_id}::uuid)`;
  return Prisma.sql`(not (${is_held})
    or (m.created_by_kind = 'agent' and m.created_by_name = ${asking_agent} and ${here}))`;
}

/** That a memory `m` may be shown to this agent, in whatever session and of whatever repository; see `maySeeMemory`. */
export function reachesAgent(
  agent: string,
  { status, scope, pending_repository, is_held }: MemoryColumns = PRESENT,
): Prisma.Sql {
  return Prisma.sql`(${status} <> 'quarantined' and ${pending_repository} is null
    and (not (${is_held}) or (m.created_by_kind = 'agent' and m.created_by_name = ${agent})) and (${scope} in ('global', 'repository')
    or (${scope} = 'agent' and m.agent = ${agent})
    or (${scope} = 'session' and (m.agent is null or m.agent = ${agent}))))`;
}

/** The columns of a memory `m` at the moment that is asked about; of what came since, as they are now. */
export function columnsOf({ organization_id, as_of, since }: MemoryWhere): MemoryColumns {
  if (as_of === undefined || since === "added" || since === "returned") return PRESENT;
  return columnsAt(organization_id, as_of);
}

/** The conditions on a memory `m`, as SQL: the one place where filters and visibility are written. */
export function memoryConditions(where: MemoryWhere): Prisma.Sql {
  const { as_of, since } = where;
  if (as_of === undefined) return conditionsBy(where, PRESENT);
  const then = thenConditions(where, as_of);
  if (since === undefined) return then;
  const active = { ...where, status: ["active"], since: undefined };
  const was = thenConditions(active, as_of);
  const is = memoryConditions({ ...active, as_of: undefined });
  const bound = Prisma.sql`m.organization_id = ${where.organization_id}::uuid`;
  switch (since) {
    case "ended":
      return Prisma.sql`${was} and not (${is})`;
    case "changed":
      return Prisma.sql`${was} and ${is} and ${changedSince(where.organization_id, as_of)}`;
    case "returned":
      return Prisma.sql`${is} and m.created_at <= ${as_of}::timestamptz and not (${was})`;
    case "added":
      return Prisma.sql`${bound} and ${is} and m.created_at > ${as_of}::timestamptz`;
  }
}

/** That a memory `m` was there at a moment and matched then. */
function thenConditions(where: MemoryWhere, as_of: string): Prisma.Sql {
  const columns = columnsAt(where.organization_id, as_of);
  const then = Prisma.sql`m.created_at <= ${as_of}::timestamptz and ${conditionsBy(where, columns)}`;
  const shown = visibleTo(where.visible_repository_ids);
  const { asking_agent } = where;
  if (!where.as_seen_now || asking_agent === null) return Prisma.sql`${then} and ${shown}`;
  return Prisma.sql`${then} and ${shown} and m.deleted_at is null and ${reachesAgent(asking_agent)}`;
}

function conditionsBy(where: MemoryWhere, columns: MemoryColumns): Prisma.Sql {
  const { organization_id, asking_agent, visible_repository_ids } = where;
  const { status, scope } = columns;
  const conditions: Prisma.Sql[] = [
    Prisma.sql`m.organization_id = ${organization_id}::uuid`,
    where.deleted ? columns.is_deleted : Prisma.sql`not (${columns.is_deleted})`,
  ];
  const add = <T>(value: T | undefined, condition: (value: T) => Prisma.Sql) => {
    if (value !== undefined) conditions.push(condition(value));
  };
  if (visible_repository_ids !== null) conditions.push(visibleTo(visible_repository_ids, columns));
  add(where.off_repository_ids, (ids) => unlessOff(ids, columns));
  if (asking_agent !== null)
    conditions.push(
      reachesAgent(asking_agent, columns),
      unlessHeld(where, { ...columns, asking_agent }),
      Prisma.sql`(${scope} <> 'session' or m.session_id = ${where.session_id ?? where.asking_session ?? null})`,
    );
  add(where.id, (id) => Prisma.sql`m.id = ${id}::uuid`);
  add(where.repository_id, (id) => {
    if (where.or_global) return Prisma.sql`(m.repository_id = ${id}::uuid or ${scope} = 'global')`;
    return Prisma.sql`m.repository_id = ${id}::uuid`;
  });
  add(
    where.reaching_repository_id,
    (id) =>
      Prisma.sql`(m.repository_id = ${id}::uuid or (m.repository_id is null and ${columns.pending_repository} is null)
        or ${scope} = 'global')`,
  );
  add(where.kind, (kinds) => Prisma.sql`m.kind = any(${[...kinds]}::text[])`);
  add(where.scope, (scopes) => Prisma.sql`${scope} = any(${[...scopes]}::text[])`);
  add(where.status, (statuses) => Prisma.sql`${status} = any(${[...statuses]}::text[])`);
  add(where.category, (category) => Prisma.sql`${columns.category} = ${category}`);
  add(where.tag, (tag) => Prisma.sql`${columns.tags} @> array[${tag}]::text[]`);
  add(where.agent, (agent) => Prisma.sql`m.agent = ${agent}`);
  add(where.agent_type, (agent_type) => Prisma.sql`m.agent_type = ${agent_type}`);
  add(where.user, (user) => Prisma.sql`m."user" = ${user}`);
  add(where.session_id, (session_id) => Prisma.sql`m.session_id = ${session_id}`);
  add(where.quality_min, (quality) => Prisma.sql`m.quality >= ${quality}`);
  add(
    where.kinds_of_category,
    ({ kinds, category }) =>
      Prisma.sql`(${columns.category} = ${category} or m.kind <> all(${[...kinds]}::text[]))`,
  );
  add(where.path, (path) => citing(where, path));
  add(
    where.citation_status,
    (statuses) => Prisma.sql`exists (
      select 1 from citation c where c.organization_id = ${organization_id}::uuid and c.memory_id = m.id
      and c.status = any(${[...statuses]}::text[]))`,
  );
  add(where.created_after, (time) => Prisma.sql`m.created_at >= ${time}::timestamptz`);
  add(where.created_before, (time) => Prisma.sql`m.created_at < ${time}::timestamptz`);
  add(where.addressed, (yes) => {
    if (yes) return columns.is_addressed;
    return Prisma.sql`not (${columns.is_addressed})`;
  });
  add(where.suggested, (yes) => {
    if (yes) return Prisma.sql`m.suggested_at is not null`;
    return Prisma.sql`m.suggested_at is null`;
  });
  add(where.pending, (yes) => {
    if (yes) return Prisma.sql`m.pending_repository is not null`;
    return Prisma.sql`m.pending_repository is null`;
  });
  add(where.awaiting_safety, (yes) => {
    if (yes) return AWAITING_SAFETY;
    return Prisma.sql`not ${AWAITING_SAFETY}`;
  });
  add(where.pinned, (pinned) => Prisma.sql`${columns.pinned} = ${pinned}`);
  add(where.metadata, (metadata) => Prisma.sql`m.metadata @> ${JSON.stringify(metadata)}::jsonb`);
  add(where.where, (condition) => conditionSql(organization_id, condition));
  return Prisma.join(conditions, " and ");
}

/**
 * Memories with a citation of this file, or of a file below this folder, where it stands now or stood when cited. By
 * the order of bytes, as the indexes of both columns have it: what is below `src` lies from `src/` to before `src0`.
 */
function citing({ organization_id, path_repository_id }: MemoryWhere, path: string): Prisma.Sql {
  const folder = path.replace(/\/+$/, "");
  const at = (column: Prisma.Sql) => Prisma.sql`(${column} collate "C" = ${folder}
    or (${column} collate "C" >= ${`${folder}/`} and ${column} collate "C" < ${`${folder}0`}))`;
  const repository =
    path_repository_id === undefined
      ? Prisma.empty
      : Prisma.sql`and c.repository_id = ${path_repository_id}::uuid`;
  return Prisma.sql`m.id in (
    select c.memory_id from citation c where c.organization_id = ${organization_id}::uuid ${repository}
    and (${at(Prisma.sql`c.anchor_path`)} or ${at(Prisma.sql`c.path`)}))`;
}

/** What a person sees: everything of the organization, or of one repository of it. */
export const seenByPeople = ({
  organization_id,
  repository_id,
}: {
  organization_id: string;
  repository_id: string | null;
}) => ({
  organization_id,
  visible_repository_ids: null,
  asking_agent: null,
  ...(repository_id !== null && { repository_id }),
});

/** Part of a `where`, after another: rows whose `column` is this repository; nothing where it is null, for all of them. */
export function ofRepository(column: Prisma.Sql, repository_id: string | null): Prisma.Sql {
  if (repository_id === null) return Prisma.empty;
  return Prisma.sql`and ${column} = ${repository_id}::uuid`;
}
