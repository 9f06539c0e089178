import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { markFindingsAddressed } from "@/lib/reviews";
import * as contract from "@/lib/reviews/contract";
import type { Context } from "@/lib/runtime/operation";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

async function fixture() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const context = contextOf(database, await organization.person("lead"));
  const memory = (id: string | null | undefined) =>
    database.db.memory.findUniqueOrThrow({
      where: { organization_id_id: { organization_id, id: id ?? "" } },
    });
  return { organization, organization_id, context, memory };
}

const items = (titles: readonly string[], from = 1) =>
  titles.map((title, index) => ({ number: from + index, title, rule_category: "naming" }));

async function post(context: Context, lists: Record<string, unknown>) {
  return run(
    contract.reviewEvaluate,
    { workflow_id: `pr-${newId()}`, summary: "Reviewed", ...lists },
    context,
  );
}

const ruleOf = async (context: Context, finding_id: string) =>
  (await run(contract.findingGet, { finding_id }, context)).rule_category;
const changesOf = async (context: Context, finding_id: string) =>
  (await run(contract.findingChangeList, { finding_id }, context)).items;

describe("findings put under another rule", () => {
  it("move in bulk as one change, with their rates, memories and history, and back again", async () => {
    const { context, memory } = await fixture();
    const { findings } = await post(context, { items_rejected: items(["A", "B", "C"]) });
    const ids = findings.map(({ id }) => id);
    const [first = "", second = "", third = ""] = ids;
    const unknown = newId();
    const moved = await run(
      contract.findingRecategorise,
      { finding_ids: [first, second, unknown], rule_category: "dead_code", reason: "both are unused" },
      context,
    );
    expect(moved).toMatchObject({ moved: 2, not_moved: [{ finding_id: unknown }] });
    const rates = async () =>
      Object.fromEntries(
        (await run(contract.ruleList, {}, context)).items.map((rule) => [rule.rule_category, rule.rejected]),
      );
    expect(await rates()).toEqual({ naming: 1, dead_code: 2 });
    expect((await memory(findings[0]?.memory_id)).metadata).toMatchObject({ rule_category: "dead_code" });
    expect((await memory(findings[0]?.memory_id)).search_text).toContain("dead_code");
    expect((await memory(findings[2]?.memory_id)).metadata).toMatchObject({ rule_category: "naming" });
    expect(await changesOf(context, first)).toMatchObject([
      {
        change_id: moved.change_id,
        field: "rule_category",
        from: "naming",
        to: "dead_code",
        reason: "both are unused",
        actor: { id: context.actor.id },
        undoes: null,
      },
    ]);
    expect(await changesOf(context, third)).toEqual([]);

    await run(contract.findingUpdate, { finding_id: second, rule_category: "style" }, context);
    const undone = await run(contract.findingChangeUndo, { change_id: moved.change_id ?? "" }, context);
    expect(undone).toMatchObject({ moved: 1, not_moved: [{ finding_id: second }] });
    expect(await Promise.all(ids.map((id) => ruleOf(context, id)))).toEqual(["naming", "style", "naming"]);
    expect((await memory(findings[0]?.memory_id)).metadata).toMatchObject({ rule_category: "naming" });
    expect((await changesOf(context, first)).map(({ undoes }) => undoes)).toEqual([moved.change_id, null]);
  });

  it("leave a memory that several share under the rule of most of them", async () => {
    const { context, memory } = await fixture();
    const { findings } = await post(context, { items_rejected: items(["Same", "Same", "Same"]) });
    const [a, b] = findings;
    const rule = async () => (await memory(a?.memory_id)).metadata;
    await run(contract.findingUpdate, { finding_id: a?.id ?? "", rule_category: "style" }, context);
    expect(await rule()).toMatchObject({ rule_category: "naming" });
    await run(contract.findingUpdate, { finding_id: b?.id ?? "", rule_category: "style" }, context);
    expect(await rule()).toMatchObject({ rule_category: "style" });
  });

  it("stay where they are once a skill version was made from them, or when they may not be seen", async () => {
    const { context, organization, organization_id } = await fixture();
    await addRepository(database.db, { organization_id });
    const { findings } = await post(context, { repo: "acme/shop", items_rejected: items(["A", "B"]) });
    const [first = "", second = ""] = findings.map(({ id }) => id);
    await markFindingsAddressed(database.db, {
      organization_id,
      finding_ids: [first],
      version_id: newId(),
      now: new Date(),
    });
    const move = { finding_ids: [first, second], rule_category: "style" };
    const blind = contextOf(database, await organization.agent({ repository_ids: [newId()] }));
    expect(await run(contract.findingRecategorise, move, blind)).toMatchObject({ change_id: null, moved: 0 });
    const moved = await run(contract.findingRecategorise, move, context);
    expect(moved).toMatchObject({ moved: 1, not_moved: [{ finding_id: first }] });
    const single = run(contract.findingUpdate, { finding_id: first, rule_category: "style" }, context);
    await expect(single).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a finding's disposition", () => {
  it("is corrected to rejected with a memory, and back with the memory withdrawn", async () => {
    const { context, memory } = await fixture();
    const { review, findings } = await post(context, { items_to_implement: items(["Rename it"]) });
    const finding_id = findings[0]?.id ?? "";
    const rejected = await run(
      contract.findingUpdate,
      { finding_id, disposition: "reject", reason: "it is our word" },
      context,
    );
    expect(rejected).toMatchObject({
      disposition: "reject",
      reason: "it is our word",
      memory_id: expect.any(String),
    });
    expect(await memory(rejected.memory_id)).toMatchObject({
      kind: "rejection_pattern",
      status: "active",
      statement: expect.stringContaining("it is our word"),
    });
    expect((await run(contract.reviewGet, { review_id: review.id }, context)).verdict).toBe("approved");

    const undone = await run(contract.findingChangeUndo, { change_id: rejected.change_id ?? "" }, context);
    expect(undone.moved).toBe(1);
    expect(await run(contract.findingGet, { finding_id }, context)).toMatchObject({
      disposition: "implement",
      memory_id: null,
    });
    expect(await memory(rejected.memory_id)).toMatchObject({ status: "invalid" });
    expect((await run(contract.reviewGet, { review_id: review.id }, context)).verdict).toBe("needs_fixes");
  });

  it("has its own reason again when the correction is undone, and the corrected one when that is", async () => {
    const { context } = await fixture();
    const [item] = items(["Rename it"]);
    const { findings } = await post(context, { items_deferred: [{ ...item, reason: "after the release" }] });
    const finding_id = findings[0]?.id ?? "";
    const shown = () => run(contract.findingGet, { finding_id }, context);
    const undo = (change_id: string | null) =>
      run(contract.findingChangeUndo, { change_id: change_id ?? "" }, context);
    const corrected = { finding_id, disposition: "reject", reason: "it is our word" } as const;
    const rejected = await run(contract.findingUpdate, corrected, context);
    const undone = await undo(rejected.change_id);
    expect(await shown()).toMatchObject({ disposition: "defer", reason: "after the release" });
    await undo(undone.change_id);
    expect(await shown()).toMatchObject({ disposition: "reject", reason: "it is our word" });
  });

  it.each([
    ["had none", {}, { reason: "it is our word" }],
    ["was left as it was", { reason: "after the release" }, {}],
  ])("has the reason that it had when that %s", async (_, before, correction) => {
    const { context } = await fixture();
    const [item] = items(["Rename it"]);
    const { findings } = await post(context, { items_deferred: [{ ...item, ...before }] });
    const finding_id = findings[0]?.id ?? "";
    const corrected = { finding_id, disposition: "implement", ...correction } as const;
    const { change_id } = await run(contract.findingUpdate, corrected, context);
    await run(contract.findingChangeUndo, { change_id: change_id ?? "" }, context);
    const { reason } = await run(contract.findingGet, { finding_id }, context);
    expect(reason).toBe(findings[0]?.reason);
  });

  it("is rejected again for its own reason when a correction away from that is undone", async () => {
    const { context, memory } = await fixture();
    const [item] = items(["Rename it"]);
    const { findings } = await post(context, { items_rejected: [{ ...item, reason: "used by plugins" }] });
    const finding_id = findings[0]?.id ?? "";
    const corrected = { finding_id, disposition: "defer", reason: "after the release" } as const;
    const { change_id } = await run(contract.findingUpdate, corrected, context);
    await run(contract.findingChangeUndo, { change_id: change_id ?? "" }, context);
    const { reason, memory_id } = await run(contract.findingGet, { finding_id }, context);
    expect(reason).toBe("used by plugins");
    expect((await memory(memory_id)).statement).toContain("used by plugins");
  });

  it("keeps a memory that another rejected finding still stands behind", async () => {
    const { context, memory } = await fixture();
    const { findings } = await post(context, { items_rejected: items(["Same", "Same"]) });
    await run(contract.findingUpdate, { finding_id: findings[0]?.id ?? "", disposition: "defer" }, context);
    expect(await memory(findings[1]?.memory_id)).toMatchObject({ status: "active" });
  });
});

describe("text of an evaluation", () => {
  it("is stored without secrets and personal data, in the review, its findings and their history", async () => {
    const { context } = await fixture();
    const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const secret = `use ${token} or ask ops@example.com`;
    const { review, findings } = await post(context, {
      summary: secret,
      code_summary: secret,
      issue_summary: secret,
      developer: "dana@example.com",
      items_rejected: [
        {
          number: 1,
          title: secret,
          reason: secret,
          original_issue: secret,
          suggested_fix: secret,
          evidence: secret,
        },
      ],
    });
    const finding_id = findings[0]?.id ?? "";
    await run(
      contract.findingRecategorise,
      { finding_ids: [finding_id], rule_category: "x", reason: secret },
      context,
    );
    await run(contract.findingUpdate, { finding_id, disposition: "defer", reason: secret }, context);
    const where = { organization_id: context.actor.organization_id };
    const kept = JSON.stringify([
      await database.db.review.findMany({ where }),
      await database.db.finding.findMany({ where }),
      await database.db.finding_change.findMany({ where }),
      await database.db.memory.findMany({ where }),
      await database.db.audit_entry.findMany({ where }),
    ]);
    expect(kept).not.toContain(token);
    expect(kept).not.toContain("ops@example.com");
    expect(findings[0]?.title).toBe("use [TOKEN] or ask [EMAIL]");
    // The figures are grouped by who it was.
    expect(review.developer).toBe("dana@example.com");
  });
});
