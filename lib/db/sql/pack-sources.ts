import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { type MemoryWhere, memoryConditions } from "./memory-conditions";
import { byValues, type ChosenBy, citing, type OfFiles, valuesOf } from "./pack-candidates";
import { appliesTo, type RankedKey } from "./triggers";

/** What is looked for by one of the ways in which memories are found beside search. */
export type Lookup<Name extends string> = { name: Name; rows: Prisma.Sql };

/** What one way found: a memory, or a value that memories carry; `detail` is what is read of it beside its id. */
export type LookedUp = { id: string | null; detail: unknown };

/** Asks for all of these in one statement. Each answers its rows in the order in which it found them. */
export async function lookUp<Name extends string>(
  db: Db,
  { organization_id, lookups }: { organization_id: string; lookups: readonly Lookup<Name>[] },
): Promise<Map<Name, LookedUp[]>> {
  const found = new Map<Name, LookedUp[]>(lookups.map(({ name }) => [name, []]));
  if (lookups.length === 0) return found;
  const each = lookups.map(
    ({ name, rows }) => Prisma.sql`(select ${name}::text as name, position, id, detail from (${rows}) one)`,
  );
  const rows = await db.$queryRaw<(LookedUp & { name: Name })[]>(tenantSql(organization_id)`
    ${Prisma.join(each, " union all ")} order by name, position`);
  for (const { name, id, detail } of rows) found.get(name)?.push({ id, detail });
  return found;
}

/** Memories that `ids` selects, in no order. */
const idsOf = (ids: Prisma.Sql) =>
  Prisma.sql`select m.id::text as id, 0 as position, null::jsonb as detail from (${ids}) m`;

/** The best memories that cite one of these files, where it is now or was when cited. */
export const lookUpCiting = (params: OfFiles): Prisma.Sql => idsOf(citing(params));

/** The best memories that carry one of these values. */
export const lookUpByValues = (params: Parameters<typeof byValues>[0]): Prisma.Sql => idsOf(byValues(params));

/** The values that memories of an organization carry, whether the asker may see those or not, at most `limit`: each is in `detail`. */
export const lookUpValues = (params: { organization_id: string; by: ChosenBy; limit: number }): Prisma.Sql =>
  Prisma.sql`select null::text as id, 0 as position, to_jsonb(v.value) as detail from (${valuesOf(params)}) v`;

/** What was learned or confirmed last. */
export const lookUpLatest = ({ where, limit }: { where: MemoryWhere; limit: number }): Prisma.Sql =>
  idsOf(Prisma.sql`select m.id from memory m where ${memoryConditions(where)}
    order by m.refreshed_at desc, m.id desc limit ${limit}::int`);

type ByKeys = { where: MemoryWhere; keys: readonly RankedKey[]; limit: number };

/** What memories with one of these keys apply to is in `detail`, as stored. */
export const lookUpAppliesTo = (params: ByKeys): Prisma.Sql =>
  Prisma.sql`select h.id::text as id, (row_number() over (order by h.rank, h.quality desc, h.id desc))::int as position,
    h.applies_to as detail from (${appliesTo(params)}) h`;

/** The same for past rejections, with what says how near they are to a change. */
export const lookUpRejections = (params: ByKeys): Prisma.Sql =>
  Prisma.sql`select h.id::text as id, (row_number() over (order by h.rank, h.quality desc, h.id desc))::int as position,
    jsonb_build_object('applies_to', h.applies_to, 'quality', h.quality, 'repository_id', h.repository_id,
      'metadata', jsonb_build_object('file_path', h.metadata->'file_path', 'line', h.metadata->'line'),
      'citations', (select coalesce(jsonb_agg(jsonb_build_object('path', c.anchor_path,
          'line_start', c.anchor_line_start, 'line_end', c.anchor_line_end)), '[]') from citation c
        where c.organization_id = ${params.where.organization_id}::uuid and c.memory_id = h.id)) as detail
    from (${appliesTo(params)}) h`;

/** Of the first memories whose probe is violated in one of these files, those that match, with the places in `detail`. */
export const lookUpViolated = ({ where, repository_id, paths, limit }: OfFiles): Prisma.Sql =>
  Prisma.sql`select m.id::text as id, 0 as position, v.places as detail from (
      select p.memory_id, p.places from memory_probe p
      join memory used on used.organization_id = p.organization_id and used.id = p.memory_id
        and used.deleted_at is null and used.status in ('active', 'drifted', 'expired', 'quarantined')
      where p.organization_id = ${where.organization_id}::uuid and p.repository_id = ${repository_id}::uuid
        and p.status = 'violated' and p.at_least is null and exists (
          select 1 from jsonb_path_query(p.places, '$[*]') place where place->>'path' = any(${[...paths]}::text[]))
      order by p.id limit ${limit}::int) v
    join memory m on m.id = v.memory_id and ${memoryConditions(where)}`;
