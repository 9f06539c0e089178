import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/reviews/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const setup = (more: Record<string, unknown> = {}) => ({
  workflow_id: `pr-${newId()}`,
  summary: "Reviewed",
  ...more,
});

async function setUp(settings: Record<string, unknown> = {}) {
  const organization = await createOrganization(database.db, settings);
  const { organization_id } = organization;
  const repository_id = await addRepository(database.db, { organization_id });
  const person = contextOf(database, await organization.person("developer"));
  const agent = contextOf(database, await organization.agent({ types: ["main"] }));
  const memories = () => database.db.memory.findMany({ where: { organization_id }, orderBy: { id: "asc" } });
  return { organization_id, repository_id, person, agent, memories };
}

describe("the memories of an evaluation", () => {
  it("are a rejection pattern of each rejected finding, and its outcome", async () => {
    const { person, memories, repository_id } = await setUp();
    const { review, findings, memory_ids } = await run(
      contract.reviewEvaluate,
      setup({
        repository: "acme/shop",
        agent: "review-bot",
        developer: "dana",
        code_summary: "A parser",
        items_to_implement: [{ number: 1, title: "Crash on empty input" }],
        items_rejected: [
          {
            number: 2,
            title: "Unused variable os",
            file_path: "src/a.py",
            line: 3,
            original_issue: "os is never used",
            reason: "re-exported",
          },
        ],
        items_deferred: [{ number: 3, title: "Later" }],
        items_needing_clarification: [{ number: 4, title: "Why?" }],
      }),
      person,
    );
    expect(findings.map((finding) => finding.memory_id !== null)).toEqual([false, true, false, false]);
    expect(memory_ids).toEqual([findings[1]?.memory_id, review.outcome_memory_id]);
    const [pattern, outcome, ...others] = await memories();
    expect(others).toEqual([]);
    expect(pattern).toMatchObject({
      id: findings[1]?.memory_id,
      kind: "rejection_pattern",
      scope: "repository",
      repository_id,
      statement: "Unused variable os (src/a.py:3)\nIssue: os is never used\nRejected: re-exported",
      metadata: {
        pattern_description: "os is never used",
        file_pattern: "**/*.py",
        rule_category: "unused_code",
        evidence: "re-exported",
        file_path: "src/a.py",
        line: 3,
      },
      agent: "review-bot",
      agent_type: "reviewer",
      user: "dana",
      source_kind: "finding",
      source_id: findings[1]?.id,
      created_by_id: person.actor.id,
    });
    expect(outcome).toMatchObject({
      id: review.outcome_memory_id,
      kind: "review_outcome",
      metadata: {
        code_summary: "A parser",
        key_findings: ["Crash on empty input"],
        verdict: "needs_fixes",
        workflow_id: review.workflow_id,
      },
      source_kind: "review",
      source_id: review.id,
    });
  });

  it("are not made while memory is off; the evaluation still counts", async () => {
    const { agent, memories } = await setUp({ enabled: false });
    const body = setup({ code_summary: "A parser", items_rejected: [{ number: 1, title: "Naming" }] });
    const { review, findings, memory_ids } = await run(contract.reviewEvaluate, body, agent);
    expect(memory_ids).toEqual([]);
    expect([review.outcome_memory_id, findings[0]?.memory_id]).toEqual([null, null]);
    expect(await memories()).toEqual([]);
    expect((await run(contract.ruleList, {}, agent)).items[0]?.rejected).toBe(1);
  });

  it("reach the organization where it says so, even when an agent stores them that may not write for all", async () => {
    const { agent, memories } = await setUp({ review_scope: "organization" });
    await run(contract.reviewEvaluate, setup({ items_rejected: [{ number: 1, title: "Naming" }] }), agent);
    expect((await memories()).map((memory) => memory.scope)).toEqual(["global"]);
  });

  it("stay in the repository that was reviewed, if there is one", async () => {
    const { agent, memories } = await setUp();
    const items_rejected = [{ number: 1, title: "Naming" }];
    await run(contract.reviewEvaluate, setup({ repo: "acme/shop", items_rejected }), agent);
    await run(contract.reviewEvaluate, setup({ items_rejected }), agent);
    expect((await memories()).map((memory) => memory.scope)).toEqual(["repository", "agent"]);
  });

  it("of findings that say the same are one memory, observed as often", async () => {
    const { agent, memories } = await setUp();
    const { findings, memory_ids } = await run(
      contract.reviewEvaluate,
      setup({
        items_rejected: [
          { number: 1, title: "Naming", reason: "ours" },
          { number: 2, title: "Naming", reason: "ours" },
        ],
      }),
      agent,
    );
    expect(findings[0]?.memory_id).toBe(findings[1]?.memory_id);
    expect(memory_ids).toHaveLength(1);
    expect((await memories()).map((memory) => memory.observation_count)).toEqual([2]);
  });

  it("are there once when the evaluation is repeated", async () => {
    const { agent, memories } = await setUp();
    const body = setup({ code_summary: "A parser", items_rejected: [{ number: 1, title: "Naming" }] });
    const first = await run(contract.reviewEvaluate, body, agent);
    const again = await run(contract.reviewEvaluate, body, agent);
    expect(again.memory_ids).toEqual(first.memory_ids);
    expect((await memories()).map((memory) => memory.observation_count)).toEqual([1, 1]);
  });

  it("hold no secrets", async () => {
    const { agent, memories } = await setUp();
    const reason = "mail ops@example.com first";
    await run(contract.reviewEvaluate, setup({ items_rejected: [{ number: 1, title: "T", reason }] }), agent);
    expect(
      JSON.stringify((await memories()).map(({ statement, metadata }) => [statement, metadata])),
    ).not.toContain("ops@example.com");
  });

  it("of 500 long rejected findings are all stored", async () => {
    const { agent, memories } = await setUp();
    const long = "\u0001".repeat(10_000);
    const items_rejected = Array.from({ length: 500 }, (_, number) => ({ number, title: `T ${number}` }));
    await run(contract.reviewEvaluate, setup({ items_rejected }), agent);
    await run(
      contract.reviewEvaluate,
      setup({ items_rejected: [{ number: 1, title: "T", reason: long, original_issue: long }] }),
      agent,
    );
    expect(await memories()).toHaveLength(501);
  });
});
