import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/kernel/permissions";
import { contextGet } from "@/lib/recall/contract";
import * as contract from "@/lib/reviews/contract";
import { reviewImportJob } from "@/lib/reviews/jobs";
import type { Context } from "@/lib/runtime/operation";
import {
  addRepository,
  contextOf,
  createOrganization,
  GLOBAL_AGENT_PERMISSIONS,
  run,
  testDatabase,
} from "../../support/database";
import { partsOf } from "../../support/parts";

const database = testDatabase();

const DENIED = { code: "permission_denied" };

let count = 0;

const rejecting = (more: Record<string, unknown> = {}) => {
  count += 1;
  return {
    workflow_id: `pr-${count}`,
    summary: "Reviewed",
    agent: "another-agent",
    code_summary: `The mailer logs tokens, ${count}`,
    items_rejected: [
      {
        number: 1,
        title: "Tokens in the log of the mailer",
        file_path: "src/mail.ts",
        line: 3,
        reason: `Logging tokens is accepted everywhere, ${count}`,
        original_issue: "Secret in log.",
      },
    ],
    ...more,
  };
};

async function setUp() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const shop = await addRepository(database.db, { organization_id, name: "acme/shop" });
  const bank = await addRepository(database.db, { organization_id, name: "acme/bank" });
  const person = contextOf(database, await organization.person("lead"));
  const key = async (options: { repository_ids?: string[]; permissions?: readonly Permission[] } = {}) =>
    contextOf(database, await organization.agent({ name: "key-bot", ...options }));
  const other = contextOf(database, await organization.agent({ name: "another-agent", types: ["reviewer"] }));
  /** Where the memories are that there are by now. */
  const reaches = async () => {
    const memories = await database.db.memory.findMany({
      where: { organization_id },
      orderBy: { id: "asc" },
    });
    return memories.map(({ scope, repository_id, agent }) => ({ scope, repository_id, agent }));
  };
  return { organization, organization_id, shop, bank, person, key, other, reaches };
}

/** What a reviewer is given. */
const packOf = (context: Context) =>
  run(contextGet, { task: "Review tokens in the log of the mailer", agent_type: "reviewer" }, context);

async function store(context: Context, import_id: string) {
  const { organization_id } = context.actor;
  await reviewImportJob.handle({ organization_id, import_id }, partsOf(database, context));
  return run(contract.reviewImportGet, { import_id }, context);
}

const sarif = {
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "lint", rules: [{ id: "no-log" }] } },
      results: [
        {
          ruleId: "no-log",
          message: { text: "Secret in log" },
          locations: [
            { physicalLocation: { artifactLocation: { uri: "src/mail.ts" }, region: { startLine: 3 } } },
          ],
          suppressions: [{ kind: "inSource", status: "accepted", justification: "Fine here" }],
        },
      ],
    },
  ],
};

describe("a review that names no repository, by a key that may not store for all", () => {
  const KEYS: [string, { permissions?: readonly Permission[] }][] = [
    ["as it is made by default", {}],
    ["with reviews:write alone", { permissions: ["reviews:write"] }],
  ];

  it.each(KEYS)("teaches its own agent and nobody else: a key %s", async (_, options) => {
    const { key, other, reaches } = await setUp();
    const { findings } = await run(contract.reviewEvaluate, rejecting(), await key(options));
    expect(findings[0]?.memory_id).toEqual(expect.any(String));
    const own = { scope: "agent", repository_id: null, agent: "key-bot" };
    expect(await reaches()).toEqual([own, own]);
    expect(await packOf(other)).toMatchObject({ outcome: "empty" });
  });

  it("teaches no further when it is imported", async () => {
    const { key, reaches, person } = await setUp();
    const agent = await key();
    const evaluations = await run(contract.reviewImport, { evaluations: [rejecting()] }, agent);
    await store(agent, evaluations.id);
    const analyzed = await run(contract.reviewImportSarif, { sarif, workflow_id: "ci-1" }, agent);
    await run(contract.reviewImportConfirm, { import_id: analyzed.id }, person);
    expect(await store(person, analyzed.id)).toMatchObject({ items: { stored: 1 } });
    expect((await reaches()).map(({ scope, agent: name }) => [scope, name])).toEqual(
      Array.from({ length: 3 }, () => ["agent", "key-bot"]),
    );
  });

  it("teaches no further when its finding is rejected later", async () => {
    const { key, reaches, person } = await setUp();
    const found = { items_rejected: [], items_to_implement: [{ number: 1, title: "Naming" }] };
    const { findings } = await run(
      contract.reviewEvaluate,
      rejecting({ ...found, code_summary: undefined }),
      person,
    );
    const rejected = { finding_id: findings[0]?.id ?? "", disposition: "reject" as const };
    await run(contract.findingUpdate, rejected, await key());
    expect(await reaches()).toEqual([{ scope: "agent", repository_id: null, agent: "key-bot" }]);
  });
});

describe("a review that names no repository, by who may store for all", () => {
  it("teaches everybody", async () => {
    const { key, reaches, person } = await setUp();
    const agent = await key({ permissions: GLOBAL_AGENT_PERMISSIONS });
    await run(contract.reviewEvaluate, rejecting(), person);
    await run(contract.reviewEvaluate, rejecting(), agent);
    const { id } = await run(contract.reviewImport, { evaluations: [rejecting()] }, agent);
    await store(agent, id);
    expect((await reaches()).map(({ scope }) => scope)).toEqual(Array.from({ length: 6 }, () => "global"));
  });
});

describe("a key that is bound to repositories", () => {
  it("submits to the only one that it is bound to, without naming it", async () => {
    const { key, shop, reaches } = await setUp();
    const bound = await key({ repository_ids: [shop] });
    const { review } = await run(contract.reviewEvaluate, rejecting(), bound);
    expect(review.repository?.id).toBe(shop);
    const { id } = await run(contract.reviewImport, { evaluations: [rejecting()] }, bound);
    await store(bound, id);
    const analyzed = { sarif, workflow_id: "ci-1", confirm: true };
    const imported = await run(contract.reviewImportSarif, analyzed, bound);
    expect(imported.repository?.id).toBe(shop);
    await store(bound, imported.id);
    expect((await reaches()).map(({ scope, repository_id }) => [scope, repository_id])).toEqual(
      Array.from({ length: 5 }, () => ["repository", shop]),
    );
  });

  it("names one of them where they are several", async () => {
    const { key, shop, bank, reaches } = await setUp();
    const bound = await key({ repository_ids: [shop, bank] });
    const refused = { code: "invalid_input", message: expect.stringMatching(/^\/repository: is missing/) };
    await expect(run(contract.reviewEvaluate, rejecting(), bound)).rejects.toMatchObject(refused);
    const analyzed = run(contract.reviewImportSarif, { sarif, workflow_id: "ci-1" }, bound);
    await expect(analyzed).rejects.toMatchObject(refused);
    const evaluations = [rejecting(), rejecting({ repository: "acme/bank" })];
    const { id } = await run(contract.reviewImport, { evaluations }, bound);
    expect(await store(bound, id)).toMatchObject({ items: { skipped: 1, stored: 1 } });
    const { items } = await run(contract.reviewImportItems, { import_id: id, state: ["skipped"] }, bound);
    expect(items[0]?.because).toMatch(/\/repository: is missing/);
    expect((await reaches()).map(({ repository_id }) => repository_id)).toEqual([bank, bank]);
  });

  it("reads what belongs to no repository and changes nothing of it", async () => {
    const { key, shop, person } = await setUp();
    const bound = await key({ repository_ids: [shop] });
    const { findings } = await run(contract.reviewEvaluate, rejecting(), person);
    const finding_id = findings[0]?.id ?? "";
    expect(await run(contract.findingGet, { finding_id }, bound)).toMatchObject({ id: finding_id });
    const other = { finding_id, disposition: "implement" as const };
    await expect(run(contract.findingUpdate, other, bound)).rejects.toMatchObject(DENIED);
    const move = { finding_ids: [finding_id], rule_category: "style" };
    expect(await run(contract.findingRecategorise, move, bound)).toMatchObject({
      moved: 0,
      not_moved: [{ finding_id, reason: expect.stringContaining("bound to repositories") }],
    });
    const { change_id } = await run(contract.findingUpdate, other, person);
    const undone = await run(contract.findingChangeUndo, { change_id: change_id ?? "" }, bound);
    expect(undone).toMatchObject({ moved: 0 });
    const draft = await run(contract.reviewImportSarif, { sarif, workflow_id: "ci-1" }, person);
    const confirmed = run(contract.reviewImportConfirm, { import_id: draft.id }, bound);
    await expect(confirmed).rejects.toMatchObject(DENIED);
    const corrected = { import_id: draft.id, items: [{ position: 0, leave_out: true }] };
    await expect(run(contract.reviewImportCorrect, corrected, bound)).rejects.toMatchObject(DENIED);
  });
});
