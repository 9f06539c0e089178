import type { Db } from "../client";
import { Prisma } from "../generated/client";
import { column, identifier, tenantSql } from "../tenant-guard";

/** Where a table names people; see lib/upkeep/persons/places.ts. */
type NamedIn = {
  table: string;
  authors?: readonly string[];
  names?: readonly string[];
  json_names?: readonly { column: string; field: string }[];
  json_authors?: readonly { column: string; field: string }[];
  key?: readonly string[];
};

/** A person of an organization: by id, and by the names that stand alone. */
export type OfPerson = { organization_id: string; person_id: string | null; names: readonly string[] };

const NONE = "00000000-0000-0000-0000-000000000000";

const idOf = ({ person_id }: OfPerson) => person_id ?? NONE;

/** Whether a row `t` was written by the person or names them. */
function concerns(
  { authors = [], names = [], json_names = [], json_authors = [] }: NamedIn,
  person: OfPerson,
): Prisma.Sql {
  const list = [...person.names];
  return Prisma.join(
    [
      ...authors.map(
        (prefix) => Prisma.sql`(${column("t", `${prefix}_kind`)} = 'person'
          and ${column("t", `${prefix}_id`)} = ${idOf(person)})`,
      ),
      ...names.map((name) => Prisma.sql`${column("t", name)} = any(${list}::text[])`),
      ...json_names.map(
        (json) => Prisma.sql`${column("t", json.column)}->>${json.field} = any(${list}::text[])`,
      ),
      ...json_authors.map(
        (json) => Prisma.sql`(${column("t", json.column)}->${json.field}->>'kind' = 'person'
          and ${column("t", json.column)}->${json.field}->>'id' = ${idOf(person)})`,
      ),
    ],
    " or ",
  );
}

export async function countOfPerson(db: Db, place: NamedIn, person: OfPerson): Promise<number> {
  const { organization_id } = person;
  const [row] = await db.$queryRaw<{ total: number }[]>(tenantSql(organization_id)`
    select count(*)::int as total from ${identifier(place.table)} t
    where t.organization_id = ${organization_id}::uuid and (${concerns(place, person)})`);
  return row?.total ?? 0;
}

/** What a person need not be shown: it is made from the rest of the row, or is a secret. */
const LEFT_OUT = ["search_vector", "search_text", "duplicate_sha256", "key_hash", "body_sha256"];

export type PersonRow = { key: string; row: Record<string, unknown> };

/** Rows of a table that concern a person, a page after a key. */
export async function selectOfPerson(
  db: Db,
  place: NamedIn,
  { after, limit, ...person }: OfPerson & { after: string | null; limit: number },
): Promise<PersonRow[]> {
  const { organization_id } = person;
  const columns = (place.key ?? ["id"]).map((name) => Prisma.sql`${column("t", name)}::text`);
  const key = Prisma.sql`concat_ws('/', ${Prisma.join(columns)}) collate "C"`;
  const further = after === null ? Prisma.empty : Prisma.sql`and ${key} > ${after}`;
  return db.$queryRaw<PersonRow[]>(tenantSql(organization_id)`
    select ${key} as key, to_jsonb(t) - ${LEFT_OUT}::text[] as row from ${identifier(place.table)} t
    where t.organization_id = ${organization_id}::uuid and (${concerns(place, person)}) ${further}
    order by 1 limit ${limit}::int`);
}

/** Removes the rows that a person wrote. @returns how many. */
export async function deleteOfPerson(tx: Db, place: NamedIn, person: OfPerson): Promise<number> {
  const { organization_id } = person;
  return tx.$executeRaw(tenantSql(organization_id)`
    delete from ${identifier(place.table)} t
    where t.organization_id = ${organization_id}::uuid and (${concerns(place, person)})`);
}

/** Puts another name in the place of the author's, and none where a name stood alone. The rows stay. */
export async function replaceNames(
  tx: Db,
  place: NamedIn,
  { name, ...person }: OfPerson & { name: string },
): Promise<void> {
  const { organization_id } = person;
  const { table, authors = [], names = [], json_names = [], json_authors = [] } = place;
  for (const prefix of authors)
    await tx.$executeRaw(tenantSql(organization_id)`
      update ${identifier(table)} t set ${identifier(`${prefix}_name`)} = ${name}
      where t.organization_id = ${organization_id}::uuid and (${concerns({ table, authors: [prefix] }, person)})`);
  for (const bare of names)
    await tx.$executeRaw(tenantSql(organization_id)`
      update ${identifier(table)} t set ${identifier(bare)} = null
      where t.organization_id = ${organization_id}::uuid and (${concerns({ table, names: [bare] }, person)})`);
  for (const json of json_names)
    await tx.$executeRaw(tenantSql(organization_id)`
      update ${identifier(table)} t set ${identifier(json.column)} = ${column("t", json.column)} - ${json.field}
      where t.organization_id = ${organization_id}::uuid and (${concerns({ table, json_names: [json] }, person)})`);
  for (const json of json_authors)
    await tx.$executeRaw(tenantSql(organization_id)`
      update ${identifier(table)} t set ${identifier(json.column)} =
        jsonb_set(${column("t", json.column)}, array[${json.field}::text, 'name'], to_jsonb(${name}::text))
      where t.organization_id = ${organization_id}::uuid and (${concerns({ table, json_authors: [json] }, person)})`);
}

/** A title with another name in the place of its author's, which stands at its beginning or at its end. */
function retitled({
  title,
  author,
  name,
}: {
  title: Prisma.Sql;
  author: Prisma.Sql;
  name: string;
}): Prisma.Sql {
  const first = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return Prisma.sql`case
    when starts_with(${title}, ${author} || ' ') then ${first}::text || substr(${title}, length(${author}) + 1)
    when right(${title}, length(${author}) + 1) = ' ' || ${author}
      then left(${title}, length(${title}) - length(${author})) || ${name}::text
    else ${title} end`;
}

/** Takes a person's name from what others are notified of, in lists and by webhooks, before the author's is replaced. */
export async function retitleNotifications(
  tx: Db,
  { name, ...person }: OfPerson & { name: string },
): Promise<void> {
  const { organization_id } = person;
  const id = idOf(person);
  const of_list = retitled({ title: Prisma.sql`n.title`, author: Prisma.sql`n.actor_name`, name });
  const of_webhook = retitled({
    title: Prisma.sql`(d.payload->>'title')`,
    author: Prisma.sql`(d.payload->'actor'->>'name')`,
    name,
  });
  await tx.$executeRaw(tenantSql(organization_id)`
    update notification n set title = ${of_list}
    where n.organization_id = ${organization_id}::uuid and n.actor_kind = 'person' and n.actor_id = ${id}`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update notification_delivery d set payload = jsonb_set(d.payload, '{title}', to_jsonb(${of_webhook}))
    where d.organization_id = ${organization_id}::uuid and d.payload->'actor'->>'kind' = 'person'
      and d.payload->'actor'->>'id' = ${id}`);
}

/** Memories about a person, and with `written` those by them too, not locked. */
export async function findMemoriesOfPerson(
  db: Db,
  { written, ...person }: OfPerson & { written: boolean },
): Promise<string[]> {
  const { organization_id } = person;
  const list = [...person.names];
  const by = written
    ? Prisma.sql`or ${concerns({ table: "memory", authors: ["created_by"] }, person)}`
    : Prisma.empty;
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select t.id::text as id from memory t where t.organization_id = ${organization_id}::uuid and (
      (t.kind = 'developer_preference'
        and (t.metadata->>'developer_id' = any(${list}::text[]) or t."user" = any(${list}::text[]))) ${by})
    order by t.id`);
  return rows.map(({ id }) => id);
}

/** Memories whose text has one of the names in it, at most so many; to be read by somebody. */
export async function findMentions(
  db: Db,
  { organization_id, names, limit }: { organization_id: string; names: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(tenantSql(organization_id)`
    select t.id::text as id from memory t where t.organization_id = ${organization_id}::uuid and exists (
      select 1 from unnest(${[...names]}::text[]) as asked(name)
      where position(lower(asked.name) in lower(concat_ws(' ', t.statement, t.reasoning, t.metadata::text))) > 0)
    order by t.id desc limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** How many comments of a table have one of the names in their text, besides those that the person wrote when `others`. */
export async function countMentioningComments(
  db: Db,
  { table, others, ...person }: OfPerson & { table: "proposal_comment" | "inbox_comment"; others: boolean },
): Promise<number> {
  const { organization_id } = person;
  const [row] = await db.$queryRaw<{ total: number }[]>(tenantSql(organization_id)`
    select count(*)::int as total from ${identifier(table)} t where t.organization_id = ${organization_id}::uuid
      and not (${others}::boolean and ${concerns({ table, authors: ["author"] }, person)})
      and exists (select 1 from unnest(${[...person.names]}::text[]) as asked(name)
        where position(lower(asked.name) in lower(t.body)) > 0)`);
  return row?.total ?? 0;
}

export type KeyOfPerson = { id: string; name: string };

/**
 * Whether a person made a key `k`. The name alone says so of keys that are older than the record of who made
 * them, and of somebody who is known by name alone.
 */
function isMadeBy({ person_id, names }: OfPerson): Prisma.Sql {
  const by_name = Prisma.sql`k.created_by = any(${[...names]}::text[]) and k.created_by_key is null`;
  if (person_id === null) return by_name;
  return Prisma.sql`k.created_by_person = ${person_id}::uuid or (k.created_by_person is null and ${by_name})`;
}

/**
 * The keys that a person made, those that agents made with them, and so on, as far as they are not revoked. One
 * that somebody else rotated is no longer among them.
 */
export async function findKeysOfPerson(db: Db, person: OfPerson): Promise<KeyOfPerson[]> {
  const { organization_id } = person;
  return db.$queryRaw<KeyOfPerson[]>(tenantSql(organization_id)`
    with recursive made as (
      select k.id, k.name, k.revoked_at from agent_key k
      where k.organization_id = ${organization_id}::uuid and (${isMadeBy(person)})
      union
      select k.id, k.name, k.revoked_at from agent_key k join made m on m.id = k.created_by_key
      where k.organization_id = ${organization_id}::uuid and k.created_by_person is null
    )
    select m.id::text as id, m.name from made m where m.revoked_at is null order by m.id`);
}

/** Revokes what `findKeysOfPerson` finds, and takes the person's name from all keys that they made. */
export async function endKeysOfPerson(
  tx: Db,
  { name, now, ...person }: OfPerson & { name: string; now: Date },
): Promise<void> {
  const { organization_id } = person;
  const keys = await findKeysOfPerson(tx, person);
  await tx.agent_key.updateMany({
    where: { organization_id, id: { in: keys.map(({ id }) => id) } },
    data: { revoked_at: now },
  });
  await tx.$executeRaw(tenantSql(organization_id)`
    update agent_key k set created_by = ${name}
    where k.organization_id = ${organization_id}::uuid and (${isMadeBy(person)})`);
}

/** What is kept of a person in places of a shape of their own. `drafters`: as proposals name who uploaded them. */
export async function eraseRemains(
  tx: Db,
  {
    drafters,
    drafter,
    name,
    ...person
  }: OfPerson & { drafters: readonly string[]; drafter: string; name: string },
): Promise<void> {
  const { organization_id } = person;
  const id = idOf(person);
  await tx.$executeRaw(tenantSql(organization_id)`
    delete from answer_reading a
    where a.organization_id = ${organization_id}::uuid and a.actor->>'kind' = 'person' and a.actor->>'id' = ${id}`);
  await tx.$executeRaw(tenantSql(organization_id)`
    delete from idempotency_key k where k.organization_id = ${organization_id}::uuid and k.actor_id = ${id}`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update proposal p set assignee_id = null, assignee_name = null
    where p.organization_id = ${organization_id}::uuid and p.assignee_id = ${id}::uuid`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update proposal p set drafter = ${drafter}
    where p.organization_id = ${organization_id}::uuid and p.uploaded and p.drafter = any(${[...drafters]}::text[])`);
  // What a memory was used for is the task as it was written; what it was merged from names who stored it.
  await tx.$executeRaw(tenantSql(organization_id)`
    update memory_event e set reason = null
    where e.organization_id = ${organization_id}::uuid and e.type = 'applied' and e.actor_kind = 'person'
      and e.actor_id = ${id}`);
  await tx.$executeRaw(tenantSql(organization_id)`
    update memory_event e set detail = jsonb_set(e.detail, '{created_by,name}', to_jsonb(${name}::text))
    where e.organization_id = ${organization_id}::uuid and e.detail->'created_by'->>'id' = ${id}`);
}
