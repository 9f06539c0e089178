import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, EDITED_BILLING, INVOICE, NET, setUpRepository } from "../citations/support";
import { interrupted, remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const BOTH = EDITED_BILLING.replace("gross / (1 + VAT)", "gross / (1 + VAT + 0)");
const GONE = EDITED_BILLING.replace(/export function net[^}]*\}\n/, "");

/** A memory of the invoice function, drifted by an edit of it. */
async function setUp({ citations = [INVOICE], now = EDITED_BILLING } = {}) {
  const fixture = await setUpRepository(database, root.path);
  const { lead, git, organization } = fixture;
  const bot = contextOf(database, await organization.agent({ types: ["reviewer"] }));
  const { id } = await remember(lead, {
    statement: "Invoice numbers are padded with zeros.",
    repository: fixture.repository.name,
    citations,
  });
  const head = git.commit({ [BILLING_PATH]: now });
  const verify = () => run(contract.memoryVerifyCitations, { memory_id: id }, lead);
  const current = () => run(contract.memoryGet, { memory_id: id }, lead);
  const rows = () =>
    database.db.citation.findMany({
      where: { organization_id: fixture.organization_id, memory_id: id },
      orderBy: { position: "asc" },
    });
  await verify();
  return { ...fixture, bot, memory_id: id, head, verify, current, rows };
}

const recite = (
  memory_id: string,
  context: Context,
  more: { version?: number; citation_ids?: string[]; shown_at?: string } = {},
) => run(contract.memoryRecite, { memory_id, ...more }, context);

describe("a memory that is still true of edited lines", () => {
  it("cites them as they are now, is active, and drifts by the next edit alone", async () => {
    const { bot, memory_id, head, verify, current, rows, git } = await setUp();
    const drifted = await current();
    expect(drifted.status).toBe("drifted");
    const { memory } = await recite(memory_id, bot, { version: drifted.version });
    expect(memory).toMatchObject({
      status: "active",
      citations: [{ status: "unchanged", commit_sha: head }],
    });
    const [row] = await rows();
    expect(row?.snippet).toContain("padStart(8");
    expect(row).toMatchObject({ anchor_commit: head, checked_commit: head, commit_sha: head });
    expect(await verify()).toMatchObject({ valid: true, status: "active" });
    git.commit({ [BILLING_PATH]: EDITED_BILLING.replace("padStart(8", "padStart(9") });
    expect(await verify()).toMatchObject({ valid: false, status: "drifted" });
  });

  it("cites what it cited before once that is undone, and keeps both in its history", async () => {
    const { lead, memory_id, current, rows } = await setUp();
    const before = await rows();
    const drifted = await current();
    await recite(memory_id, lead);
    expect(await run(contract.memoryUndo, { memory_id }, lead)).toMatchObject({
      undone: "recited",
      memory: { status: "drifted", status_reason: drifted.status_reason, refreshed_at: drifted.refreshed_at },
    });
    expect(await rows()).toEqual(before);
    const { items } = await run(contract.memoryEventList, { memory_id }, lead);
    expect(items.map(({ type }) => type).slice(0, 2)).toEqual(["restored", "recited"]);
  });

  it("refuses an undo after it was put to other lines again", async () => {
    const { lead, memory_id, verify, git, rows } = await setUp();
    await recite(memory_id, lead);
    const { items } = await run(contract.memoryEventList, { memory_id }, lead);
    git.commit({ [BILLING_PATH]: EDITED_BILLING.replace("padStart(8", "padStart(9") });
    await verify();
    await recite(memory_id, lead);
    const undo = run(contract.memoryUndo, { memory_id, event_id: items[0]?.id }, lead);
    await expect(undo).rejects.toMatchObject({ code: "conflict" });
    expect((await rows())[0]?.snippet).toContain("padStart(9");
  });

  it("stays drifted while other citations of it fail", async () => {
    const { lead, memory_id, rows } = await setUp({ citations: [INVOICE, NET], now: BOTH });
    const [first] = await rows();
    const { memory, notes } = await recite(memory_id, lead, { citation_ids: [first?.id ?? ""] });
    expect(memory).toMatchObject({
      status: "drifted",
      citations: [{ status: "unchanged" }, { status: "edited" }],
    });
    expect(notes.join()).toContain("still edited or missing");
    expect((await recite(memory_id, lead)).memory?.status).toBe("active");
  });
});

describe("is refused", () => {
  it("where the lines are gone, with what to do instead", async () => {
    const { lead, memory_id, rows } = await setUp({ citations: [INVOICE, NET], now: GONE });
    const before = await rows();
    await expect(recite(memory_id, lead)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Supersede"),
    });
    expect(await rows()).toEqual(before);
  });

  it("where the lines hold again, for an old version, and for citations of other memories", async () => {
    const { lead, memory_id, git, current } = await setUp();
    const { version } = await current();
    await expect(recite(memory_id, lead, { version: version - 1 })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(recite(memory_id, lead, { citation_ids: [memory_id] })).rejects.toMatchObject({
      errors: [{ pointer: "/citation_ids" }],
    });
    git.commit({ [BILLING_PATH]: BILLING });
    await expect(recite(memory_id, lead)).rejects.toMatchObject({
      message: expect.stringContaining("refresh"),
    });
  });
});

describe("the lines that were shown", () => {
  it("are cited while they are the same at a later commit, and refused once they differ", async () => {
    const { lead, memory_id, head, git, rows } = await setUp();
    const later = git.commit({ [BILLING_PATH]: `// top\n${EDITED_BILLING}` });
    git.commit({ [BILLING_PATH]: EDITED_BILLING.replace("padStart(8", "padStart(9") });
    await expect(recite(memory_id, lead, { shown_at: head })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("since they were shown"),
    });
    git.git("reset", "--quiet", "--hard", later);
    await recite(memory_id, lead, { shown_at: head });
    const [row] = await rows();
    expect(row).toMatchObject({ commit_sha: later, line_start: 8 });
    expect(row?.snippet).toContain("padStart(8");
  });
});

describe("at a suspicious commit", () => {
  it("is refused while its verdicts are held, and done once a person confirms it", async () => {
    const { lead, bot, memory_id, organization_id, repository_id, head, rows } = await setUp();
    const before = await rows();
    const now = new Date();
    const row = { organization_id, repository_id, commit_sha: head, since: now, found_at: now };
    const id = newId();
    await database.db.suspicious_head.create({ data: { ...row, id, memories: 6, in_service: 10 } });
    for (const who of [bot, lead])
      await expect(recite(memory_id, who)).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("suspicious"),
      });
    expect(await rows()).toEqual(before);
    await run(contract.suspiciousHeadDecide, { head_id: id, decision: "confirm" }, lead);
    expect((await recite(memory_id, bot)).memory?.status).toBe("active");
  });
});

describe("what somebody decided against while it was checked", () => {
  const decisions = {
    invalidated: (memory_id: string, lead: Context) =>
      run(contract.memoryInvalidate, { memory_id, reason: "The numbers are gone." }, lead),
    superseded: (memory_id: string, lead: Context) =>
      run(contract.memorySupersede, { memory_id, statement: "Invoice numbers are not padded." }, lead),
    deleted: (memory_id: string, lead: Context) => run(contract.memoryDelete, { memory_id }, lead),
  };

  async function setUpDecided(decide: (memory_id: string, lead: Context) => Promise<unknown>) {
    const fixture = await setUp();
    const { lead, memory_id, current } = fixture;
    let decided: unknown;
    const db = interrupted(database.db, async () => {
      await decide(memory_id, lead);
      decided = await current();
    });
    const expectDecided = async () => expect(await current()).toEqual(decided);
    return { ...fixture, context: { ...lead, db }, expectDecided };
  }

  it.each(Object.entries(decisions))("stays %s when it is put to other lines", async (_, decide) => {
    const { memory_id, context, expectDecided } = await setUpDecided(decide);
    await expect(recite(memory_id, context)).rejects.toMatchObject({ code: "conflict" });
    await expectDecided();
  });

  it.each(Object.entries(decisions))("stays %s when it is refreshed", async (_, decide) => {
    const { memory_id, context, expectDecided, git } = await setUpDecided(decide);
    git.commit({ [BILLING_PATH]: BILLING });
    const refreshed = run(contract.memoryRefresh, { memory_id }, context);
    await expect(refreshed).rejects.toMatchObject({ code: "conflict" });
    await expectDecided();
  });
});

describe("two at once", () => {
  it("a check of a later commit between has the lines read again", async () => {
    const { lead, memory_id, git, verify, rows } = await setUp();
    const db = interrupted(database.db, async () => {
      git.commit({ [BILLING_PATH]: `// top\n${EDITED_BILLING}` });
      await verify();
    });
    await recite(memory_id, { ...lead, db });
    const [row] = await rows();
    expect(row).toMatchObject({ anchor_line_start: 8, status: "unchanged" });
    const lines = git.git("cat-file", "blob", row?.anchor_blob_oid ?? "").split("\n");
    expect(lines.slice(7, 11).join("\n")).toBe(row?.snippet);
  });

  it("two who say so cite the lines once", async () => {
    const { lead, bot, organization_id, memory_id, rows } = await setUp();
    const db = interrupted(database.db, () => recite(memory_id, bot));
    await expect(recite(memory_id, { ...lead, db })).rejects.toMatchObject({ code: "conflict" });
    expect((await rows())[0]?.snippet).toContain("padStart(8");
    const count = await database.db.memory_event.count({
      where: { organization_id, memory_id, type: "recited" },
    });
    expect(count).toBe(1);
  });
});
