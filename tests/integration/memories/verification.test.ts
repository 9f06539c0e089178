import { createHash } from "node:crypto";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as contract from "@/lib/memories/contract";
import { repositoryCheckJob, repositoryCheckRulesJob } from "@/lib/memories/jobs";
import { contextOf, GLOBAL_AGENT_PERMISSIONS, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, EDITED_BILLING, INVOICE, NET, setUpRepository } from "../citations/support";
import { remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const SECRET = "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";

async function setUp(citations = [INVOICE]) {
  const fixture = await setUpRepository(database, root.path);
  const bot = contextOf(
    database,
    await fixture.organization.agent({ types: ["reviewer"], permissions: GLOBAL_AGENT_PERMISSIONS }),
  );
  const convention = {
    kind: "convention" as const,
    metadata: {
      subject: "invoices",
      fact: "Invoice numbers have six digits",
      reason: "The tax office asks for it",
    },
    repository: fixture.repository.name,
    citations,
  };
  const { memory } = await run(contract.memoryStore, convention, bot);
  if (!memory) throw new Error("the convention was not stored");
  const job = partsOf(database);
  const checkAll = async () => {
    await run(contract.repositoryCheck, { repository_id: fixture.repository_id }, fixture.lead);
    await repositoryCheckJob.handle(
      { organization_id: fixture.organization_id, repository_id: fixture.repository_id },
      job,
    );
  };
  const current = () => run(contract.memoryGet, { memory_id: memory.id }, fixture.lead);
  return { ...fixture, bot, convention, memory, memory_id: memory.id, checkAll, current, job };
}

const types = async (fixture: Awaited<ReturnType<typeof setUp>>) =>
  (await run(contract.memoryEventList, { memory_id: fixture.memory_id }, fixture.lead)).items
    .map(({ type }) => type)
    .reverse();

describe("a cited memory", () => {
  it("is stored with its citations read at the head, and found by their path", async () => {
    const { bot, memory, repository } = await setUp();
    expect(memory).toMatchObject({ status: "active", citations: [{ ...INVOICE, status: "unchanged" }] });
    for (const path of [BILLING_PATH, "src", "src/"]) {
      const { items } = await run(contract.memorySearchByPath, { repository: repository.name, path }, bot);
      expect(items.map(({ id }) => id)).toEqual([memory.id]);
    }
    const none = await run(contract.memorySearchByPath, { repository: repository.name, path: "sr" }, bot);
    expect(none.items).toEqual([]);
  });

  it("is stored beside a line so long that it is cut, also within a character", async () => {
    const { git, convention, bot, lead } = await setUp();
    git.commit({ "src/long.ts": `// ${"x".repeat(396)}😀\nexport const cited = readTheSetting();\n` });
    const citations = [{ path: "src/long.ts", line_start: 2, line_end: 2 }];
    const metadata = { ...convention.metadata, fact: "One setting is read" };
    const { memory } = await run(contract.memoryStore, { ...convention, metadata, citations }, bot);
    const stored = await run(contract.memoryGet, { memory_id: memory?.id ?? "" }, lead);
    expect(stored.citations).toMatchObject([{ path: "src/long.ts", status: "unchanged" }]);
  });

  it("is refused with a pointer when a citation does not exist, and nothing is stored", async () => {
    const { bot, convention, lead } = await setUp();
    const wrong = { ...convention, citations: [INVOICE, { ...NET, line_end: 99 }] };
    await expect(run(contract.memoryStoreMany, { memories: [convention, wrong] }, bot)).rejects.toMatchObject(
      {
        errors: [{ pointer: "/memories/1/citations/1/line_end" }],
      },
    );
    expect((await run(contract.memoryList, {}, lead)).items[0]?.observation_count).toBe(1);
  });

  it("keeps only the hashes of a cited text that holds a secret", async () => {
    const { bot, convention, git, lead } = await setUp();
    const line = `export const DEPLOY_TOKEN = "${SECRET}";`;
    git.commit({ "src/deploy.ts": `${line}\n` });
    const citations = [{ path: "src/deploy.ts", line_start: 1, line_end: 1 }];
    const metadata = { ...convention.metadata, fact: "Deploys use a token" };
    const { memory } = await run(contract.memoryStore, { ...convention, metadata, citations }, bot);
    const [citation] = (await run(contract.memoryGet, { memory_id: memory?.id ?? "" }, lead)).citations;
    expect(citation?.snippet).toBeNull();
    const row = await database.db.citation.findFirst({
      where: { organization_id: lead.actor.organization_id, id: citation?.id ?? "" },
    });
    expect(JSON.stringify(row)).not.toContain(SECRET);
    expect(row?.snippet_sha256).toBe(createHash("sha256").update(line).digest("hex"));
  });

  it("keeps nothing of lines that hold a secret since they were edited, and answers nothing of them", async () => {
    const { git, bot, memory_id, checkAll, organization_id, current } = await setUp();
    git.commit({ [BILLING_PATH]: BILLING.replace("String(count)", `String(count + "${SECRET}")`) });
    const verified = await run(contract.memoryVerifyCitations, { memory_id }, bot);
    expect(verified.citations).toMatchObject([{ status: "edited", content: null }]);
    expect(await current()).toMatchObject({ status: "drifted", citations: [{ status: "edited" }] });
    git.commit({ [BILLING_PATH]: BILLING.replace("String(count)", `String(1 + count + "${SECRET}")`) });
    await checkAll();
    const checks = await database.db.citation_check.findMany({
      where: { organization_id, status: "edited" },
    });
    expect(checks.map(({ found_text }) => found_text)).toEqual([null, null]);
  });

  it("keeps nothing of a secret either that stands where its text is cut", async () => {
    const { git, convention, bot, checkAll, organization_id } = await setUp();
    const lines = Array.from({ length: 50 }, (_, at) => `export const setting${at} = 0; //`.padEnd(79, "."));
    // The cut, after 4,096 bytes, leaves too little of it to be known.
    const file = (key: string) =>
      [...lines, `// ${"=".repeat(67)}${key}`, "export const last = 1;"].join("\n");
    git.commit({ "src/settings.ts": file("none") });
    const citations = [{ path: "src/settings.ts", line_start: 1, line_end: 52 }];
    const metadata = { ...convention.metadata, fact: "Fifty settings are read" };
    const { memory } = await run(contract.memoryStore, { ...convention, metadata, citations }, bot);
    const cited = await database.db.citation.findFirst({ where: { organization_id, memory_id: memory?.id } });
    expect(cited?.snippet).toContain("setting0");
    git.commit({ "src/settings.ts": file(SECRET) });
    await checkAll();
    const where = { organization_id, status: "edited" };
    expect(await database.db.citation_check.findMany({ where })).toMatchObject([{ found_text: null }]);
  });

  it("loses what an earlier version kept of such lines, after the upgrade", async () => {
    const { git, checkAll, organization_id, repository_id, job } = await setUp();
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await checkAll();
    const where = { organization_id, status: "edited" };
    await database.db.citation_check.updateMany({ where, data: { found_text: `"${SECRET}"` } });
    git.commit({ [BILLING_PATH]: EDITED_BILLING.replace("padStart(8", "padStart(9") });
    await checkAll();
    await database.db.repository.updateMany({
      where: { organization_id, id: repository_id },
      data: { checked_rules: 3 },
    });
    await repositoryCheckRulesJob.handle({}, job);
    const checks = await database.db.citation_check.findMany({ where, orderBy: { id: "asc" } });
    expect(checks).toMatchObject([
      { found_text: null },
      { found_text: expect.stringContaining("padStart(9") },
    ]);
  });

  it("drifts when its code is edited: not served, in the queue, and found valid again when the edit is undone", async () => {
    const fixture = await setUp();
    const { git, bot, memory_id, lead } = fixture;
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await fixture.checkAll();
    expect(await fixture.current()).toMatchObject({
      status: "drifted",
      status_reason: "src/billing.ts:7–10 is edited",
      citations: [{ status: "edited" }],
    });
    expect((await run(contract.memorySearch, { query: "invoice numbers" }, bot)).items).toEqual([]);
    expect((await run(contract.memoryList, { status: ["drifted"] }, lead)).total).toBe(1);

    const refused = await run(contract.memoryRefresh, { memory_id }, bot);
    expect(refused).toMatchObject({
      stored: false,
      reason: "citations_invalid",
      memory: { status: "drifted" },
    });

    git.commit({ [BILLING_PATH]: BILLING });
    const { memory } = await run(contract.memoryRefresh, { memory_id }, bot);
    expect(memory).toMatchObject({ status: "active", status_reason: null });
    expect(await types(fixture)).toEqual([
      "created",
      "verified_invalid",
      "verified_invalid",
      "verified_valid",
      "refreshed",
    ]);
  });

  it("follows code that moves and files that are renamed, and stays valid", async () => {
    const fixture = await setUp();
    fixture.git.commit({ [BILLING_PATH]: `// money\n// and more\n${BILLING}` });
    await fixture.checkAll();
    expect((await fixture.current()).citations[0]).toMatchObject({
      status: "moved",
      line_start: 9,
      line_end: 12,
    });
    renameSync(join(fixture.git.dir, BILLING_PATH), join(fixture.git.dir, "src/invoices.ts"));
    fixture.git.commit();
    await fixture.checkAll();
    const current = await fixture.current();
    expect(current).toMatchObject({
      status: "active",
      citations: [{ status: "renamed", path: "src/invoices.ts" }],
    });
    for (const path of ["src/invoices.ts", BILLING_PATH]) {
      const input = { repository: fixture.repository.name, path };
      expect((await run(contract.memorySearchByPath, input, fixture.bot)).items).toHaveLength(1);
    }
  });

  it("becomes invalid when every cited place is missing, and drifts while one is left", async () => {
    const fixture = await setUp([INVOICE, NET]);
    fixture.git.commit({ [BILLING_PATH]: BILLING.split("\n").slice(0, 6).join("\n") });
    await fixture.checkAll();
    expect(await fixture.current()).toMatchObject({ status: "drifted" });
    fixture.git.commit({ [BILLING_PATH]: "export {};\n" });
    await fixture.checkAll();
    expect(await fixture.current()).toMatchObject({ status: "invalid" });
    const { memory } = await run(contract.memoryRestore, { memory_id: fixture.memory_id }, fixture.lead);
    expect(memory?.status).toBe("drifted");
  });

  it("is not blamed for a repository that cannot be read", async () => {
    const fixture = await setUp();
    renameSync(fixture.git.dir, `${fixture.git.dir}-away`);
    await fixture.checkAll();
    expect(await fixture.current()).toMatchObject({
      status: "active",
      citations: [{ status: "unreachable" }],
    });
    const verified = await run(contract.memoryVerifyCitations, { memory_id: fixture.memory_id }, fixture.bot);
    expect(verified).toMatchObject({ valid: null, unknown_count: 1, invalid_count: 0, status: "active" });
    const refreshed = await run(contract.memoryRefresh, { memory_id: fixture.memory_id }, fixture.bot);
    expect(refreshed).toMatchObject({ stored: false, reason: "citations_unreachable" });
  });

  it("is verified on demand, with what stands there now; another branch is answered and not recorded", async () => {
    const fixture = await setUp([INVOICE, NET]);
    const { memory_id, git, bot } = fixture;
    git.git("branch", "next");
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    const branch = await run(contract.memoryVerifyCitations, { memory_id, ref: "next" }, bot);
    expect(branch).toMatchObject({ stored: false, valid: true, valid_count: 2, status: "active" });
    const head = await run(contract.memoryVerifyCitations, { memory_id }, bot);
    expect(head).toMatchObject({
      stored: true,
      valid: false,
      valid_count: 1,
      invalid_count: 1,
      status: "drifted",
    });
    expect(head.citations[0]).toMatchObject({ status: "edited", exists: true });
    expect(head.citations[0]?.content).toContain("padStart(8");
    expect(head.citations[0]?.error).not.toBeNull();
    expect(head.citations[1]?.content).toContain("gross / (1 + VAT)");
    await expect(
      run(contract.memoryVerifyCitations, { memory_id, ref: "nowhere" }, bot),
    ).rejects.toMatchObject({
      errors: [{ pointer: "/ref" }],
    });
  });

  it("stored again where its code is now replaces the one whose code a check found gone", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { lead, git, organization, repository } = fixture;
    const bot = contextOf(database, await organization.agent({ types: ["main"] }));
    const note = {
      kind: "decision",
      statement: "Invoice numbers begin with the year.",
      repository: repository.name,
    } as const;
    const old = await remember(lead, { ...note, citations: [INVOICE] });
    git.git("rm", "--quiet", BILLING_PATH);
    git.commit({
      "src/numbers.ts": "export const invoice = (year: number, count: number) => `${year}/${count}`;\n",
    });
    await run(contract.memoryVerifyCitations, { memory_id: old.id }, lead);
    expect(await run(contract.memoryGet, { memory_id: old.id }, lead)).toMatchObject({ status: "invalid" });
    const place = { path: "src/numbers.ts", line_start: 1, line_end: 1 };
    const answer = await run(contract.memoryStore, { ...note, citations: [place] }, bot);
    expect(answer).toMatchObject({
      duplicate_of: null,
      memory: { status: "active", citations: [{ path: "src/numbers.ts", status: "unchanged" }] },
      notes: [`It replaces the invalid memory ${old.id}, which said the same.`],
    });
    // What a person found wrong stays so, with whatever citation.
    const id = answer.memory?.id ?? "";
    await run(contract.memoryInvalidate, { memory_id: id, reason: "We number by berth." }, lead);
    const again = await run(contract.memoryStore, { ...note, citations: [place] }, bot);
    expect(again).toMatchObject({ duplicate_of: id, memory: { status: "invalid" } });
  });

  it("stored again with citations that hold replaces the drifted one", async () => {
    const fixture = await setUp();
    fixture.git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await fixture.checkAll();
    const again = await run(contract.memoryStore, fixture.convention, fixture.bot);
    expect(again).toMatchObject({ duplicate_of: null, memory: { status: "active" } });
    expect(again.memory?.id).not.toBe(fixture.memory_id);
    expect(await fixture.current()).toMatchObject({ status: "superseded", superseded_by: again.memory?.id });
  });

  it("raises quality a little with each check that holds, and counts in the statistics", async () => {
    const fixture = await setUp();
    await run(contract.memoryVerifyCitations, { memory_id: fixture.memory_id }, fixture.bot);
    const current = await fixture.current();
    expect(current.quality).toBeGreaterThan(fixture.memory.quality);
    expect(current.quality).toBeCloseTo(
      current.quality_parts.reduce((sum, { value }) => sum + value, 0),
      3,
    );
    const stats = await run(contract.memoryStats, {}, fixture.lead);
    expect(stats).toMatchObject({ total: 1, cited: 1, verified: 1, verified_share: 1 });
    expect(stats.citations_by_status).toMatchObject({ unchanged: 1, edited: 0 });
    fixture.git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await run(contract.memoryVerifyCitations, { memory_id: fixture.memory_id }, fixture.bot);
    const drifted = await run(contract.memoryStats, {}, fixture.lead);
    expect(drifted).toMatchObject({ total: 1, cited: 1, verified: 0, verified_share: 0 });
  });
});
