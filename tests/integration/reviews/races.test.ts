import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as memories from "@/lib/memories/contract";
import * as contract from "@/lib/reviews/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { sessionBeside } from "../../support/row-locks";
import { interrupted } from "../memories/support";

/** Two who decide about findings at once. */

const database = testDatabase();

async function setUp(list: "items_to_implement" | "items_rejected", count = 1) {
  const organization = await createOrganization(database.db);
  const ann = contextOf(database, await organization.person("lead", `ann-${newId().slice(-5)}`));
  const bob = contextOf(database, await organization.person("lead", `bob-${newId().slice(-5)}`));
  const items = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    title: "Same",
    rule_category: list === "items_rejected" ? "naming" : `rule_${index}`,
    reason: "our word",
  }));
  const evaluation = { workflow_id: newId(), summary: "Reviewed", [list]: items };
  const { review, findings } = await run(contract.reviewEvaluate, evaluation, ann);
  const [first, second] = findings.map(({ id }) => id);
  const update = (finding_id: string | undefined, disposition: contract.Disposition, context = ann) =>
    run(contract.findingUpdate, { finding_id: finding_id ?? "", disposition, reason: "our word" }, context);
  const get = (finding_id: string | undefined) =>
    run(contract.findingGet, { finding_id: finding_id ?? "" }, ann);
  return { ann, bob, review, first, second, update, get };
}

it("a finding that is set to implement while somebody rejects it is rejected with its memory", async () => {
  const { ann, bob, first, update, get } = await setUp("items_rejected");
  const slow = { ...bob, db: interrupted(database.db, () => update(first, "implement", ann)) };
  await update(first, "reject", slow);
  const finding = await get(first);
  expect(finding).toMatchObject({ disposition: "reject", memory_id: expect.any(String) });
});

it("a finding that is rejected while a change of it is undone is not moved", async () => {
  const { ann, bob, first, update, get } = await setUp("items_rejected");
  const { change_id } = await update(first, "implement");
  const slow = { ...bob, db: interrupted(database.db, () => update(first, "reject", ann)) };
  const undone = await run(contract.findingChangeUndo, { change_id: change_id ?? "" }, slow);
  expect(undone).toMatchObject({ moved: 0, not_moved: [{ finding_id: first }] });
  expect(await get(first)).toMatchObject({ disposition: "reject", memory_id: expect.any(String) });
});

describe.skipIf(!process.env.DATABASE_URL)("two decisions at once", () => {
  it("that leave a memory without a rejected finding withdraw it", async () => {
    const { ann, bob, first, second, update, get } = await setUp("items_rejected", 2);
    const memory_id = (await get(first)).memory_id ?? "";
    expect((await get(second)).memory_id).toBe(memory_id);
    const other = await sessionBeside(database);
    await other.query("lock table finding in share mode");
    const work = [update(first, "implement", ann), update(second, "implement", bob)];
    await other.untilWaiting(2);
    await other.release();
    await Promise.all(work);
    expect((await run(memories.memoryGet, { memory_id }, ann)).status).toBe("invalid");
  });

  it("about one finding are in its history as they happened, one after the other", async () => {
    const { ann, bob, first, update, get } = await setUp("items_to_implement");
    const other = await sessionBeside(database);
    await other.query("select 1 from finding where id = $1 for update", [first]);
    const rejecting = update(first, "reject", ann);
    await other.untilWaiting(1);
    const deferring = update(first, "defer", bob);
    await other.untilWaiting(2);
    await other.release();
    await Promise.all([rejecting, deferring]);
    const { items } = await run(contract.findingChangeList, { finding_id: first ?? "" }, ann);
    const [last, before] = items;
    expect(items).toHaveLength(2);
    expect(last?.from).toBe(before?.to);
    expect((await get(first)).disposition).toBe(last?.to);
  });

  it("about the rule of one finding are in its history as they happened", async () => {
    const { ann, bob, first, get } = await setUp("items_rejected");
    const move = (rule_category: string, context = ann) =>
      run(contract.findingRecategorise, { finding_ids: [first ?? ""], rule_category }, context);
    const other = await sessionBeside(database);
    await other.query("select 1 from finding where id = $1 for update", [first]);
    const work = [move("style"), move("dead_code", bob)];
    await other.untilWaiting(2);
    await other.release();
    await Promise.all(work);
    const { items } = await run(contract.findingChangeList, { finding_id: first ?? "" }, ann);
    expect(items[0]?.from).toBe(items[1]?.to);
    const { rule_category, memory_id } = await get(first);
    const memory = await run(memories.memoryGet, { memory_id: memory_id ?? "" }, ann);
    expect([rule_category, memory.metadata.rule_category]).toEqual([items[0]?.to, items[0]?.to]);
  });

  it("about the findings of one review have its verdict follow both", async () => {
    const { ann, bob, review, first, second, update } = await setUp("items_to_implement", 2);
    const other = await sessionBeside(database);
    await other.query("select 1 from review where id = $1 for update", [review.id]);
    const work = [update(first, "defer", ann), update(second, "defer", bob)];
    await other.untilWaiting(2);
    await other.release();
    await Promise.all(work);
    const after = await run(contract.reviewGet, { review_id: review.id }, ann);
    expect(after.verdict).toBe("approved");
  });
});
