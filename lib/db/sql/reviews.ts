import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { DAY_MS } from "@/lib/kernel/time";

/** What findings are told apart by besides their rule, their repository and their skill. */
export type Dimension = "agent" | "developer" | "file_pattern";

/**
 * Which findings are counted. `visible_repository_ids` null: every repository; else these and the findings of none.
 * `from` is inclusive, `to` is not.
 */
export type FindingScope = {
  organization_id: string;
  visible_repository_ids: readonly string[] | null;
  repository_id?: string | undefined;
  skill?: string | undefined;
  agent?: string | undefined;
  developer?: string | undefined;
  file_pattern?: string | undefined;
  rule_category?: readonly string[] | undefined;
};

type Period = { from: Date; to: Date };

/** How the rollup writes "none", so that all of its key can be unique: see the migration. */
const NO_REPOSITORY = "00000000-0000-0000-0000-000000000000";
const NEVER = Prisma.sql`timestamptz '1970-01-01 00:00:00+00'`;

const DIMENSIONS = ["agent", "developer", "file_pattern"] as const satisfies readonly Dimension[];

/** Conditions on finding `f`. */
function inScope(scope: FindingScope): Prisma.Sql {
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

const floorDay = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
const ceilDay = (moment: Date) => new Date(Math.ceil(moment.getTime() / DAY_MS) * DAY_MS);

/**
 * Where the counts of a scope and period come from: `cells` with (at, rule_category, repository_id, skill, value,
 * addressed_at, implement, reject, defer, clarify). Whole days (UTC) come from the rollup, what is left at both ends
 * from the findings. The rollup keeps one dimension at most: asked by two, everything comes from the findings.
 * `whole` is the part from the rollup, empty when there is none.
 */
function cellsOf(
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

const dimensionOf = (by: Dimension | "rule" | null) =>
  by === null || by === "rule" ? Prisma.sql`''` : Prisma.sql`coalesce(f.${Prisma.raw(by)}, '')`;

/** Whether the counts of whole rules answer: nothing is asked of single repositories, skills or other parts. */
const isOfWholeRules = (scope: FindingScope) =>
  scope.visible_repository_ids === null &&
  scope.repository_id === undefined &&
  scope.skill === undefined &&
  DIMENSIONS.every((name) => scope[name] === undefined);

/**
 * When a skill version last took up a rule. It did so for the repository and the skill that the addressed findings name,
 * so the same rule elsewhere keeps its evidence.
 */
const addressedRules = (organization_id: string) => Prisma.sql`
  select rule_category, repository_id, skill, max(addressed_at) as at
  from finding_rollup
  where organization_id = ${organization_id}::uuid and dimension = '' and addressed_at > ${NEVER}
  group by rule_category, repository_id, skill`;

/** Joins `a`, the addressed rule of finding `f`; what was found before it says nothing about the skill as it is now. */
const joinAddressed = Prisma.sql`
  left join addressed a
    on a.rule_category = f.rule_category
    and a.repository_id = coalesce(f.repository_id, ${NO_REPOSITORY}::uuid)
    and a.skill = coalesce(f.skill, '')`;
const isOpen = Prisma.sql`(f.addressed_at is null and (a.at is null or f.found_at > a.at))`;

type CellCounts = {
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
 * `counted`: the cells of the period with what of them is open, found after a skill version last took the rule up. A day
 * on which that happened counts as a whole among all, and by its single findings among the open.
 */
function counted(scope: FindingScope & Period, by: Dimension | "rule" | null): Prisma.Sql {
  const { cells, kept, found, whole } = cellsOf(scope, by);
  const value = dimensionOf(by);
  const late = Prisma.sql`
    union all
    select f.found_at, f.rule_category, a.repository_id, a.skill, ${value}, a.at, 0, 0, 0, 0,
      (f.disposition = 'implement')::int, (f.disposition = 'reject')::int,
      (f.disposition = 'defer')::int, (f.disposition = 'clarify')::int
    from addressed a
    join finding f
      on f.organization_id = ${scope.organization_id}::uuid and f.rule_category = a.rule_category
      and f.found_at > a.at and f.found_at < date_trunc('day', a.at, 'UTC') + interval '1 day'
      and a.repository_id = coalesce(f.repository_id, ${NO_REPOSITORY}::uuid)
      and a.skill = coalesce(f.skill, '')
    where ${inScope(scope)} and f.addressed_at is null
      and f.found_at >= ${whole.from}::timestamptz and f.found_at < ${whole.to}::timestamptz`;
  const addLate = whole.from < whole.to ? late : Prisma.empty;
  const withOpen = (rows: Prisma.Sql) => Prisma.sql`
    select c.at, c.rule_category, c.repository_id, c.skill, c.value, a.at as addressed_at,
      c.implement as all_implement, c.reject as all_reject, c.defer as all_defer, c.clarify as all_clarify,
      case when o.open then c.implement else 0 end as open_implement,
      case when o.open then c.reject else 0 end as open_reject,
      case when o.open then c.defer else 0 end as open_defer,
      case when o.open then c.clarify else 0 end as open_clarify
    from (${rows}) c
    left join addressed a using (rule_category, repository_id, skill)
    cross join lateral (select c.addressed_at = ${NEVER} and (a.at is null or c.at > a.at) as open) o`;
  if (by !== "rule" || kept === null) return Prisma.sql`${withOpen(cells)} ${addLate}`;
  // Whole rules do not know what of them is open: all is, less what the few addressed ones have closed.
  const closed = Prisma.sql`
    select r.day, r.rule_category, r.repository_id, r.skill, '', a.at, 0, 0, 0, 0,
      case when o.open then 0 else -r.implement end, case when o.open then 0 else -r.reject end,
      case when o.open then 0 else -r.defer end, case when o.open then 0 else -r.clarify end
    from addressed a
    join finding_rollup r
      on r.organization_id = ${scope.organization_id}::uuid and r.dimension = ''
      and r.rule_category = a.rule_category and r.repository_id = a.repository_id and r.skill = a.skill
    cross join lateral (select r.addressed_at = ${NEVER} and r.day > a.at as open) o
    where ${inRollupScope(scope, null)}
      and r.day >= ${whole.from}::timestamptz and r.day < ${whole.to}::timestamptz`;
  return Prisma.sql`
    select c.at, c.rule_category, c.repository_id, c.skill, c.value, null::timestamptz as addressed_at,
      c.implement as all_implement, c.reject as all_reject, c.defer as all_defer, c.clarify as all_clarify,
      c.implement as open_implement, c.reject as open_reject, c.defer as open_defer, c.clarify as open_clarify
    from (${kept}) c
    union all ${closed}
    ${found.length > 0 ? Prisma.sql`union all ${withOpen(Prisma.join(found, " union all "))}` : Prisma.empty}
    ${addLate}`;
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
const sumsOf = (condition: Prisma.Sql) =>
  Prisma.join(
    COUNTED.map((name) => {
      const column = Prisma.raw(name);
      return Prisma.sql`coalesce(sum(${column}) filter (where ${condition}), 0)::int as ${column}`;
    }),
  );

export type RuleCounts = CellCounts & {
  rule_category: string;
  addressed_at: Date | null;
  last_found_at: Date | null;
  earlier_reject: number;
  earlier_flagged: number;
  later_reject: number;
  later_flagged: number;
};

/**
 * Findings per rule: `all_*` in the period, `open_*` those of them found after a skill version last took up the rule,
 * and `earlier_*`, `later_*` from `trend_start` to `trend_middle` and from there to `trend_end`.
 */
export async function countRules(
  db: Db,
  params: FindingScope & Period & { trend_start: Date; trend_middle: Date; trend_end: Date },
): Promise<RuleCounts[]> {
  const { organization_id, trend_start, trend_middle, trend_end, from, to, ...scope } = params;
  // Whole days of both the period and the trend are read once.
  const whole = [from, to, trend_start, trend_end].every((moment) => floorDay(moment) >= moment);
  const period = { from, to };
  const by = isOfWholeRules(params) ? "rule" : null;
  const trend = { from: trend_start, to: trend_end };
  const read = whole ? { from: earlier(from, trend_start), to: later(to, trend_end) } : period;
  const halves = whole
    ? Prisma.sql`select rule_category, at, all_implement as implement, all_reject as reject, all_defer as defer
        from counted`
    : Prisma.sql`select rule_category, at, implement, reject, defer
        from (${cellsOf({ ...scope, organization_id, ...trend }, by).cells}) c`;
  const inPeriod = within(period);
  const before = within({ from: trend_start, to: trend_middle });
  const after = within({ from: trend_middle, to: trend_end });
  return db.$queryRaw<RuleCounts[]>`
    with addressed as materialized (${addressedRules(organization_id)}),
    counted as materialized (
      ${counted({ ...scope, organization_id, ...read }, by)}
    ),
    rules as (
      select rule_category, max(addressed_at) filter (where ${inPeriod}) as addressed_at, ${sumsOf(inPeriod)}
      from counted
      group by rule_category
      having sum(all_implement + all_reject + all_defer + all_clarify) filter (where ${inPeriod}) > 0
    ),
    halves as (
      select rule_category,
        sum(reject) filter (where ${before})::int as earlier_reject,
        sum(implement + reject + defer) filter (where ${before})::int as earlier_flagged,
        sum(reject) filter (where ${after})::int as later_reject,
        sum(implement + reject + defer) filter (where ${after})::int as later_flagged
      from (${halves}) t
      group by rule_category
    )
    select rules.*,
      coalesce(earlier_reject, 0) as earlier_reject, coalesce(earlier_flagged, 0) as earlier_flagged,
      coalesce(later_reject, 0) as later_reject, coalesce(later_flagged, 0) as later_flagged,
      (select f.found_at from finding f
        where ${inScope(params)} and f.rule_category = rules.rule_category and f.found_at < ${to}::timestamptz
        order by f.found_at desc limit 1) as last_found_at
    from rules left join halves using (rule_category)`;
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);
const later = (a: Date, b: Date) => (a > b ? a : b);
const within = ({ from, to }: Period) => Prisma.sql`at >= ${from}::timestamptz and at < ${to}::timestamptz`;

export type BucketCounts = {
  at: Date;
  rule_category: string;
  implement: number;
  reject: number;
  defer: number;
  clarify: number;
};

/** Findings per rule and bucket of time (UTC; weeks from Monday); buckets without findings are not among the rows. */
export async function countBuckets(
  db: Db,
  params: FindingScope & Period & { bucket: "day" | "week" | "month" },
): Promise<BucketCounts[]> {
  const { cells } = cellsOf(params, isOfWholeRules(params) ? "rule" : null);
  return db.$queryRaw<BucketCounts[]>`
    select date_trunc(${params.bucket}, at, 'UTC') as at, rule_category,
      sum(implement)::int as implement, sum(reject)::int as reject,
      sum(defer)::int as defer, sum(clarify)::int as clarify
    from (${cells}) c
    group by 1, 2
    having sum(implement + reject + defer + clarify) > 0
    order by 1, 2`;
}

export type PartCounts = CellCounts & {
  rule_category: string;
  /** The repository's id, or the name; null: none. */
  part: string | null;
};

/** Findings per rule and what they are told apart by. */
export async function countParts(
  db: Db,
  params: FindingScope & Period & { by: Dimension | "skill" | "repository" },
): Promise<PartCounts[]> {
  const { by, ...scope } = params;
  const dimension = DIMENSIONS.find((name) => name === by) ?? null;
  const part =
    by === "repository"
      ? Prisma.sql`nullif(repository_id, ${NO_REPOSITORY}::uuid)::text`
      : by === "skill"
        ? Prisma.sql`nullif(skill, '')`
        : Prisma.sql`nullif(value, '')`;
  return db.$queryRaw<PartCounts[]>`
    with addressed as materialized (${addressedRules(params.organization_id)}),
    counted as (${counted(scope, dimension)})
    select rule_category, ${part} as part, ${sumsOf(Prisma.sql`true`)} from counted
    group by 1, 2
    having sum(all_implement + all_reject + all_defer + all_clarify) > 0`;
}

/** Findings per developer and rule; those that name no developer are left out. `from` and `to` are starts of days, UTC. */
export async function countDevelopers(
  db: Db,
  { organization_id, from, to }: Period & { organization_id: string },
): Promise<{ developer: string; rule_category: string; implement: number; reject: number; defer: number }[]> {
  return db.$queryRaw`
    select value as developer, rule_category,
      sum(implement)::int as implement, sum(reject)::int as reject, sum(defer)::int as defer
    from finding_rollup
    where organization_id = ${organization_id}::uuid and dimension = 'developer' and value <> ''
      and day >= ${from}::timestamptz and day < ${to}::timestamptz
    group by 1, 2
    order by 1, 2`;
}

/**
 * Ids of the rejected findings that are evidence for a change of the skill as it is now, newest first, at most
 * `most_per_rule` of each rule.
 */
export async function openRejectedFindingIds(
  db: Db,
  params: FindingScope & { most_per_rule: number; to: Date },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    with addressed as materialized (${addressedRules(params.organization_id)})
    select id from (
      select f.id, f.found_at,
        row_number() over (partition by f.rule_category order by f.found_at desc, f.id desc) as place
      from finding f ${joinAddressed}
      where ${inScope(params)} and f.disposition = 'reject' and ${isOpen} and f.found_at < ${params.to}::timestamptz
    ) ranked
    where place <= ${params.most_per_rule}
    order by found_at desc, id desc`;
  return rows.map((row) => row.id);
}

/** Stores findings, all in one statement: their counts are kept once for all of them. */
export async function insertFindingRows(
  db: Db,
  { rows, organization_id }: { organization_id: string; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  if (rows.length === 0) return;
  await db.$executeRaw`
    insert into finding (organization_id, id, review_id, repository_id, number, title, file_path, line, file_pattern,
      disposition, reason, original_issue, suggested_fix, rule_category, skill, agent, developer, memory_id,
      found_at, created_at)
    select ${organization_id}::uuid, id, review_id, repository_id, number, title, file_path, line, file_pattern,
      disposition, reason, original_issue, suggested_fix, rule_category, skill, agent, developer, memory_id,
      found_at, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (
      id uuid, review_id uuid, repository_id uuid, number integer, title text, file_path text, line integer,
      file_pattern text, disposition text, reason text, original_issue text, suggested_fix text, rule_category text,
      skill text, agent text, developer text, memory_id uuid, found_at timestamptz, created_at timestamptz)`;
}

/** Stores the items of an import, all in one statement. */
export async function insertImportItemRows(
  db: Db,
  {
    rows,
    organization_id,
    import_id,
  }: { organization_id: string; import_id: string; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  if (rows.length === 0) return;
  await db.$executeRaw`
    insert into review_import_item (organization_id, import_id, position, state, body, body_sha256, key, label, because,
      url, proposed, findings)
    select ${organization_id}::uuid, ${import_id}::uuid, position, state, body, body_sha256, key, label,
      because, url, proposed, findings
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (
      position integer, state text, body jsonb, body_sha256 text, key text, label text, because text, url text,
      proposed text, findings integer)`;
}

/** What became of an item of an import; null leaves what is there. */
export type ImportOutcome = {
  position: number;
  state: string;
  because: string | null;
  review_id: string | null;
};

/** Says of items of an import what became of them, all in one statement. */
export async function writeImportOutcomes(
  db: Db,
  {
    outcomes,
    organization_id,
    import_id,
  }: { organization_id: string; import_id: string; outcomes: readonly ImportOutcome[] },
): Promise<void> {
  if (outcomes.length === 0) return;
  await db.$executeRaw`
    update review_import_item i set
      state = o.state, because = coalesce(o.because, i.because), review_id = coalesce(o.review_id, i.review_id)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (
      position integer, state text, because text, review_id uuid)
    where i.organization_id = ${organization_id}::uuid and i.import_id = ${import_id}::uuid
      and i.position = o.position`;
}
