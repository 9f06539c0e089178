import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";

/** A statement without case, punctuation and white space; as the index memory_same_statement_idx has it. */
const SAME = (alias: "m" | "o") =>
  Prisma.raw(`md5(lower(regexp_replace(${alias}.statement, '[^[:alnum:]]+', ' ', 'g')))`);

/** Of these, a handful says enough. */
const MOST = 20;

/**
 * Active memories of the same kind and statement that are global or of another repository than this one, which is of a
 * repository; the oldest first.
 */
export async function findSameElsewhere(
  db: Db,
  { organization_id, memory_id }: { organization_id: string; memory_id: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select o.id::text as id from memory m
    join memory o on o.organization_id = m.organization_id and o.kind = m.kind and ${SAME("o")} = ${SAME("m")}
      and o.kind in ('error_solution', 'anti_pattern') and o.scope in ('repository', 'global')
      and o.id <> m.id and o.status = 'active' and o.deleted_at is null
      and (o.scope = 'global' or (o.repository_id is not null and o.repository_id <> m.repository_id))
    where m.organization_id = ${organization_id}::uuid and m.id = ${memory_id}::uuid and m.scope = 'repository'
      and m.repository_id is not null and m.status = 'active' and m.deleted_at is null
    order by o.id limit ${MOST}::int`;
  return rows.map(({ id }) => id);
}
