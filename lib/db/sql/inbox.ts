import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { conflictConditions } from "./conflicts";
import { LIVE, M } from "./live-memories";
import { AWAITING_SAFETY } from "./memory-conditions";

/** Characters of a title; statements have up to 8,000. */
const TITLE = 300;

export type InboxWhere = {
  organization_id: string;
  /** Who asks: their own snoozing counts. */
  person_id: string;
  kinds: readonly string[];
  repository_id: string | null;
  /** A person, nobody, or null: whatever the assignment. */
  assignee: { person_id: string | null } | null;
  snoozed: boolean;
};

type Asked = { organization_id: string; rules: readonly string[]; now: Date };

const memoryBranch = (
  kind: string,
  organization_id: string,
  condition: Prisma.Sql,
  since: Prisma.Sql,
) => Prisma.sql`
  select ${kind} as kind, m.id as subject_id, left(m.statement, ${TITLE}::int) as title, m.repository_id,
    (1 + m.usage_count)::bigint as reach, ${since} as since, null::uuid as assignee_id
  from memory m where m.organization_id = ${organization_id}::uuid and m.deleted_at is null and ${condition}`;

/**
 * Since when a memory waits with its present status. An undoing puts it back where it was, by its age too: then it is the
 * last arrival at the status by anything else; of one that was stored with it, when it was stored.
 */
const sinceArrival = (organization_id: string) => Prisma.sql`
  case when exists (
    select from memory_event e
    where e.organization_id = ${organization_id}::uuid and e.memory_id = m.id and e.at = m.status_since
      and e.detail->>'to' = m.status and e.detail->>'undoes' is not null)
  then coalesce((
    select max(e.at) from memory_event e
    where e.organization_id = ${organization_id}::uuid and e.memory_id = m.id
      and e.detail->>'to' = m.status and e.detail->>'undoes' is null), m.created_at)
  else m.status_since end`;

/** What waits, by kind: each the same columns, from the tables of its module. */
const BRANCHES: Readonly<Record<string, (asked: Asked) => Prisma.Sql>> = {
  proposal: ({ organization_id }) => Prisma.sql`
    select 'proposal' as kind, p.id as subject_id, left(p.title, ${TITLE}::int) as title, s.repository_id,
      (1 + p.evidence_count)::bigint as reach, p.created_at as since, p.assignee_id
    from proposal p join skill s on s.organization_id = p.organization_id and s.id = p.skill_id
    where p.organization_id = ${organization_id}::uuid and p.status = 'open'`,
  drift: ({ organization_id }) =>
    memoryBranch(
      "drift",
      organization_id,
      Prisma.sql`m.status = 'drifted' and m.held_at is null`,
      sinceArrival(organization_id),
    ),
  suspicious_head: ({ organization_id }) => Prisma.sql`
    select 'suspicious_head' as kind, h.id as subject_id,
      h.memories || ' of ' || h.in_service || ' memories fail their check at ' || left(h.commit_sha, 8) as title,
      h.repository_id, (1 + h.memories)::bigint as reach, h.since, null::uuid as assignee_id
    from suspicious_head h where h.organization_id = ${organization_id}::uuid and h.status = 'open'`,
  conflict: ({ organization_id }) => Prisma.sql`
    select 'conflict' as kind, c.id as subject_id, left(c.explanation, ${TITLE}::int) as title, about.repository_id,
      about.reach, c.found_at as since, null::uuid as assignee_id
    from memory_conflict c
    cross join lateral (
      select sum(1 + m.usage_count)::bigint as reach, min(m.repository_id::text)::uuid as repository_id
      from memory_conflict_member x
      join memory m on m.organization_id = x.organization_id and m.id = x.memory_id
      where x.organization_id = c.organization_id and x.conflict_id = c.id) about
    where ${conflictConditions({
      organization_id,
      visible_repository_ids: null,
      asking_agent: null,
      status: "open",
    })}`,
  quarantine: ({ organization_id }) =>
    memoryBranch(
      "quarantine",
      organization_id,
      AWAITING_SAFETY,
      Prisma.sql`coalesce(m.held_at, ${sinceArrival(organization_id)})`,
    ),
  suggestion: ({ organization_id }) => Prisma.sql`
    select 'suggestion' as kind, g.id as subject_id, left(m.statement, ${TITLE}::int) as title, m.repository_id,
      (1 + m.usage_count)::bigint as reach, g.suggested_at as since, null::uuid as assignee_id
    from memory_suggestion g join memory m on m.organization_id = g.organization_id and m.id = g.memory_id
    where g.organization_id = ${organization_id}::uuid and g.status = 'open' and ${LIVE(M)}`,
  unclassified: ({ organization_id, rules }) => Prisma.sql`
    select 'unclassified' as kind, min(f.id::text)::uuid as subject_id, left(f.title, ${TITLE}::int) as title,
      case when count(distinct f.repository_id) = 1 and count(*) = count(f.repository_id)
        then min(f.repository_id::text)::uuid end as repository_id,
      count(*)::bigint as reach, min(f.created_at) as since, null::uuid as assignee_id
    from finding f
    where f.organization_id = ${organization_id}::uuid and f.addressed_at is null
      and f.rule_category = any(${[...rules]}::text[])
    group by f.title`,
  failure: ({ organization_id }) => Prisma.sql`
    select 'failure' as kind, f.id as subject_id, left(f.signature, ${TITLE}::int) as title, f.repository_id,
      greatest(1, f.occurrence_count)::bigint as reach, coalesce(f.returned_at, f.last_seen_at) as since,
      null::uuid as assignee_id
    from failure f where f.organization_id = ${organization_id}::uuid and f.status = 'returned'`,
  import: ({ organization_id }) => Prisma.sql`
    select 'import' as kind, i.id as subject_id, left(i.name, ${TITLE}::int) as title, i.repository_id,
      (1 + (select count(*) from review_import_item t where t.organization_id = i.organization_id
        and t.import_id = i.id and t.state = 'draft'))::bigint as reach,
      i.created_at as since, null::uuid as assignee_id
    from review_import i where i.organization_id = ${organization_id}::uuid and i.status = 'draft'`,
};

const NOTHING = Prisma.sql`
  select null::text as kind, null::uuid as subject_id, null::text as title, null::uuid as repository_id,
    null::bigint as reach, null::timestamptz as since, null::uuid as assignee_id where false`;

function waiting(kinds: readonly string[], asked: Asked): Prisma.Sql {
  const branches = kinds.flatMap((kind) => BRANCHES[kind]?.(asked) ?? []);
  return Prisma.join([NOTHING, ...branches], " union all ");
}

/** Every item with its assignee and until when the person snoozed it. */
function itemsOf(
  { organization_id, person_id, kinds }: Pick<InboxWhere, "organization_id" | "person_id" | "kinds">,
  asked: Asked,
): Prisma.Sql {
  return Prisma.sql`
    select w.kind, w.subject_id, w.title, w.repository_id, w.reach, w.since,
      coalesce(w.assignee_id, a.person_id) as assignee_id, s.until as snoozed_until,
      (w.reach * greatest(1, extract(epoch from (${asked.now}::timestamptz - w.since))::bigint))::bigint as score
    from (${waiting(kinds, asked)}) w
    left join inbox_assignment a on a.organization_id = ${organization_id}::uuid
      and a.kind = w.kind and a.subject_id = w.subject_id
    left join inbox_snooze s on s.organization_id = ${organization_id}::uuid
      and s.person_id = ${person_id}::uuid and s.kind = w.kind and s.subject_id = w.subject_id
      and s.until > ${asked.now}::timestamptz`;
}

function conditionsOf({ repository_id, assignee, snoozed }: InboxWhere): Prisma.Sql {
  const conditions = [
    snoozed ? Prisma.sql`i.snoozed_until is not null` : Prisma.sql`i.snoozed_until is null`,
  ];
  if (repository_id !== null) conditions.push(Prisma.sql`i.repository_id = ${repository_id}::uuid`);
  if (assignee !== null)
    conditions.push(Prisma.sql`i.assignee_id is not distinct from ${assignee.person_id}::uuid`);
  return Prisma.join(conditions, " and ");
}

export type InboxRow = {
  kind: string;
  subject_id: string;
  title: string;
  repository_id: string | null;
  repository_name: string | null;
  reach: number;
  since: Date;
  assignee_id: string | null;
  assignee_name: string | null;
  snoozed_until: Date | null;
  comments: number;
  score: number;
};

/** A page of what waits, the highest reach times age first; the moment that ages are counted to is part of the order. */
export async function findInboxItems(
  db: Db,
  {
    where,
    rules,
    now,
    after,
    limit,
  }: {
    where: InboxWhere;
    /** Categories of findings that have no rule. */
    rules: readonly string[];
    now: Date;
    after: { score: number; kind: string; subject_id: string } | null;
    limit: number;
  },
): Promise<InboxRow[]> {
  const { organization_id } = where;
  const beyond = after
    ? Prisma.sql`and (-i.score, i.kind, i.subject_id) > (${-after.score}::bigint, ${after.kind}, ${after.subject_id}::uuid)`
    : Prisma.empty;
  return db.$queryRaw<InboxRow[]>(tenantSql(organization_id)`
    select i.kind, i.subject_id::text as subject_id, i.title, i.repository_id::text as repository_id,
      r.name as repository_name, i.reach::float8 as reach, i.since, i.assignee_id::text as assignee_id,
      p.name as assignee_name, i.snoozed_until, i.score::float8 as score,
      (select count(*)::int from inbox_comment c where c.organization_id = ${organization_id}::uuid
        and c.kind = i.kind and c.subject_id = i.subject_id) as comments
    from (${itemsOf(where, { organization_id, rules, now })}) i
    left join repository r on r.organization_id = ${organization_id}::uuid and r.id = i.repository_id
    left join person p on p.id = i.assignee_id
    where ${conditionsOf(where)} ${beyond}
    order by -i.score, i.kind, i.subject_id limit ${limit}::int`);
}

export type InboxCountRow = { kind: string; waiting: number; mine: number; snoozed: number };

/** How many items wait, by kind, of those kinds alone that have any. */
export async function countInbox(
  db: Db,
  {
    organization_id,
    person_id,
    kinds,
    repository_id,
    rules,
    now,
  }: Pick<InboxWhere, "organization_id" | "person_id" | "kinds" | "repository_id"> & {
    rules: readonly string[];
    now: Date;
  },
): Promise<InboxCountRow[]> {
  const ofRepository =
    repository_id === null ? Prisma.empty : Prisma.sql`where i.repository_id = ${repository_id}::uuid`;
  return db.$queryRaw<InboxCountRow[]>(tenantSql(organization_id)`
    select i.kind, count(*) filter (where i.snoozed_until is null)::int as waiting,
      count(*) filter (where i.snoozed_until is null and i.assignee_id = ${person_id}::uuid)::int as mine,
      count(*) filter (where i.snoozed_until is not null)::int as snoozed
    from (${itemsOf({ organization_id, person_id, kinds }, { organization_id, rules, now })}) i
    ${ofRepository} group by i.kind`);
}

/** How many items pass the filters. */
export async function countInboxItems(
  db: Db,
  { where, rules, now }: { where: InboxWhere; rules: readonly string[]; now: Date },
): Promise<number> {
  const { organization_id } = where;
  const [row] = await db.$queryRaw<{ count: number }[]>(tenantSql(organization_id)`
    select count(*)::int as count from (${itemsOf(where, { organization_id, rules, now })}) i
    where ${conditionsOf(where)}`);
  return row?.count ?? 0;
}

/** The table and the text by which a record of a kind is known, whether it still waits or not. */
const RECORDS: Readonly<Record<string, { table: Prisma.Sql; title: Prisma.Sql }>> = {
  proposal: { table: Prisma.sql`proposal`, title: Prisma.sql`t.title` },
  drift: { table: Prisma.sql`memory`, title: Prisma.sql`t.statement` },
  quarantine: { table: Prisma.sql`memory`, title: Prisma.sql`'a text in quarantine'` },
  suspicious_head: {
    table: Prisma.sql`suspicious_head`,
    title: Prisma.sql`'commit ' || left(t.commit_sha, 8)`,
  },
  conflict: { table: Prisma.sql`memory_conflict`, title: Prisma.sql`t.explanation` },
  suggestion: {
    table: Prisma.sql`memory_suggestion`,
    title: Prisma.sql`'a suggestion to ' || t.action || ' a memory'`,
  },
  unclassified: { table: Prisma.sql`finding`, title: Prisma.sql`t.title` },
  failure: { table: Prisma.sql`failure`, title: Prisma.sql`t.signature` },
  import: { table: Prisma.sql`review_import`, title: Prisma.sql`t.name` },
};

/** What records of one kind are called, by id; one that is not there is left out. Of quarantined texts nothing is quoted. */
export async function findInboxTitles(
  db: Db,
  { organization_id, kind, ids }: { organization_id: string; kind: string; ids: readonly string[] },
): Promise<{ id: string; title: string }[]> {
  const record = RECORDS[kind];
  if (!record || ids.length === 0) return [];
  return db.$queryRaw<{ id: string; title: string }[]>(tenantSql(organization_id)`
    select t.id::text as id, left(${record.title}, ${TITLE}::int) as title from ${record.table} t
    where t.organization_id = ${organization_id}::uuid and t.id = any(${[...ids]}::uuid[])`);
}

export type ArrivalRow = { kind: string; count: number; title: string; subject_id: string };

/** What began to wait within a span, by kind: how many, and the one that reaches furthest. */
export async function findArrivals(
  db: Db,
  {
    organization_id,
    kinds,
    rules,
    after,
    until,
  }: {
    organization_id: string;
    kinds: readonly string[];
    rules: readonly string[];
    /** Exclusive. */
    after: Date;
    until: Date;
  },
): Promise<ArrivalRow[]> {
  if (kinds.length === 0) return [];
  return db.$queryRaw<ArrivalRow[]>(tenantSql(organization_id)`
    select w.kind, count(*)::int as count, (array_agg(w.title order by w.reach desc, w.subject_id))[1] as title,
      (array_agg(w.subject_id::text order by w.reach desc, w.subject_id))[1] as subject_id
    from (${waiting(kinds, { organization_id, rules, now: until })}) w
    where w.since > ${after}::timestamptz and w.since <= ${until}::timestamptz
    group by w.kind order by w.kind`);
}
