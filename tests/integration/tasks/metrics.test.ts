import { expect, it } from "vitest";
import { DAY_MS } from "@/lib/kernel/time";
import * as contract from "@/lib/tasks/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

it("count searches of agents while planning, tasks with and without a pattern, and the time to a solution", async () => {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  await addRepository(database.db, { organization_id, name: "acme/shop" });
  let now = new Date("2026-06-30T12:00:00.000Z");
  const at = { now: () => now };
  const agent = contextOf(database, await organization.agent(), at);
  const person = contextOf(database, await organization.person("lead"), at);
  const metrics = () => run(contract.taskMetricsGet, {}, agent);
  expect(await metrics()).toMatchObject({
    planning_hits_7_days: { n: 0, rate: null },
    failures_with_solution: { n: 0, rate: null },
    time_to_solved: { n: 0, median_hours: null },
    most_used: [],
    most_common: [],
  });

  const task = (task_id: string, status: "passed" | "failed", patterns_used: string[] = []) =>
    run(
      contract.taskRecord,
      { task_id, description: "Sum", status, iterations: [{ number: 1, phase: "planning", patterns_used }] },
      agent,
    );
  await task("first", "passed");
  const { pattern } = await run(
    contract.patternStore,
    {
      task_id: "first",
      problem_type: "sum",
      description: "Sum prices of a cart",
      code: "sum(prices)",
      language: "python",
    },
    agent,
  );
  const id = pattern?.id ?? "";
  now = new Date(now.getTime() - 10 * DAY_MS);
  await run(contract.patternSearch, { query: "sum prices of a cart" }, agent);
  now = new Date(now.getTime() + 10 * DAY_MS);
  await run(contract.patternSearch, { query: "sum prices of a cart" }, agent);
  await run(contract.patternSearch, { query: "rotate an image" }, agent);
  await run(contract.patternSearch, { query: "sum prices of a cart" }, person);
  await run(contract.patternSearch, { query: "sum prices of a cart", phase: "reflecting" }, agent);
  await task("second", "passed", [id]);
  await task("third", "failed", [id]);
  const { failure } = await run(
    contract.failureRecord,
    { output: "KeyError: 'price'", repository: "acme/shop" },
    agent,
  );
  await run(contract.failureRecord, { output: "ValueError: no price" }, agent);
  now = new Date(now.getTime() + DAY_MS / 4);
  await run(contract.failureSolve, { failure_id: failure?.id ?? "", solution: "Skip it." }, agent);

  expect(await metrics()).toMatchObject({
    planning_hits_7_days: { n: 2, successes: 1 },
    planning_hits_30_days: { n: 3, successes: 2 },
    passed_with_pattern: { n: 2, successes: 1, rate: 0.5 },
    passed_without_pattern: { n: 1, successes: 1 },
    most_used: [{ id, uses: 2 }],
    failures_with_solution: { n: 2, successes: 1 },
    time_to_solved: { n: 1, median_hours: 6, low: null },
  });
  expect((await metrics()).most_common).toHaveLength(2);
  const bank = await organization.agent({
    name: "bank",
    repository_ids: [await addRepository(database.db, { organization_id, name: "acme/bank" })],
  });
  const seen = await run(contract.taskMetricsGet, {}, contextOf(database, bank, at));
  expect(seen.failures_with_solution).toMatchObject({ n: 1, successes: 0 });
});
