import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/reviews/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

type Item = { number: number; title: string; [field: string]: unknown };
const item = (number: number, title = `Finding ${number}`, more: Record<string, unknown> = {}) =>
  ({ number, title, ...more }) satisfies Item;

const evaluation = (params: Record<string, unknown> = {}) => ({
  workflow_id: `pr-${newId()}`,
  summary: "Reviewed",
  ...params,
});

async function lead() {
  const organization = await createOrganization(database.db);
  return { organization, context: contextOf(database, await organization.person("lead")) };
}

describe("an evaluation", () => {
  it("is stored whole: the review with its counts, and each finding under its rule", async () => {
    const { organization, context } = await lead();
    await addRepository(database.db, { organization_id: organization.organization_id, name: "acme/shop" });
    const input = evaluation({
      repo: "acme/shop",
      agent: "review-bot",
      developer: "dana",
      skill: "code-review",
      reviewed_at: "2026-01-02T03:04:05.678Z",
      verdict: "approved",
      items_to_implement: [
        item(2, "Missing type hint", { file_path: "a.ts", line: 3, suggested_fix: "add" }),
      ],
      items_rejected: [
        item(1, "Unused variable", { reason: "kept on purpose", original_issue: "never used" }),
      ],
      items_deferred: [item(3, "Slow loop", { rule_category: "performance" })],
      items_needing_clarification: [item(4, "Is this right?", { disposition: "clarify" })],
    });
    const { review, findings, repeated } = await run(contract.reviewEvaluate, input, context);

    expect(repeated).toBe(false);
    expect(review).toMatchObject({
      workflow_id: input.workflow_id,
      round: 1,
      repository: { name: "acme/shop" },
      verdict: "needs_fixes",
      agent: "review-bot",
      developer: "dana",
      skill: "code-review",
      counts: { implement: 1, reject: 1, defer: 1, clarify: 1 },
      reviewed_at: "2026-01-02T03:04:05.678Z",
    });
    expect(findings.map((finding) => [finding.number, finding.disposition, finding.rule_category])).toEqual([
      [1, "reject", "unused_code"],
      [2, "implement", "type_hints"],
      [3, "defer", "performance"],
      [4, "clarify", "unclassified"],
    ]);
    expect(findings[1]).toMatchObject({
      file_path: "a.ts",
      line: 3,
      file_pattern: "**/*.{ts,tsx}",
      suggested_fix: "add",
      agent: "review-bot",
      found_at: "2026-01-02T03:04:05.678Z",
    });
    expect(await run(contract.reviewGet, { review_id: review.id }, context)).toEqual({ ...review, findings });
  });

  it("keeps HTML and control characters as text", async () => {
    const { context } = await lead();
    const title = '<script>alert("x")</script>\u0007\u001b[31m\r\n\u202e';
    const { findings } = await run(
      contract.reviewEvaluate,
      evaluation({ items_to_implement: [item(1, title)] }),
      context,
    );
    expect(findings[0]?.title).toBe(title);
  });

  it("answers the same body with the first result, and another body with a conflict", async () => {
    const { context } = await lead();
    const input = evaluation({ code_summary: "A parser", items_rejected: [item(1), item(2)] });
    const first = await run(contract.reviewEvaluate, input, context);
    const second = await run(contract.reviewEvaluate, input, context);
    expect(second).toEqual({ ...first, repeated: true });

    const other = run(contract.reviewEvaluate, { ...input, summary: "Changed" }, context);
    await expect(other).rejects.toMatchObject({ code: "conflict" });
    const next = await run(contract.reviewEvaluate, { ...input, round: 2 }, context);
    expect(next.repeated).toBe(false);
    expect((await run(contract.reviewList, { workflow_id: input.workflow_id }, context)).total).toBe(2);
  });

  it("posted twice at once is stored once, and both get the same answer", async () => {
    const { context } = await lead();
    const input = evaluation({ code_summary: "A parser", items_rejected: [item(1), item(2), item(3)] });
    const answers = await Promise.all([1, 2, 3].map(() => run(contract.reviewEvaluate, input, context)));
    expect(answers.map((answer) => answer.repeated).sort()).toEqual([false, true, true]);
    const [first, ...others] = answers.map(({ repeated: _, ...answer }) => answer);
    for (const other of others) expect(other).toEqual(first);
    expect((await run(contract.findingList, {}, context)).total).toBe(3);
  });

  it("posted at once with two bodies keeps one and refuses the other", async () => {
    const { context } = await lead();
    const input = evaluation({ items_rejected: [item(1)] });
    const results = await Promise.allSettled(
      ["a", "b"].map((summary) => run(contract.reviewEvaluate, { ...input, summary }, context)),
    );
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find((result) => result.status === "rejected")?.reason).toMatchObject({
      code: "conflict",
    });
    expect((await run(contract.findingList, {}, context)).total).toBe(1);
  });

  it("of 500 findings is stored, one of 501 is refused with nothing kept", async () => {
    const { context } = await lead();
    const items = Array.from({ length: 501 }, (_, index) => item(index));
    const refused = run(contract.reviewEvaluate, evaluation({ items_deferred: items }), context);
    await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
    expect((await run(contract.reviewList, {}, context)).total).toBe(0);

    const stored = await run(
      contract.reviewEvaluate,
      evaluation({ items_deferred: items.slice(0, 500) }),
      context,
    );
    expect(stored.findings).toHaveLength(500);
  });

  it("names the field that is wrong", async () => {
    const { context } = await lead();
    const pointers = async (params: Record<string, unknown>) => {
      const failure = await run(contract.reviewEvaluate, evaluation(params), context).catch(
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code: "invalid_input" });
      if (failure instanceof Object && "errors" in failure) return failure.errors;
      return undefined;
    };
    const at = (pointer: string) => expect.objectContaining({ pointer });
    expect(await pointers({ items_rejected: [item(1)], items_deferred: [item(1)] })).toEqual([
      at("/items_deferred/0/number"),
    ]);
    expect(await pointers({ items_rejected: [item(1, "T", { disposition: "wontfix" })] })).toEqual([
      at("/items_rejected/0/disposition"),
    ]);
    expect(await pointers({ items_rejected: [item(1, "x".repeat(10_240))] })).toEqual([
      at("/items_rejected/0/title"),
    ]);
    expect(await pointers({ items_rejected: [item(1, "a\u0000b")] })).toEqual([
      at("/items_rejected/0/title"),
    ]);
    expect(await pointers({ repository: "acme/unknown" })).toEqual([at("/repository")]);
    expect(await pointers({ repo: "acme/unknown" })).toEqual([at("/repo")]);
    expect(await pointers({ reviewed_at: new Date(Date.now() + 3_600_000).toISOString() })).toEqual([
      at("/reviewed_at"),
    ]);
    expect(await pointers({ reviewed_at: "0001-01-01T00:00:00Z" })).toEqual([at("/reviewed_at")]);
    expect(await pointers({ surprise: 1 })).toEqual([at("/surprise")]);
  });
});

describe("reviews and findings", () => {
  it("of another organization are not found", async () => {
    const ours = await lead();
    const theirs = await lead();
    const { review, findings } = await run(
      contract.reviewEvaluate,
      evaluation({ items_rejected: [item(1)] }),
      theirs.context,
    );
    const finding_id = findings[0]?.id ?? "";
    const missing = { code: "not_found" };
    await expect(run(contract.reviewGet, { review_id: review.id }, ours.context)).rejects.toMatchObject(
      missing,
    );
    await expect(run(contract.findingGet, { finding_id }, ours.context)).rejects.toMatchObject(missing);
    await expect(
      run(contract.findingUpdate, { finding_id, rule_category: "naming" }, ours.context),
    ).rejects.toMatchObject(missing);
    expect((await run(contract.reviewList, {}, ours.context)).total).toBe(0);
    expect((await run(contract.findingList, { review_id: review.id }, ours.context)).total).toBe(0);
  });

  it("of a repository a key is not bound to are neither shown nor counted", async () => {
    const { organization, context } = await lead();
    const { organization_id } = organization;
    await addRepository(database.db, { organization_id, name: "acme/hidden" });
    const shown = await addRepository(database.db, { organization_id, name: "acme/shown" });
    const agent = contextOf(database, await organization.agent({ repository_ids: [shown] }));
    const rejected = (repository?: string) => evaluation({ repository, items_rejected: [item(1, "Naming")] });
    const hidden = await run(contract.reviewEvaluate, rejected("acme/hidden"), context);
    await run(contract.reviewEvaluate, rejected("acme/shown"), context);
    await run(contract.reviewEvaluate, rejected(), context);

    expect((await run(contract.findingList, {}, agent)).total).toBe(2);
    expect((await run(contract.reviewList, {}, agent)).total).toBe(2);
    expect((await run(contract.ruleList, {}, agent)).items[0]?.flagged).toBe(2);
    expect((await run(contract.ruleSeries, {}, agent)).series[0]?.flagged).toBe(2);
    const absent = { code: "not_found" };
    await expect(run(contract.reviewGet, { review_id: hidden.review.id }, agent)).rejects.toMatchObject(
      absent,
    );
    await expect(run(contract.reviewEvaluate, rejected("acme/hidden"), agent)).rejects.toMatchObject(absent);
    await expect(run(contract.ruleList, { repository: "acme/hidden" }, agent)).rejects.toMatchObject(absent);
  });

  it("are paged with the true total, each once, also when many share a time", async () => {
    const { context } = await lead();
    await run(
      contract.reviewEvaluate,
      evaluation({ items_deferred: Array.from({ length: 7 }, (_, index) => item(index)) }),
      context,
    );
    await run(
      contract.reviewEvaluate,
      evaluation({ items_deferred: [item(9)], reviewed_at: "2026-01-01T00:00:00.001Z" }),
      context,
    );
    const numbers: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await run(contract.findingList, { limit: 3, cursor }, context);
      expect(page.total).toBe(8);
      numbers.push(...page.items.map((finding) => finding.number));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(numbers).toEqual([6, 5, 4, 3, 2, 1, 0, 9]);

    const first = await run(contract.reviewList, { limit: 1 }, context);
    const second = await run(contract.reviewList, { limit: 1, cursor: first.next_cursor ?? "" }, context);
    expect([first.items[0]?.counts.defer, second.items[0]?.counts.defer]).toEqual([7, 1]);
    expect(second.next_cursor).toBeNull();
  });

  it("can be filtered by every field", async () => {
    const { context } = await lead();
    await run(
      contract.reviewEvaluate,
      evaluation({
        agent: "bot",
        developer: "dana",
        skill: "review",
        reviewed_at: "2026-01-10T00:00:00Z",
        items_rejected: [item(1, "Unused x", { file_path: "src/my_mod/a.py" })],
        items_to_implement: [item(2, "Naming", { file_path: "src/myXmod/a.py" })],
      }),
      context,
    );
    await run(
      contract.reviewEvaluate,
      evaluation({ reviewed_at: "2026-02-10T00:00:00Z", items_deferred: [item(3, "Docs")] }),
      context,
    );
    const found = async (filters: Record<string, unknown>) =>
      (await run(contract.findingList, filters, context)).items.map((finding) => finding.number).sort();
    expect(await found({ agent: "bot" })).toEqual([1, 2]);
    expect(await found({ developer: "dana", disposition: ["reject", "defer"] })).toEqual([1]);
    expect(await found({ skill: "other" })).toEqual([]);
    expect(await found({ rule_category: ["naming", "documentation"] })).toEqual([2, 3]);
    expect(await found({ path: "src/my_mod" })).toEqual([1]);
    expect(await found({ path: "src/my" })).toEqual([1, 2]);
    expect(await found({ path: "%" })).toEqual([]);
    expect(
      await found({ found_after: "2026-01-10T00:00:00Z", found_before: "2026-02-10T00:00:00Z" }),
    ).toEqual([1, 2]);
    expect(await found({ found_after: "0001-01-01T00:00:00Z" })).toEqual([1, 2, 3]);
    expect(await found({ addressed: true })).toEqual([]);
    expect(await found({ addressed: false })).toEqual([1, 2, 3]);
    const reviews = await run(contract.reviewList, { verdict: ["approved"] }, context);
    expect(reviews.items.map((review) => review.counts.defer)).toEqual([1]);
  });

  it("can be put under another rule, which the audit keeps", async () => {
    const { context } = await lead();
    const { findings, review } = await run(
      contract.reviewEvaluate,
      evaluation({ items_rejected: [item(1, "Unused x")] }),
      context,
    );
    const finding_id = findings[0]?.id ?? "";
    const { change_id, ...updated } = await run(
      contract.findingUpdate,
      { finding_id, rule_category: "dead_code" },
      context,
    );
    expect([updated.rule_category, change_id]).toEqual(["dead_code", expect.any(String)]);
    expect(await run(contract.findingGet, { finding_id }, context)).toEqual({ ...updated, review });
    const [entry] = await database.db.audit_entry.findMany({
      where: { organization_id: context.actor.organization_id, operation: "finding_update" },
    });
    expect(entry).toMatchObject({
      subject_id: finding_id,
      detail: { before: { rule_category: "unused_code" }, after: { rule_category: "dead_code" } },
    });
  });
});
