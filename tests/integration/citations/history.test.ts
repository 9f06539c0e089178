import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as contract from "@/lib/citations/contract";
import * as memories from "@/lib/memories/contract";
import { repositoryCheckJob } from "@/lib/memories/jobs";
import { run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { BILLING, BILLING_PATH, EDITED_BILLING, INVOICE, setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

/** A memory that cites how invoices are numbered, and what brings the repository to a state and checks it. */
async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const memory = await remember(fixture.lead, {
    statement: "Invoice numbers have six digits.",
    repository: fixture.repository.name,
    citations: [INVOICE],
  });
  const citation_id = memory.citations[0]?.id ?? "";
  const check = async (now = new Date()) => {
    await run(memories.repositoryCheck, { repository_id: fixture.repository_id }, fixture.lead);
    await repositoryCheckJob.handle(
      { organization_id: fixture.organization_id, repository_id: fixture.repository_id },
      partsOf(database, { now: () => now }),
    );
  };
  const changes = (input: object = {}) =>
    run(contract.verdictChangeList, { repository_id: fixture.repository_id, ...input }, fixture.lead);
  const drift = async (days = 7) =>
    (await run(contract.repositoryDriftGet, { repository_id: fixture.repository_id, days }, fixture.lead))
      .points;
  const coverage = (folder?: string) =>
    run(
      contract.repositoryCoverageList,
      { repository_id: fixture.repository_id, ...(folder === undefined ? {} : { folder }) },
      fixture.lead,
    );
  return { ...fixture, memory, citation_id, check, changes, drift, coverage };
}

describe("the history of a citation", () => {
  it("tells checks in a row that found the same as one stop, and follows commits and paths", async () => {
    const { git, lead, citation_id, check, first_commit } = await setUp();
    await check();
    await check();
    renameSync(join(git.dir, BILLING_PATH), join(git.dir, "src/invoices.ts"));
    const renamed = git.commit({});
    await check();
    const edited = git.commit({ "src/invoices.ts": EDITED_BILLING });
    await check();
    await check();

    const { runs, total, checks } = await run(contract.citationHistoryList, { citation_id }, lead);
    expect(runs.map(({ status, path }) => [status, path])).toEqual([
      ["edited", "src/invoices.ts"],
      ["renamed", "src/invoices.ts"],
      ["unchanged", BILLING_PATH],
    ]);
    expect(runs.map(({ first_commit }) => first_commit)).toEqual([edited, renamed, first_commit]);
    expect(total).toBe(3);
    expect(checks).toBe(runs.reduce((sum, stop) => sum + stop.checks, 0));
  });

  it("shows any check's text as cited and as that check saw it, also after the code changed again", async () => {
    const { git, lead, citation_id, check } = await setUp();
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await check();
    git.commit({ [BILLING_PATH]: "export const nothing = 0;\n" });
    await check();
    const { runs } = await run(contract.citationHistoryList, { citation_id }, lead);
    const edited = runs.find(({ status }) => status === "edited");
    const seen = await run(contract.citationCheckGet, { citation_id, check_id: edited?.last.id ?? "" }, lead);
    expect(seen.was?.text).toContain('padStart(6, "0")');
    expect(seen.now?.text).toContain('padStart(8, "0")');
    const missing = runs.find(({ status }) => status === "missing");
    const gone = await run(
      contract.citationCheckGet,
      { citation_id, check_id: missing?.last.id ?? "" },
      lead,
    );
    expect(gone.now).toBeNull();
  });

  it("holds an outage once, also of a citation that keeps its verdict through it", async () => {
    const { git, lead, citation_id, check } = await setUp();
    const outage = async () => {
      renameSync(git.dir, `${git.dir}-away`);
      for (let times = 0; times < 3; times += 1) await check();
      renameSync(`${git.dir}-away`, git.dir);
    };
    const found = async () =>
      (await run(contract.citationCheckList, { citation_id }, lead)).items.map(({ status }) => status);
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await check();
    await outage();
    expect(await found()).toEqual(["unreachable", "edited", "unchanged"]);
    git.commit({ [BILLING_PATH]: `${EDITED_BILLING}// more\n` });
    await check();
    await outage();
    expect(await found()).toEqual(["unreachable", "edited", "unreachable", "edited", "unchanged"]);
  });

  it("does not show another citation's check", async () => {
    const one = await setUp();
    const other = await setUp();
    const { items } = await run(contract.citationCheckList, { citation_id: other.citation_id }, other.lead);
    await expect(
      run(
        contract.citationCheckGet,
        { citation_id: one.citation_id, check_id: items[0]?.id ?? "" },
        one.lead,
      ),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("drift over time", () => {
  it("counts a citation that turned, one that held again, and one whose memory was decided on", async () => {
    const { git, lead, memory, check, drift, changes } = await setUp();
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await check();
    await check();
    expect((await drift()).at(-1)).toMatchObject({ turned: 1, recovered: 0, failing: 1, known: 1 });
    expect(await changes()).toMatchObject({
      total: 1,
      items: [{ turned: "failing", citation: { path: BILLING_PATH } }],
    });

    git.commit({ [BILLING_PATH]: BILLING });
    await check();
    expect((await drift()).at(-1)).toMatchObject({ turned: 1, recovered: 1, failing: 0, known: 1 });

    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await check();
    await run(memories.memoryInvalidate, { memory_id: memory.id, reason: "Eight digits now." }, lead);
    expect((await drift()).at(-1)).toMatchObject({ turned: 2, recovered: 1, failing: 0, known: 0 });
    expect((await changes({ turned: "failing" })).total).toBe(2);
    expect((await changes({ before: "2020-01-01T00:00:00.000Z" })).total).toBe(0);
  });

  it("counts and lists what the first check finds failing, as it held when it was cited", async () => {
    const { git, lead, first_commit, repository, check, drift, changes } = await setUp();
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await remember(lead, {
      statement: "Invoice numbers are padded with zeros on the left.",
      repository: repository.name,
      citations: [{ ...INVOICE, sha: first_commit }],
    });
    await check();
    const { turned, failing } = (await drift()).at(-1) ?? {};
    expect({ turned, failing }).toEqual({ turned: 2, failing: 2 });
    expect((await changes()).total).toBe(2);
  });

  it("fails again once new lines are taken back that were cited", async () => {
    const { git, lead, memory, check, drift, changes } = await setUp();
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await check();
    await run(memories.memoryRecite, { memory_id: memory.id }, lead);
    expect((await drift()).at(-1)).toMatchObject({ turned: 1, recovered: 1, failing: 0 });
    await run(memories.memoryUndo, { memory_id: memory.id }, lead);
    expect((await drift()).at(-1)).toMatchObject({ turned: 2, recovered: 1, failing: 1 });
    expect((await changes()).total).toBe(3);
  });

  it("pages through the changes without losing or repeating one", async () => {
    const { git, check, changes } = await setUp();
    for (const text of [EDITED_BILLING, BILLING, EDITED_BILLING, BILLING, EDITED_BILLING]) {
      git.commit({ [BILLING_PATH]: text });
      await check();
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await changes({ limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(5);
      seen.push(...page.items.map((change) => change.check.id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(5);
  });

  it("is empty, and known as such, before anything was checked", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { points } = await run(
      contract.repositoryDriftGet,
      { repository_id: fixture.repository_id, days: 90 },
      fixture.lead,
    );
    expect(points).toHaveLength(13);
    // Weeks from Monday, the last one under way.
    expect(new Set(points.map(({ from }) => new Date(from).getUTCDay()))).toEqual(new Set([1]));
    expect(Date.parse(points.at(-1)?.to ?? "")).toBeGreaterThan(Date.now());
    expect(points.every(({ known, turned }) => known === 0 && turned === 0)).toBe(true);
  });
});

describe("coverage by folder", () => {
  it("says what is cited where, out of how many files, and lists folders that nothing cites", async () => {
    const { git, lead, repository, coverage } = await setUp();
    git.commit({ "src/tax/vat.ts": "export const VAT = 1;\n", "docs/a.md": "a\n", "100%_x/b.md": "b\n" });
    await remember(lead, {
      statement: "VAT is one.",
      repository: repository.name,
      citations: [{ path: "src/tax/vat.ts", line_start: 1, line_end: 1 }],
    });
    const top = await coverage();
    expect(top).toMatchObject({ cited_files: 2, files: 4, total: 3 });
    expect(top.items[0]).toMatchObject({
      name: "src",
      kind: "folder",
      memories: 2,
      cited_files: 2,
      files: 2,
    });
    expect(top.items.slice(1).map(({ name, memories }) => [name, memories])).toEqual([
      ["100%_x", 0],
      ["docs", 0],
    ]);
    const below = await coverage("src/");
    expect(below.items.map(({ path, kind }) => [path, kind])).toEqual([
      [BILLING_PATH, "file"],
      ["src/tax", "folder"],
    ]);
    expect((await coverage("100%_x")).items).toEqual([]);
  });

  it("leaves out what was decided on, as the counts of the repository do", async () => {
    const { lead, memory, coverage, repository_id } = await setUp();
    await run(memories.memoryInvalidate, { memory_id: memory.id, reason: "Eight digits now." }, lead);
    expect((await coverage()).cited_files).toBe(0);
    const { citations } = await run(contract.repositoryGet, { repository_id }, lead);
    expect(Object.values(citations).every((count) => count === 0)).toBe(true);
    const counted = (in_use: boolean) => run(contract.citationList, { repository_id, in_use }, lead);
    expect((await counted(true)).total).toBe(0);
    expect((await counted(false)).total).toBe(1);
  });
});
