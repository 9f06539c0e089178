import { describe, expect, it } from "vitest";
import type { FindingScope } from "@/lib/db/sql/finding-cells";
import { countBuckets, countParts, countRules } from "@/lib/db/sql/finding-counts";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { addRepository, createOrganization, testDatabase } from "../../support/database";

const database = testDatabase();

/** Park and Miller's generator: the same findings in every run. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return {
    next,
    pick: <T>(values: readonly [T, ...T[]]): T => values[Math.floor(next() * values.length)] ?? values[0],
  };
}

const START = Date.parse("2026-01-01T00:00:00.000Z");
const DAYS = 40;
const DISPOSITIONS = ["implement", "reject", "defer", "clarify"] as const;
const POSITIONS = new Map<string, number>(DISPOSITIONS.map((each, index) => [each, index]));
const RULES = ["naming", "imports", "security"] as const;
const AGENTS = [null, "bot", "rex"] as const;
const DEVELOPERS = [null, "dana", "eli"] as const;
const PATTERNS = ["*", "**/*.py"] as const;
const SKILLS = [null, "review"] as const;

async function fixture(seed: number) {
  const { organization_id } = await createOrganization(database.db);
  const random = randomFrom(seed);
  const repository_id = await addRepository(database.db, { organization_id });
  const review_id = newId();
  await database.db.review.create({
    data: {
      organization_id,
      id: review_id,
      workflow_id: "pr-1",
      body_sha256: "",
      summary: "Reviewed",
      verdict: "approved",
      reviewed_at: new Date(START),
    },
  });
  let number = 0;
  const finding = () => ({
    organization_id,
    id: newId(),
    review_id,
    number: ++number,
    title: "A finding",
    repository_id: random.pick([null, repository_id]),
    rule_category: random.pick(RULES),
    skill: random.pick(SKILLS),
    agent: random.pick(AGENTS),
    developer: random.pick(DEVELOPERS),
    file_pattern: random.pick(PATTERNS),
    disposition: random.pick(DISPOSITIONS),
    found_at: new Date(START + Math.floor(random.next() * DAYS * DAY_MS)),
  });
  const insert = (count: number) =>
    database.db.finding.createMany({ data: Array.from({ length: count }, finding) });
  const some = async (share: number) => {
    const rows = await database.db.finding.findMany({ where: { organization_id }, select: { id: true } });
    return { organization_id, id: { in: rows.filter(() => random.next() < share).map(({ id }) => id) } };
  };
  return { organization_id, repository_id, review_id, random, insert, some };
}

type Change = (awaited: Awaited<ReturnType<typeof fixture>>) => Promise<unknown>;
const CHANGES: readonly [Change, ...Change[]] = [
  ({ insert }) => insert(25),
  async ({ some }) => database.db.finding.deleteMany({ where: await some(0.1) }),
  async ({ some, random }) =>
    database.db.finding.updateMany({ where: await some(0.15), data: { rule_category: random.pick(RULES) } }),
  async ({ some, random }) =>
    database.db.finding.updateMany({
      where: await some(0.1),
      data: { disposition: random.pick(DISPOSITIONS), agent: random.pick(AGENTS) },
    }),
  async ({ some, random }) =>
    database.db.finding.updateMany({
      where: await some(0.04),
      data: { addressed_at: new Date(START + Math.floor(random.next() * DAYS * DAY_MS)) },
    }),
  async ({ some }) =>
    database.db.finding.updateMany({ where: await some(0.05), data: { addressed_at: null } }),
  async ({ some }) => database.db.finding.updateMany({ where: await some(0.3), data: { title: "Reworded" } }),
];

/** What the rollup must be, counted from every finding. */
async function differences(organization_id: string) {
  return database.db.$queryRaw<unknown[]>`
    with counted as (
      select r.dimension, r.value, r.day, r.rule_category,
        case when r.dimension = 'rule' then '00000000-0000-0000-0000-000000000000' else r.repository_id end
          as repository_id,
        case when r.dimension = 'rule' then '' else r.skill end as skill,
        case when r.dimension = 'rule' then '1970-01-01 00:00:00+00' else r.addressed_at end as addressed_at,
        sum(r.implement)::int as implement, sum(r.reject)::int as reject, sum(r.defer)::int as defer,
        sum(r.clarify)::int as clarify
      from (
        select d.dimension, d.value, date_trunc('day', f.found_at, 'UTC') as day, f.rule_category,
          coalesce(f.repository_id, '00000000-0000-0000-0000-000000000000') as repository_id,
          coalesce(f.skill, '') as skill, coalesce(f.addressed_at, '1970-01-01 00:00:00+00') as addressed_at,
          (f.disposition = 'implement')::int as implement, (f.disposition = 'reject')::int as reject,
          (f.disposition = 'defer')::int as defer, (f.disposition = 'clarify')::int as clarify
        from finding f cross join lateral (values ('', ''), ('rule', ''), ('agent', coalesce(f.agent, '')),
          ('developer', coalesce(f.developer, '')), ('file_pattern', f.file_pattern)) d (dimension, value)
        where f.organization_id = ${organization_id}::uuid
      ) r group by 1, 2, 3, 4, 5, 6, 7
    ),
    kept as (
      select dimension, value, day, rule_category, repository_id, skill, addressed_at, implement, reject, defer, clarify
      from finding_rollup where organization_id = ${organization_id}::uuid
    )
    (select 'missing' as what, * from (select * from counted except select * from kept) a)
    union all
    (select 'stale', * from (select * from kept except select * from counted) b)`;
}

type Row = Awaited<ReturnType<typeof database.db.finding.findMany>>[number];

/** The figures of `countRules` counted one by one, in the plainest way. */
function byHand(rows: readonly Row[], { from, to }: { from: Date; to: Date }, scope: Partial<FindingScope>) {
  const counts: Record<string, { open: number[]; all: number[] }> = {};
  for (const row of rows) {
    if (row.found_at < from || row.found_at >= to) continue;
    if (scope.skill !== undefined && row.skill !== scope.skill) continue;
    if (scope.agent !== undefined && row.agent !== scope.agent) continue;
    if (scope.developer !== undefined && row.developer !== scope.developer) continue;
    if (scope.repository_id !== undefined && row.repository_id !== scope.repository_id) continue;
    counts[row.rule_category] ??= { open: [0, 0, 0, 0], all: [0, 0, 0, 0] };
    const own = counts[row.rule_category];
    const at = POSITIONS.get(row.disposition) ?? -1;
    const open = row.addressed_at === null;
    if (own) own.all[at] = (own.all[at] ?? 0) + 1;
    if (own && open) own.open[at] = (own.open[at] ?? 0) + 1;
  }
  return counts;
}

describe("the rollup of findings", () => {
  it.each([3, 17])("agrees with a full count after every random change (seed %i)", async (seed) => {
    const input = await fixture(seed);
    await input.insert(50);
    for (let step = 0; step < 14; step++) {
      await input.random.pick(CHANGES)(input);
      expect(await differences(input.organization_id)).toEqual([]);
    }
  });

  it("is empty when the last finding, the review or the organization is gone", async () => {
    const { organization_id, review_id, insert } = await fixture(5);
    const rows = () => database.db.finding_rollup.count({ where: { organization_id } });
    await insert(30);
    expect(await rows()).toBeGreaterThan(30);
    await database.db.review.delete({ where: { organization_id_id: { organization_id, id: review_id } } });
    expect(await rows()).toBe(0);
    const other = await fixture(6);
    await other.insert(30);
    await database.db.$executeRaw`delete from organization where id = ${other.organization_id}::uuid`;
    expect(
      await database.db.finding_rollup.count({ where: { organization_id: other.organization_id } }),
    ).toBe(0);
  });

  it("gives the same rules as counting every finding, for any period and filter", async () => {
    const input = await fixture(41);
    await input.insert(400);
    for (let step = 0; step < 12; step++) await input.random.pick(CHANGES)(input);
    const { organization_id, repository_id } = input;
    const rows = await database.db.finding.findMany({ where: { organization_id } });
    const at = (days: number) => new Date(START + Math.round(days * DAY_MS));
    const periods: [number, number][] = [
      [0, 40],
      [-10_000, 60],
      [3.25, 31.5],
      [7.1, 7.9],
      [7.1, 8.2],
    ];
    const scopes: Partial<FindingScope>[] = [
      {},
      { skill: "review" },
      { agent: "bot" },
      { developer: "dana" },
      { agent: "bot", developer: "dana" },
      { repository_id },
    ];
    for (const [first, last] of periods)
      for (const scope of scopes) {
        const period = { from: at(first), to: at(last) };
        const trend = { trend_start: at(0), trend_middle: at(10), trend_end: at(20) };
        const input = { organization_id, visible_repository_ids: null, ...scope, ...period };
        const counted = await countRules(database.db, { ...input, ...trend });
        const found = Object.fromEntries(
          counted.map((row) => [
            row.rule_category,
            {
              open: [row.open_implement, row.open_reject, row.open_defer, row.open_clarify],
              all: [row.all_implement, row.all_reject, row.all_defer, row.all_clarify],
            },
          ]),
        );
        expect(found).toEqual(byHand(rows, period, scope));
        const buckets = await countBuckets(database.db, { ...input, bucket: "week" });
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        const all = sum(Object.values(found).flatMap((each) => each.all));
        expect(sum(buckets.flatMap((row) => [row.implement, row.reject, row.defer, row.clarify]))).toBe(all);
        for (const by of ["skill", "repository", "agent", "developer", "file_pattern"] as const) {
          const parts = await countParts(database.db, { ...input, by });
          expect(
            sum(parts.flatMap((row) => [row.all_implement, row.all_reject, row.all_defer, row.all_clarify])),
          ).toBe(all);
          expect(sum(parts.map((row) => row.open_reject))).toBe(sum(counted.map((row) => row.open_reject)));
        }
      }
  });
});
