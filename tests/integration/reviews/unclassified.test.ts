import { expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/reviews/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

async function lead() {
  const organization = await createOrganization(database.db);
  return { organization, context: contextOf(database, await organization.person("lead")) };
}

async function review(context: Context, titles: readonly string[], rule_category?: string) {
  const { findings } = await run(
    contract.reviewEvaluate,
    {
      workflow_id: newId(),
      summary: "Reviewed",
      items_rejected: titles.map((title, number) => ({ number, title, reason: "Fine.", rule_category })),
    },
    context,
  );
  return findings.map((finding) => finding.rule_category);
}

const TIDES = "Zephyr gauge wobbles near the quay";

it("a finding's rule is the caller's, else that of the id in its title, else by the lexicon, else unclassified", async () => {
  const { context } = await lead();
  expect(await review(context, ["SQL injection in search"], "own_rule")).toEqual(["own_rule"]);
  const titles = ["[no-unused-vars] naming of x", "N+1 query", TIDES];
  expect(await review(context, titles)).toEqual(["unused_code", "performance", "unclassified"]);
});

it("what nobody knows waits in groups, and filing a group teaches where titles like it belong", async () => {
  const { organization, context } = await lead();
  await review(context, [TIDES, TIDES, "Zephyr gauge wobbles near quay", "Quux frobs the plugh"]);
  const queue = await run(contract.ruleUnclassified, {}, context);
  expect(queue).toMatchObject({ total: 4 });
  expect(queue.items.map(({ finding_ids, rejected }) => [finding_ids.length, rejected])).toEqual([
    [3, 3],
    [1, 1],
  ]);
  const { finding_ids = [] } = queue.items[0] ?? {};
  const moved = await run(
    contract.findingRecategorise,
    { finding_ids, rule_category: "tide_gauges" },
    context,
  );
  expect(moved).toMatchObject({ moved: 3 });
  expect(await run(contract.ruleUnclassified, {}, context)).toMatchObject({ total: 1 });
  expect(await review(context, ["Zephyr gauge wobbles at the quay"])).toEqual(["tide_gauges"]);

  const elsewhere = await lead();
  expect(await review(elsewhere.context, [TIDES])).toEqual(["unclassified"]);
  const developer = contextOf(database, await organization.person("developer"));
  expect((await run(contract.ruleUnclassified, {}, developer)).rules).toContain("tide_gauges");

  // Undone, it teaches nothing any more.
  await run(contract.findingChangeUndo, { change_id: moved.change_id ?? "" }, context);
  expect(await review(context, [TIDES])).toEqual(["unclassified"]);
});
