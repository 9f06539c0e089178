import { describe, expect, it } from "vitest";
import * as contract from "@/lib/memories/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, INVOICE, setUpRepository } from "../citations/support";
import { interrupted, remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const COPY = "packages/core/money.ts";
const FUNCTION = BILLING.split("\n").slice(6, 10).join("\n");
const WITHOUT = BILLING.replace(`${FUNCTION}\n`, "");

/** A memory of a function that was copied in one commit, checked, and deleted from its place in the next. */
async function setUp({ copy = COPY, copied = `// money\n\n${FUNCTION}\n`, left = WITHOUT } = {}) {
  const fixture = await setUpRepository(database, root.path);
  const { lead, git, organization, organization_id } = fixture;
  const bot = contextOf(database, await organization.agent({ types: ["reviewer"] }));
  const { id: memory_id } = await remember(lead, {
    statement: "Invoice numbers are padded with zeros.",
    repository: fixture.repository.name,
    citations: [INVOICE],
  });
  const verify = () => run(contract.memoryVerifyCitations, { memory_id }, lead);
  const current = () => run(contract.memoryGet, { memory_id }, lead);
  const rows = () => database.db.citation.findMany({ where: { organization_id, memory_id } });
  const between = git.commit({ [copy]: copied });
  expect(await verify()).toMatchObject({ valid: true });
  git.commit({ [BILLING_PATH]: left });
  return { ...fixture, bot, memory_id, between, verify, current, rows };
}

describe("a text that was copied first and deleted later", () => {
  it("drifts with the place of the copy, is followed by one step, and comes back by another", async () => {
    const { lead, bot, memory_id, between, verify, current, rows, git } = await setUp();
    expect(await verify()).toMatchObject({ valid: false, status: "drifted" });
    const drifted = await current();
    const [citation] = drifted.citations;
    expect(citation).toMatchObject({
      status: "missing",
      stands_at: { path: COPY, line_start: 3, line_end: 6, since: between },
    });
    const [before] = await rows();
    expect(before?.reason).toContain(`The same text is at ${COPY}:3–6 since commit`);

    const { memory } = await run(contract.memoryFollow, { memory_id, version: drifted.version }, bot);
    expect(memory).toMatchObject({
      status: "active",
      citations: [{ status: "unchanged", path: COPY, line_start: 3, line_end: 6, stands_at: null }],
    });
    expect(await verify()).toMatchObject({ valid: true, status: "active" });

    expect(await run(contract.memoryUndo, { memory_id }, lead)).toMatchObject({
      memory: {
        status: "drifted",
        citations: [{ path: BILLING_PATH, status: "missing", stands_at: { path: COPY } }],
      },
    });
    git.commit({ [BILLING_PATH]: BILLING });
    expect(await verify()).toMatchObject({ valid: true, status: "active" });
    expect((await current()).citations[0]).toMatchObject({ path: BILLING_PATH, stands_at: null });
  });

  it("is not followed once somebody decided against the memory meanwhile", async () => {
    const { lead, memory_id, verify, current } = await setUp();
    await verify();
    const reason = "The importer pads them now.";
    const invalidate = () => run(contract.memoryInvalidate, { memory_id, reason }, lead);
    const context = { ...lead, db: interrupted(database.db, invalidate) };
    await expect(run(contract.memoryFollow, { memory_id }, context)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await current()).toMatchObject({ status: "invalid", citations: [{ path: BILLING_PATH }] });
  });

  it("is followed within its own file too", async () => {
    const { verify, current } = await setUp({
      copy: BILLING_PATH,
      copied: `${BILLING}\n// kept for the importer\n${FUNCTION}\n`,
      left: `${WITHOUT}\n// kept for the importer\n${FUNCTION}\n`,
    });
    expect(await verify()).toMatchObject({ status: "drifted" });
    expect((await current()).citations[0]?.stands_at).toMatchObject({ path: BILLING_PATH });
  });

  it("stays lost where the copy stood before it was cited, or is gone too", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { lead, git } = fixture;
    git.commit({ [COPY]: `// money\n\n${FUNCTION}\n` });
    const { id: memory_id } = await remember(lead, {
      statement: "Invoice numbers are padded with zeros on the left.",
      repository: fixture.repository.name,
      citations: [INVOICE],
    });
    git.commit({ "README.md": "later\n" });
    await run(contract.memoryVerifyCitations, { memory_id }, lead);
    git.commit({ [BILLING_PATH]: WITHOUT });
    expect(await run(contract.memoryVerifyCitations, { memory_id }, lead)).toMatchObject({
      status: "invalid",
    });
    const { citations } = await run(contract.memoryGet, { memory_id }, lead);
    expect(citations[0]).toMatchObject({ status: "missing", stands_at: null });

    const second = await setUp();
    second.git.commit({ [COPY]: "// nothing\n" });
    expect(await second.verify()).toMatchObject({ status: "invalid" });
    await expect(
      run(contract.memoryFollow, { memory_id: second.memory_id }, second.lead),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("comes back from invalid once a check finds the copy", async () => {
    const { verify, current, git } = await setUp();
    const copy = git.git("show", `HEAD:${COPY}`);
    git.commit({ [COPY]: "// nothing\n" });
    expect(await verify()).toMatchObject({ status: "invalid" });
    git.commit({ [COPY]: `${copy}\n` });
    expect(await verify()).toMatchObject({ status: "drifted" });
    expect((await current()).citations[0]?.stands_at).toMatchObject({ path: COPY });
  });
});
