import { Prisma } from "@/lib/db/generated/client";
import { DAY_MS } from "@/lib/kernel/time";
import { column, identifier } from "../tenant-guard";

/** What findings differ in besides their rule, their repository and their skill. */
export type Dimension = "agent" | "developer" | "file_pattern";

/**
 * Which findings are counted. `visible_repository_ids` null: every repository; else these and the findings of none.
 * `from` is inclusive, `to` is not.
 */
export type FindingScope = {
  organization_id: string;
  visible_repository_ids: readonly string[] | null;
  repository_id?: string;
  skill?: string;
  agent?: string;
  developer?: string;
  file_pattern?: string;
  rule_category?: readonly string[];
};

export type Period = { from: Date; to: Date };

/** How the rollup writes "none", so that all of its key can be unique: see the migration. */
export const NO_REPOSITORY = "00000000-0000-0000-0000-000000000000";
const NEVER = Prisma.sql`timestamptz '1970-01-01 00:00:00+00'`;

export const DIMENSIONS = ["agent", "developer", "file_pattern"] as const satisfies readonly Dimension[];

/** Conditions on finding `f`. */
export function inScope(scope: FindingScope): Prisma.Sql {
  const { visible_repository_ids: visible, repository_id, skill, agent, developer, rule_category } = scope;
  const conditions = [Prisma.sql`f.organization_id = ${scope.organization_id}::uuid`];
  if (visible !== null)
    conditions.push(Prisma.sql`(f.repository_id is null or f.repository_id = any(${[...visible]}::uuid[]))`);
  if (repository_id !== undefined) conditions.push(Prisma.sql`f.repository_id = ${repository_id}::uuid`);
  if (skill !== undefined) conditions.push(Prisma.sql`f.skill = ${skill}`);
  if (agent !== undefined) conditions.push(Prisma.sql`f.agent = ${agent}`);
  if (developer !== undefined) conditions.push(Prisma.sql`f.developer = ${developer}`);
  if (scope.file_pattern !== undefined) conditions.push(Prisma.sql`f.file_pattern = ${scope.file_pattern}`);
  if (rule_category !== undefined)
    conditions.push(Prisma.sql`f.rule_category = any(${[...rule_category]}::text[])`);
  return Prisma.join(conditions, " and ");
}

/** Conditions on rollup row `r`, which keeps one dimension at most. */
function inRollupScope(scope: FindingScope, dimension: Dimension | "rule" | null): Prisma.Sql {
  const { visible_repository_ids: visible, repository_id, skill, rule_category } = scope;
  const value = dimension === null || dimension === "rule" ? "" : scope[dimension];
  const conditions = [
    Prisma.sql`r.organization_id = ${scope.organization_id}::uuid and r.dimension = ${dimension ?? ""}`,
  ];
  if (value !== undefined) conditions.push(Prisma.sql`r.value = ${value}`);
  if (visible !== null)
    conditions.push(Prisma.sql`r.repository_id = any(${[...visible, NO_REPOSITORY]}::uuid[])`);
  if (repository_id !== undefined) conditions.push(Prisma.sql`r.repository_id = ${repository_id}::uuid`);
  if (skill !== undefined) conditions.push(Prisma.sql`r.skill = ${skill}`);
  if (rule_category !== undefined)
    conditions.push(Prisma.sql`r.rule_category = any(${[...rule_category]}::text[])`);
  return Prisma.join(conditions, " and ");
}

export const floorDay = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
const ceilDay = (moment: Date) => new Date(Math.ceil(moment.getTime() / DAY_MS) * DAY_MS);

/**
 * Where the counts of a scope and period come from: `cells` with (at, rule_category, repository_id, skill, value,
 * addressed_at, implement, reject, defer, clarify). Whole days (UTC) come from the rollup, what is left at both ends
 * from the findings. The rollup keeps one dimension at most: asked by two, everything comes from the findings.
 * `whole` is the part from the rollup, empty when there is none.
 */
export function cellsOf(
  scope: FindingScope & Period,
  by: Dimension | "rule" | null,
): { cells: Prisma.Sql; kept: Prisma.Sql | null; found: Prisma.Sql[]; whole: Period } {
  const asked = new Set<Dimension | "rule">(DIMENSIONS.filter((name) => scope[name] !== undefined));
  if (by !== null) asked.add(by);
  const [dimension = null] = asked;
  const { from, to } = scope;
  const first = ceilDay(from);
  const last = floorDay(to);
  const rolled = asked.size < 2 && first < last;
  const whole = rolled ? { from: first, to: last } : { from, to: from };
  const value = dimensionOf(by);
  const found = ({ from, to }: Period) => Prisma.sql`
    select f.found_at as at, f.rule_category, coalesce(f.repository_id, ${NO_REPOSITORY}::uuid) as repository_id,
      coalesce(f.skill, '') as skill, ${value} as value, coalesce(f.addressed_at, ${NEVER}) as addressed_at,
      (f.disposition = 'implement')::int as implement, (f.disposition = 'reject')::int as reject,
      (f.disposition = 'defer')::int as defer, (f.disposition = 'clarify')::int as clarify
    from finding f
    where ${inScope(scope)} and f.found_at >= ${from}::timestamptz and f.found_at < ${to}::timestamptz`;
  const ends = (
    rolled
      ? [
          { from, to: first },
          { from: last, to },
        ]
      : [{ from, to }]
  ).filter((end) => end.from < end.to);
  const kept = Prisma.sql`
    select r.day as at, r.rule_category, r.repository_id, r.skill, r.value, r.addressed_at,
      r.implement, r.reject, r.defer, r.clarify
    from finding_rollup r
    where ${inRollupScope(scope, dimension)}
      and r.day >= ${whole.from}::timestamptz and r.day < ${whole.to}::timestamptz`;
  const sources = [...(rolled ? [kept] : []), ...ends.map(found)];
  return {
    cells: Prisma.join(sources, " union all "),
    kept: rolled ? kept : null,
    found: ends.map(found),
    whole,
  };
}

const dimensionOf = (by: Dimension | "rule" | null) => {
  if (by === null || by === "rule") return Prisma.sql`''`;
  return Prisma.sql`coalesce(${column("f", by)}, '')`;
};

/** Whether the counts of whole rules answer: nothing is asked of single repositories, skills or other parts. */
export const isOfWholeRules = (scope: FindingScope) =>
  scope.visible_repository_ids === null &&
  scope.repository_id === undefined &&
  scope.skill === undefined &&
  DIMENSIONS.every((name) => scope[name] === undefined);

/** When a skill version last took up findings of a rule, for the repository and the skill that they name. */
export const addressedRules = (organization_id: string) => Prisma.sql`
  select rule_category, repository_id, skill, max(addressed_at) as at
  from finding_rollup
  where organization_id = ${organization_id}::uuid and dimension = '' and addressed_at > ${NEVER}
  group by rule_category, repository_id, skill`;

/** Whether finding `f` is evidence about the skill as it is now: no skill version was made from it. */
export const isOpen = Prisma.sql`f.addressed_at is null`;

export type CellCounts = {
  open_implement: number;
  open_reject: number;
  open_defer: number;
  open_clarify: number;
  all_implement: number;
  all_reject: number;
  all_defer: number;
  all_clarify: number;
};

/**
 * `counted`: the cells of the period with what of them is open: found, and not taken up by a skill version. A version
 * takes up the findings of its hunks only, so the rule's other findings stay evidence.
 */
export function counted(scope: FindingScope & Period, by: Dimension | "rule" | null): Prisma.Sql {
  const { cells, kept, found, whole } = cellsOf(scope, by);
  const withOpen = (rows: Prisma.Sql) => Prisma.sql`
    select c.at, c.rule_category, c.repository_id, c.skill, c.value, a.at as addressed_at,
      c.implement as all_implement, c.reject as all_reject, c.defer as all_defer, c.clarify as all_clarify,
      case when o.open then c.implement else 0 end as open_implement,
      case when o.open then c.reject else 0 end as open_reject,
      case when o.open then c.defer else 0 end as open_defer,
      case when o.open then c.clarify else 0 end as open_clarify
    from (${rows}) c
    left join addressed a using (rule_category, repository_id, skill)
    cross join lateral (select c.addressed_at = ${NEVER} as open) o`;
  if (by !== "rule" || kept === null) return withOpen(cells);
  // Whole rules do not know what of them is open: all is, less what the few addressed ones have closed.
  const closed = Prisma.sql`
    select r.day, r.rule_category, r.repository_id, r.skill, '', a.at, 0, 0, 0, 0,
      case when o.open then 0 else -r.implement end, case when o.open then 0 else -r.reject end,
      case when o.open then 0 else -r.defer end, case when o.open then 0 else -r.clarify end
    from addressed a
    join finding_rollup r
      on r.organization_id = ${scope.organization_id}::uuid and r.dimension = ''
      and r.rule_category = a.rule_category and r.repository_id = a.repository_id and r.skill = a.skill
    cross join lateral (select r.addressed_at = ${NEVER} as open) o
    where ${inRollupScope(scope, null)}
      and r.day >= ${whole.from}::timestamptz and r.day < ${whole.to}::timestamptz`;
  return Prisma.sql`
    select c.at, c.rule_category, c.repository_id, c.skill, c.value, null::timestamptz as addressed_at,
      c.implement as all_implement, c.reject as all_reject, c.defer as all_defer, c.clarify as all_clarify,
      c.implement as open_implement, c.reject as open_reject, c.defer as open_defer, c.clarify as open_clarify
    from (${kept}) c
    union all ${closed}
    ${found.length > 0 ? Prisma.sql`union all ${withOpen(Prisma.join(found, " union all "))}` : Prisma.empty}`;
}

const COUNTED = [
  "open_implement",
  "open_reject",
  "open_defer",
  "open_clarify",
  "all_implement",
  "all_reject",
  "all_defer",
  "all_clarify",
] as const satisfies readonly (keyof CellCounts)[];

/** The sums of `counted` over the rows that meet a condition. */
export const sumsOf = (condition: Prisma.Sql) =>
  Prisma.join(
    COUNTED.map((name) => {
      const count = identifier(name);
      return Prisma.sql`coalesce(sum(${count}) filter (where ${condition}), 0)::int as ${count}`;
    }),
  );
