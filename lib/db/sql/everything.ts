import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { memoryConditions } from "./memory-conditions";
import { recallConditions } from "./recall-conditions";
import { containing, holdsWords } from "./words";

/** So many of a kind, the newest that match, are ordered by how well their title fits. */
const CONSIDERED = 50;
/** Recalls and agents' answers have no index of their words: so many of the newest are looked through. */
const RECALLS_LOOKED_AT = 20_000;
const STEPS_LOOKED_AT = 5_000;
const CITATIONS_LOOKED_AT = 2_000;
/** The index of words knows three letters and more; of shorter ones, so many of the newest are looked through. */
const INDEXED = /[\p{L}\p{N}]{3}/u;
const NEWEST_LOOKED_AT = 5_000;

type Asked = {
  organization_id: string;
  /** Repositories that the asker may see; null: all. */
  visible_repository_ids: readonly string[] | null;
  /** Repositories that have memory switched off for the asker. */
  off_repository_ids?: readonly string[];
  /** The agent that asks, who sees less; null: a person. */
  asking_agent: string | null;
  words: readonly string[];
};

/** The words of memories as their searched text has them: without punctuation, and without underscores at the ends. */
const SEARCHED_WORD = /[\p{L}\p{M}\p{N}]+(?:_+[\p{L}\p{M}\p{N}]+)*/gu;

/** What belongs to no repository is everybody's. */
function ofVisible(
  column: Prisma.Sql,
  { visible_repository_ids, off_repository_ids = [] }: Asked,
): Prisma.Sql {
  const conditions = [Prisma.sql`true`];
  if (visible_repository_ids !== null)
    conditions.push(
      Prisma.sql`(${column} is null or ${column} = any(${[...visible_repository_ids]}::uuid[]))`,
    );
  if (off_repository_ids.length > 0)
    conditions.push(Prisma.sql`(${column} is null or ${column} <> all(${[...off_repository_ids]}::uuid[]))`);
  return Prisma.join(conditions, " and ");
}

/** As `maySeeSession` of lib/sessions has it. */
function visibleSession(asked: Asked): Prisma.Sql {
  const visible = ofVisible(Prisma.sql`a.repository_id`, asked);
  if (asked.visible_repository_ids === null) return visible;
  return Prisma.sql`${visible} and (a.repository_id is not null or a.actor_name = ${asked.asking_agent})`;
}

const placeOf = ({ organization_id, visible_repository_ids, off_repository_ids }: Asked) => ({
  organization_id,
  visible_repository_ids,
  off_repository_ids,
});

const visibleMemory = (asked: Asked) =>
  memoryConditions({ ...placeOf(asked), asking_agent: asked.asking_agent, deleted: false });

function memoryWords({ words }: Asked): Prisma.Sql {
  const each = words.map((word) => {
    const searched = word.normalize("NFC").match(SEARCHED_WORD) ?? [];
    if (searched.length === 0) return holdsWords([Prisma.sql`m.statement`], [word]);
    return holdsWords([Prisma.sql`m.search_text`], searched);
  });
  return Prisma.join(each, " and ");
}

const newest = (at: Prisma.Sql, id: Prisma.Sql) =>
  Prisma.sql`order by ${at} desc, ${id} desc limit ${CONSIDERED}::int`;

/**
 * The rows of a table that hold the words. Behind `offset 0`, for in sight of an order the planner would walk the rows by
 * time, and where none of them holds the words it would walk all.
 */
function holding(
  { words }: Asked,
  { alias, rows, order, held }: { alias: Prisma.Sql; rows: Prisma.Sql; order: Prisma.Sql; held: Prisma.Sql },
): Prisma.Sql {
  if (words.some((word) => INDEXED.test(word))) return Prisma.sql`${rows} and ${held} offset 0`;
  return Prisma.sql`select * from (${rows} ${order} limit ${NEWEST_LOOKED_AT}::int) ${alias} where ${held}`;
}

function memoriesHolding(asked: Asked): Prisma.Sql {
  return holding(asked, {
    alias: Prisma.sql`m`,
    rows: Prisma.sql`select m.id, m.statement, m.search_text, m.repository_id, m.refreshed_at, m.kind, m.status
      from memory m where ${visibleMemory(asked)}`,
    order: Prisma.sql`order by m.refreshed_at desc, m.id desc`,
    held: memoryWords(asked),
  });
}

function findingsHolding(asked: Asked): Prisma.Sql {
  return holding(asked, {
    alias: Prisma.sql`f`,
    rows: Prisma.sql`select f.id, f.title, f.reason, f.file_path, f.rule_category, f.repository_id, f.found_at,
        f.disposition
      from finding f where f.organization_id = ${asked.organization_id}::uuid
        and ${ofVisible(Prisma.sql`f.repository_id`, asked)}`,
    order: Prisma.sql`order by f.found_at desc, f.id desc`,
    held: holdsWords(
      [Prisma.sql`f.title`, Prisma.sql`f.reason`, Prisma.sql`f.file_path`, Prisma.sql`f.rule_category`],
      asked.words,
    ),
  });
}

function citationsHolding(asked: Asked): Prisma.Sql {
  return holding(asked, {
    alias: Prisma.sql`c`,
    rows: Prisma.sql`select c.repository_id, c.anchor_path, c.created_at from citation c
      join memory m on m.organization_id = c.organization_id and m.id = c.memory_id
      where c.organization_id = ${asked.organization_id}::uuid and ${visibleMemory(asked)}
        and ${ofVisible(Prisma.sql`c.repository_id`, asked)}`,
    order: Prisma.empty,
    held: holdsWords([Prisma.sql`c.anchor_path`], asked.words),
  });
}

/** What is found of each kind: id, title, what is said beside it, repository and time. */
const BRANCHES = {
  memory: (asked: Asked) => Prisma.sql`
    select m.id::text as id, m.statement as title, m.repository_id, m.refreshed_at as at,
      replace(m.kind, '_', ' ') || case when m.status = 'active' then '' else ', ' || m.status end as detail
    from (${memoriesHolding(asked)}) m
    ${newest(Prisma.sql`m.refreshed_at`, Prisma.sql`m.id`)}`,
  finding: (asked: Asked) => Prisma.sql`
    select f.id::text as id, f.title, f.repository_id, f.found_at as at,
      f.disposition || ', ' || coalesce(f.file_path, f.rule_category) as detail
    from (${findingsHolding(asked)}) f
    ${newest(Prisma.sql`f.found_at`, Prisma.sql`f.id`)}`,
  proposal: (asked: Asked) => Prisma.sql`
    select p.id::text as id, p.title, s.repository_id, p.created_at as at, p.status || ', ' || s.name as detail
    from proposal p join skill s on s.organization_id = p.organization_id and s.id = p.skill_id
    where p.organization_id = ${asked.organization_id}::uuid and ${ofVisible(Prisma.sql`s.repository_id`, asked)}
      and ${holdsWords(
        [Prisma.sql`p.title`, Prisma.sql`p.rationale`, Prisma.sql`p.section`, Prisma.sql`s.name`],
        asked.words,
      )}
    ${newest(Prisma.sql`p.created_at`, Prisma.sql`p.id`)}`,
  skill: (asked: Asked) => Prisma.sql`
    select s.id::text as id, s.name as title, s.repository_id, s.updated_at as at, s.description as detail
    from skill s where s.organization_id = ${asked.organization_id}::uuid
      and ${ofVisible(Prisma.sql`s.repository_id`, asked)}
      and ${holdsWords([Prisma.sql`s.name`, Prisma.sql`s.description`, Prisma.sql`s.path`], asked.words)}
    ${newest(Prisma.sql`s.updated_at`, Prisma.sql`s.id`)}`,
  pattern: (asked: Asked) => Prisma.sql`
    select p.id::text as id, p.description as title, p.repository_id, p.created_at as at, p.problem_type as detail
    from solution_pattern p where p.organization_id = ${asked.organization_id}::uuid
      and ${ofVisible(Prisma.sql`p.repository_id`, asked)}
      and ${holdsWords([Prisma.sql`p.search_text`, Prisma.sql`p.path`], asked.words)}
    ${newest(Prisma.sql`p.created_at`, Prisma.sql`p.id`)}`,
  failure: (asked: Asked) => Prisma.sql`
    select f.id::text as id, f.signature as title, f.repository_id, f.last_seen_at as at,
      f.status || ', ' || f.language as detail
    from failure f where f.organization_id = ${asked.organization_id}::uuid
      and ${ofVisible(Prisma.sql`f.repository_id`, asked)}
      and ${holdsWords([Prisma.sql`f.signature`, Prisma.sql`f.message`, Prisma.sql`f.solution`], asked.words)}
    ${newest(Prisma.sql`f.last_seen_at`, Prisma.sql`f.id`)}`,
  session: (asked: Asked) => Prisma.sql`
    select a.session_id as id, a.session_id as title, a.repository_id, a.last_seen_at as at,
      coalesce(said.task, a.actor_name || ', ' || a.client) as detail
    from agent_session a left join (
      select distinct on (step.session_id) step.session_id, step.task from (
        select t.session_id, t.task from session_step t where t.organization_id = ${asked.organization_id}::uuid
        order by t.at desc limit ${STEPS_LOOKED_AT}::int) step
      where ${holdsWords([Prisma.sql`step.task`], asked.words)}) said on said.session_id = a.session_id
    where a.organization_id = ${asked.organization_id}::uuid and ${visibleSession(asked)}
      and (said.session_id is not null or ${holdsWords(
        [Prisma.sql`a.session_id`, Prisma.sql`a.actor_name`, Prisma.sql`a.client`],
        asked.words,
      )})
    ${newest(Prisma.sql`a.last_seen_at`, Prisma.sql`a.id`)}`,
  recall: (asked: Asked) => Prisma.sql`
    select late.id::text as id, late.task as title, late.repository_id, late.at,
      late.agent || ', ' || replace(late.outcome, '_', ' ') as detail
    from (select r.id, r.task, r.repository_id, r.at, r.outcome, coalesce(r.agent, r.actor_name) as agent from recall r
      where ${recallConditions({ ...placeOf(asked), only_agent: asked.asking_agent })}
      order by r.at desc, r.id desc limit ${RECALLS_LOOKED_AT}::int) late
    where ${holdsWords([Prisma.sql`late.task`, Prisma.sql`late.agent`], asked.words)}
    ${newest(Prisma.sql`late.at`, Prisma.sql`late.id`)}`,
  repository: (asked: Asked) => Prisma.sql`
    select o.id::text as id, o.name as title, o.id as repository_id, o.updated_at as at, o.source_kind as detail
    from repository o where o.organization_id = ${asked.organization_id}::uuid
      and ${ofVisible(Prisma.sql`o.id`, asked)} and ${holdsWords([Prisma.sql`o.name`], asked.words)}
    ${newest(Prisma.sql`o.updated_at`, Prisma.sql`o.id`)}`,
  file: (asked: Asked) => Prisma.sql`
    select c.anchor_path as id, c.anchor_path as title, c.repository_id, max(c.created_at) as at,
      null::text as detail
    from (select * from (${citationsHolding(asked)}) c limit ${CITATIONS_LOOKED_AT}::int) c
    group by c.repository_id, c.anchor_path`,
  agent: (asked: Asked) => Prisma.sql`
    select a.id::text as id, a.name as title, null::uuid as repository_id, a.created_at as at, a.agent_type as detail
    from agent a where a.organization_id = ${asked.organization_id}::uuid
      and ${holdsWords([Prisma.sql`a.name`, Prisma.sql`a.agent_type`], asked.words)}
    ${newest(Prisma.sql`a.created_at`, Prisma.sql`a.id`)}`,
  person: (asked: Asked) => Prisma.sql`
    select b.id::text as id, p.name as title, null::uuid as repository_id, b.created_at as at,
      b.role || ', ' || p.email as detail
    from member b join person p on p.id = b.person_id
    where b.organization_id = ${asked.organization_id}::uuid
      and ${holdsWords([Prisma.sql`p.name`, Prisma.sql`p.email`], asked.words)}
    ${newest(Prisma.sql`b.created_at`, Prisma.sql`b.id`)}`,
} as const;

export type EverythingKind = keyof typeof BRANCHES;

export type EverythingRow = {
  id: string;
  /** Whole, however long it is. */
  title: string;
  detail: string | null;
  repository: string | null;
  at: Date;
};

/** What contains all words, of one kind: those first whose title has the whole phrase, then the newest. */
export async function findOfKind(
  db: Db,
  { kind, phrase, limit, ...asked }: Asked & { kind: EverythingKind; phrase: string; limit: number },
): Promise<EverythingRow[]> {
  if (asked.words.length === 0) return [];
  const { organization_id } = asked;
  return db.$queryRaw<EverythingRow[]>(tenantSql(organization_id)`
    select x.id, x.title, x.detail, o.name as repository, x.at
    from (${BRANCHES[kind](asked)}) x
    left join repository o on o.organization_id = ${organization_id}::uuid and o.id = x.repository_id
    order by (x.title ilike ${containing(phrase)}) desc, x.at desc, x.id desc limit ${limit}::int`);
}
