import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import {
  reviewEvaluate,
  reviewImport,
  reviewImportGet,
  ruleBreakdown,
  ruleList,
  ruleSeries,
} from "@/lib/reviews/contract";
import { type Fixture, runJob } from "./house";
import { percentile, randomFrom } from "./statistics";

export type ReviewSpeed = {
  what: string;
  median: number;
  p95: number;
  unit: "ms" | "s";
  target: number | null;
};

/** How many of each thing synthetic findings are spread over; the first ones get most of them. */
const SPREAD = { rules: 40, repositories: 12, skills: 4, agents: 6, developers: 40, patterns: 8, days: 400 };
const ROWS_A_STATEMENT = 20_000;
const WARM_UP = 3;

/**
 * What the rules page asks, over `findings` synthetic findings of 400 days; an evaluation of 50 findings; and an import of
 * `imported` findings, from the first call until the last is stored. Made up by a fixed generator.
 */
export async function measureReviews(
  fixture: Fixture,
  {
    findings,
    imported,
    rounds,
    say,
  }: { findings: number; imported: number; rounds: number; say: (line: string) => void },
): Promise<{ load_seconds: number; rollup_rows: number; figures: ReviewSpeed[] }> {
  say(`storing ${findings.toLocaleString("en")} synthetic findings`);
  const started = performance.now();
  await insertFindings(fixture, findings);
  await fixture.bare.query("analyze finding");
  await fixture.bare.query("analyze finding_rollup");
  const load_seconds = (performance.now() - started) / 1000;
  const { rows } = await fixture.bare.query<{ count: number }>(
    "select count(*)::int as count from finding_rollup",
  );
  const as = { actor: fixture.owner };
  const from = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 90 * DAY_MS).toISOString();
  const pages = [
    {
      what: "rules page, 90 days",
      work: async () => {
        await fixture.run(ruleList, { from }, as);
        await fixture.run(ruleSeries, { from, bucket: "week" }, as);
      },
    },
    { what: "rules, all time", work: () => fixture.run(ruleList, {}, as) },
    {
      what: "rules of one developer, 90 days",
      work: () => fixture.run(ruleList, { from, developer: "developer-3" }, as),
    },
    { what: "rates of a year by month", work: () => fixture.run(ruleSeries, { bucket: "month" }, as) },
    {
      what: "heat map by file pattern, 90 days",
      work: () => fixture.run(ruleBreakdown, { from, by: "file_pattern" }, as),
    },
  ];
  const figures: ReviewSpeed[] = [];
  say(`measuring the rules page, ${rounds} rounds`);
  for (const { what, work } of pages) figures.push(figure(what, await timed(work, rounds), 200));
  let run = 0;
  const evaluate = () => {
    run += 1;
    return fixture.run(reviewEvaluate, evaluation(`bench-${newId()}`, 50, run), as);
  };
  figures.push(figure("ingest an evaluation of 50 findings", await timed(evaluate, rounds), 150));
  say(`importing ${imported.toLocaleString("en")} findings`);
  const seconds = await importMany(fixture, imported);
  figures.push({
    what: `import ${imported.toLocaleString("en")} findings`,
    median: seconds,
    p95: seconds,
    unit: "s",
    target: (120 * imported) / 100_000,
  });
  return { load_seconds, rollup_rows: rows[0]?.count ?? 0, figures };
}

const figure = (what: string, times: readonly number[], target: number): ReviewSpeed => ({
  what,
  target,
  unit: "ms" as const,
  median: percentile(times, 0.5),
  p95: percentile(times, 0.95),
});

async function timed(work: () => Promise<unknown>, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const started = performance.now();
    await work();
    if (round >= WARM_UP) times.push(performance.now() - started);
  }
  return times;
}

async function insertFindings({ bare, owner }: Fixture, count: number): Promise<void> {
  const { organization_id } = owner;
  const review_id = newId();
  await bare.query(
    `insert into review (organization_id, id, workflow_id, body_sha256, summary, verdict, reviewed_at)
     values ($1, $2, 'bench', '', 'Synthetic', 'approved', now())`,
    [organization_id, review_id],
  );
  const repositories = Array.from({ length: SPREAD.repositories }, () => newId());
  for (const [index, id] of repositories.entries())
    await bare.query(
      `insert into repository (organization_id, id, name, source_kind, source_location) values ($1, $2, $3, 'path', '/x')`,
      [organization_id, id, `bench/repository-${index}`],
    );
  // One after the other in time, as they come. random() of the database, from a seed: squared, so that the first of each kind are the most frequent.
  await bare.query("select setseed(0.42)");
  for (let first = 0; first < count; first += ROWS_A_STATEMENT)
    await bare.query(
      `insert into finding (organization_id, id, review_id, repository_id, number, title, file_path, line, file_pattern,
         disposition, reason, rule_category, skill, agent, developer, found_at)
       select $1, gen_random_uuid(), $2, ($3::uuid[])[1 + floor(power(random(), 2) * $6)::int], $4 + n, 'A finding',
         'src/file.ts', 1, '**/*.p' || floor(power(random(), 2) * $10)::int,
         (array['implement', 'implement', 'reject', 'defer'])[1 + floor(random() * 4)::int], 'because',
         'rule_' || floor(power(random(), 2) * $7)::int, 'skill-' || floor(power(random(), 2) * $8)::int,
         'agent-' || floor(power(random(), 2) * $9)::int, 'developer-' || floor(power(random(), 2) * $11)::int,
         now() - (1 - ($4 + n)::float8 / $13) * $12 * interval '1 day'
       from generate_series(1, $5) n`,
      [
        organization_id,
        review_id,
        repositories,
        first,
        Math.min(ROWS_A_STATEMENT, count - first),
        SPREAD.repositories,
        SPREAD.rules,
        SPREAD.skills,
        SPREAD.agents,
        SPREAD.patterns,
        SPREAD.developers,
        SPREAD.days,
        count,
      ],
    );
}

function evaluation(workflow_id: string, items: number, seed: number) {
  const random = randomFrom(seed + 1);
  const lists = ["items_to_implement", "items_rejected", "items_deferred"] as const;
  type Item = {
    number: number;
    title: string;
    file_path: string;
    line: number;
    reason: string;
    original_issue: string;
  };
  const made: Record<(typeof lists)[number], Item[]> = {
    items_to_implement: [],
    items_rejected: [],
    items_deferred: [],
  };
  for (let number = 1; number <= items; number++) {
    const list = lists[Math.floor(random() * 3)] ?? "items_deferred";
    made[list].push({
      number,
      title: `Unused variable in ${workflow_id} at ${number}`,
      file_path: `src/file-${Math.floor(random() * 500)}.ts`,
      line: 1 + Math.floor(random() * 400),
      reason: `It is read through the registry ${Math.floor(random() * 1e9)}.`,
      original_issue: "The variable is assigned and never read in this scope.",
    });
  }
  return {
    workflow_id,
    summary: "Synthetic",
    agent: "agent-1",
    developer: "developer-1",
    skill: "skill-1",
    ...made,
  };
}

const EVALUATIONS_A_CALL = 100;
const ITEMS = 50;

/** Hands evaluations of 50 findings in as calls of 100, and does what the worker does. @returns seconds. */
async function importMany(fixture: Fixture, findings: number): Promise<number> {
  const as = { actor: fixture.owner };
  const { organization_id } = fixture.owner;
  const started = performance.now();
  let import_id: string | undefined;
  const evaluations = Math.ceil(findings / ITEMS);
  for (let first = 0; first < evaluations; first += EVALUATIONS_A_CALL) {
    const some = Array.from({ length: Math.min(EVALUATIONS_A_CALL, evaluations - first) }, (_, index) =>
      evaluation(`import-${first + index}`, ITEMS, first + index),
    );
    const { id } = await fixture.run(reviewImport, { import_id, evaluations: some }, as);
    import_id = id;
  }
  if (import_id === undefined) throw new Error("nothing was imported");
  await runJob(fixture, "review_import", { organization_id, import_id });
  const seconds = (performance.now() - started) / 1000;
  const { items, findings: stored } = await fixture.run(reviewImportGet, { import_id }, as);
  if (items.stored !== evaluations || stored !== findings)
    throw new Error(`${stored} of ${findings} findings were stored, ${items.skipped} evaluations skipped`);
  return seconds;
}
