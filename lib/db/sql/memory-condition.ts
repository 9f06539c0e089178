import { Prisma } from "@/lib/db/generated/client";
import type { COMPARISONS, CONDITION_FIELDS } from "@/lib/kernel/memory-conditions";

type Scalar = string | number | boolean | null;

export type Comparison = {
  field: (typeof CONDITION_FIELDS)[number];
  /** Keys from the metadata down to the value; for the field `metadata` only. */
  path?: readonly string[];
  is: (typeof COMPARISONS)[number];
  value?: Scalar | readonly Scalar[];
};

/** A condition on a memory: comparisons, joined to any depth. */
export type MemoryCondition =
  | Comparison
  | { all: readonly MemoryCondition[] }
  | { any: readonly MemoryCondition[] }
  | { not: MemoryCondition };

const ORDER = {
  above: Prisma.sql`>`,
  at_least: Prisma.sql`>=`,
  below: Prisma.sql`<`,
  at_most: Prisma.sql`<=`,
} as const;

const COLUMNS = {
  id: Prisma.sql`m.id::text`,
  user: Prisma.sql`m."user"`,
  agent: Prisma.sql`m.agent`,
  agent_type: Prisma.sql`m.agent_type`,
  session_id: Prisma.sql`m.session_id`,
  category: Prisma.sql`m.category`,
  kind: Prisma.sql`m.kind`,
  statement: Prisma.sql`m.statement`,
} as const;

const repositoryOf = (organization_id: string) => Prisma.sql`(select r.name from repository r
  where r.organization_id = ${organization_id}::uuid and r.id = m.repository_id)`;

const MOMENTS = { created_at: Prisma.sql`m.created_at`, updated_at: Prisma.sql`m.updated_at` } as const;

/** The condition on a memory `m` of an organization, as SQL that is true or false, never null. */
export function conditionSql(organization_id: string, condition: MemoryCondition): Prisma.Sql {
  if ("all" in condition) return joined(organization_id, condition.all, " and ") ?? Prisma.sql`true`;
  if ("any" in condition) return joined(organization_id, condition.any, " or ") ?? Prisma.sql`false`;
  if ("not" in condition) return Prisma.sql`(not ${conditionSql(organization_id, condition.not)})`;
  return Prisma.sql`coalesce((${comparisonSql(organization_id, condition)}), false)`;
}

/** Null: there are none. */
function joined(
  organization_id: string,
  conditions: readonly MemoryCondition[],
  by: string,
): Prisma.Sql | null {
  if (conditions.length === 0) return null;
  const each = conditions.map((condition) => conditionSql(organization_id, condition));
  return Prisma.sql`(${Prisma.join(each, by)})`;
}

function comparisonSql(organization_id: string, comparison: Comparison): Prisma.Sql {
  const { field, is, value = null } = comparison;
  if (is === "different")
    return Prisma.sql`not ${conditionSql(organization_id, { ...comparison, is: "equal" })}`;
  if (is === "in") {
    const each = listOf(value).map((one) => ({ ...comparison, is: "equal" as const, value: one }));
    return joined(organization_id, each, " or ") ?? Prisma.sql`false`;
  }
  if (field === "metadata") return metadataSql({ ...comparison, path: comparison.path ?? [] });
  if (field === "tags") return tagsSql(comparison);
  const text = String(value);
  if (field === "created_at" || field === "updated_at") {
    const column = MOMENTS[field];
    if (is === "present") return Prisma.sql`true`;
    if (is === "equal") return Prisma.sql`${column} = ${text}::timestamptz`;
    if (is in ORDER) return Prisma.sql`${column} ${ORDER[is as keyof typeof ORDER]} ${text}::timestamptz`;
    return Prisma.sql`false`;
  }
  const column = field === "repository" ? repositoryOf(organization_id) : COLUMNS[field];
  if (is === "present") return Prisma.sql`${column} is not null`;
  if (is === "equal" && value === null) return Prisma.sql`${column} is null`;
  if (is === "equal") return Prisma.sql`${column} = ${text}`;
  return textSql(column, { is, value: text });
}

type Text = { is: Comparison["is"]; value: string };

function textSql(column: Prisma.Sql, { is, value }: Text): Prisma.Sql {
  if (is === "contains") return Prisma.sql`strpos(${column}, ${value}::text) > 0`;
  if (is === "icontains") return Prisma.sql`strpos(lower(${column}), lower(${value}::text)) > 0`;
  if (is in ORDER) return Prisma.sql`${column} collate "C" ${ORDER[is as keyof typeof ORDER]} ${value}`;
  return Prisma.sql`false`;
}

function tagsSql({ is, value = null }: Comparison): Prisma.Sql {
  const text = String(value);
  if (is === "present") return Prisma.sql`cardinality(m.tags) > 0`;
  if (is === "equal") return Prisma.sql`m.tags @> array[${text}]::text[]`;
  return Prisma.sql`exists (select 1 from unnest(m.tags) as tag where ${textSql(Prisma.sql`tag`, { is, value: text })})`;
}

/** A list equals each of its values, as filters of others have it. */
function metadataSql({ path, is, value = null }: Comparison & { path: readonly string[] }): Prisma.Sql {
  const at = Prisma.sql`(m.metadata #> ${[...path]}::text[])`;
  const text = Prisma.sql`(m.metadata #>> ${[...path]}::text[])`;
  if (is === "present") return Prisma.sql`jsonb_typeof(${at}) <> 'null'`;
  if (is === "equal") {
    if (value === null) return Prisma.sql`coalesce(jsonb_typeof(${at}), 'null') = 'null'`;
    const alone = JSON.stringify(nested(path, value));
    const listed = JSON.stringify(nested(path, [...listOf(value)]));
    return Prisma.sql`m.metadata @> ${alone}::jsonb or m.metadata @> ${listed}::jsonb`;
  }
  if (is in ORDER && typeof value === "number")
    return Prisma.sql`case when jsonb_typeof(${at}) = 'number'
      then ${text}::numeric ${ORDER[is as keyof typeof ORDER]} ${value}::numeric end`;
  const listed = JSON.stringify([...listOf(value)]);
  return Prisma.sql`case jsonb_typeof(${at}) when 'array' then ${!(is in ORDER)} and ${at} @> ${listed}::jsonb
    when 'string' then ${textSql(text, { is, value: String(value) })} end`;
}

const listOf = (value: Scalar | readonly Scalar[]): readonly Scalar[] => {
  if (Array.isArray(value)) return value;
  return [value as Scalar];
};

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}
