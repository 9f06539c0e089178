import { describe, expect, it } from "vitest";
import { auditList } from "@/lib/access/contract";
import { memoryGet, memoryRestore } from "@/lib/memories/contract";
import * as contract from "@/lib/reviews/contract";
import { reviewImportJob } from "@/lib/reviews/jobs";
import type { Context } from "@/lib/runtime/operation";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

const database = testDatabase();

const REJECTED = [
  { number: 1, title: "Unused import", rule_category: "imports", reason: "It is imported for its effect." },
];

const evaluation = (more: Record<string, unknown> = {}) => ({
  workflow_id: "pr-1",
  summary: "One finding, rejected",
  repository: "acme/shop",
  code_summary: "The effects are loaded",
  items_rejected: REJECTED,
  ...more,
});

async function setUp() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  await addRepository(database.db, { organization_id });
  const person = contextOf(database, await organization.person("owner"));
  const isDeleted = async (memory_id: string) =>
    (await run(memoryGet, { memory_id }, person)).deleted_at !== null;
  return { organization, organization_id, person, isDeleted };
}

const figures = async (context: Context) =>
  (await run(contract.ruleList, {}, context)).items.map(({ flagged, rejected }) => ({ flagged, rejected }));

describe("a review that was submitted by mistake", () => {
  it("is taken back with its findings, its rates and its memories, and the audit says so", async () => {
    const { person, isDeleted } = await setUp();
    const { review, findings, memory_ids } = await run(contract.reviewEvaluate, evaluation(), person);
    expect(await figures(person)).toEqual([{ flagged: 1, rejected: 1 }]);
    const reason = "An example; ops@example.com sent it";
    const taken = await run(contract.reviewDelete, { review_id: review.id, reason }, person);
    expect(taken).toEqual({
      review_id: review.id,
      findings: 1,
      memory_ids: expect.arrayContaining([...memory_ids]),
    });
    expect(taken.memory_ids).toHaveLength(2);
    expect(await figures(person)).toEqual([]);
    expect((await run(contract.reviewList, {}, person)).total).toBe(0);
    const finding_id = findings[0]?.id ?? "";
    await expect(run(contract.findingGet, { finding_id }, person)).rejects.toMatchObject({
      code: "not_found",
    });
    for (const id of memory_ids) expect(await isDeleted(id)).toBe(true);
    const [entry] = (await run(auditList, { operation: "review_delete" }, person)).items;
    expect(entry).toMatchObject({
      subject_id: review.id,
      detail: { workflow_id: "pr-1", round: 1, memories: 2 },
    });
    expect(JSON.stringify(entry)).not.toContain("ops@example.com");
  });

  it("is stored again when it is sent again, and its memories can be restored", async () => {
    const { person, isDeleted } = await setUp();
    const first = await run(contract.reviewEvaluate, evaluation(), person);
    await run(contract.reviewDelete, { review_id: first.review.id }, person);
    const [memory_id = ""] = first.memory_ids;
    await run(memoryRestore, { memory_id }, person);
    expect(await isDeleted(memory_id)).toBe(false);
    const again = await run(contract.reviewEvaluate, evaluation(), person);
    expect(again).toMatchObject({ repeated: false, findings: [{ title: "Unused import" }] });
    for (const id of again.memory_ids) expect(await isDeleted(id)).toBe(false);
  });

  it("leaves what other reviews stand behind too", async () => {
    const { person, isDeleted } = await setUp();
    const first = await run(contract.reviewEvaluate, evaluation(), person);
    const second = await run(contract.reviewEvaluate, evaluation({ workflow_id: "pr-2" }), person);
    expect(second.findings[0]?.memory_id).toBe(first.findings[0]?.memory_id);
    await run(contract.reviewDelete, { review_id: first.review.id }, person);
    expect(await isDeleted(second.findings[0]?.memory_id ?? "")).toBe(false);
    expect(await isDeleted(second.review.outcome_memory_id ?? "")).toBe(false);
    expect(await figures(person)).toEqual([{ flagged: 1, rejected: 1 }]);
  });

  it("is stored by a later import of the same", async () => {
    const { person } = await setUp();
    const evaluations = [evaluation()];
    const importOf = async () => {
      const { id } = await run(contract.reviewImport, { evaluations }, person);
      await reviewImportJob.handle(
        { organization_id: person.actor.organization_id, import_id: id },
        partsOf(database, person),
      );
      return run(contract.reviewImportGet, { import_id: id }, person);
    };
    const first = await importOf();
    const [review] = (await run(contract.reviewList, {}, person)).items;
    await run(contract.reviewDelete, { review_id: review?.id ?? "" }, person);
    const { items } = await run(contract.reviewImportItems, { import_id: first.id }, person);
    expect(items).toMatchObject([
      { state: "skipped", review_id: null, because: expect.stringContaining("taken back") },
    ]);
    expect(await importOf()).toMatchObject({ items: { stored: 1 } });
  });

  it("stays once a skill version rests on it, and is nothing that an agent takes back", async () => {
    const { organization, organization_id, person } = await setUp();
    const { review } = await run(contract.reviewEvaluate, evaluation(), person);
    const agent = contextOf(database, await organization.agent());
    const asked = { review_id: review.id };
    await expect(run(contract.reviewDelete, asked, agent)).rejects.toMatchObject({
      code: "permission_denied",
    });
    await database.db.finding.updateMany({ where: { organization_id }, data: { addressed_at: new Date() } });
    await expect(run(contract.reviewDelete, asked, person)).rejects.toMatchObject({ code: "conflict" });
  });
});
