import { createHash } from "node:crypto";
import { renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  checkCitations,
  citationStatusCounts,
  citationsOfMemories,
  insertCitations,
  memoryIdsByPath,
  prepareCitations,
  recordChecks,
  withoutText,
} from "@/lib/citations";
import * as contract from "@/lib/citations/contract";
import { transaction } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, cite, INVOICE, NET, setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

type Fixture = Awaited<ReturnType<typeof setUpRepository>>;

async function checkAndRecord(fixture: Fixture, now = new Date()) {
  const { organization_id, repository_id } = fixture;
  const checked = await checkCitations(database.db, { organization_id, repository_id });
  await transaction(database.db, (tx) => recordChecks(tx, { organization_id, ...checked, now }));
  return checked;
}

async function stored(fixture: Fixture, memory_id: string) {
  const { organization_id } = fixture;
  const found = await citationsOfMemories(database.db, { organization_id, memory_ids: [memory_id] });
  const [citation] = found.get(memory_id) ?? [];
  if (!citation) throw new Error("the memory has no citation");
  return citation;
}

describe("citing", () => {
  it("keeps the place, its text and its commit, and counts as checked at the head", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { citations } = await cite(database, { ...fixture, citations: [INVOICE, NET] });
    expect(citations).toMatchObject([
      { ...INVOICE, position: 0, status: "unchanged", commit_sha: fixture.first_commit, original: INVOICE },
      { ...NET, position: 1, status: "unchanged", checked_commit: fixture.first_commit },
    ]);
    expect(citations[0]?.snippet).toBe(BILLING.split("\n").slice(6, 10).join("\n"));
    expect(citations[0]?.repository).toEqual({ id: fixture.repository_id, name: fixture.repository.name });
    const checks = await run(
      contract.citationCheckList,
      { citation_id: citations[0]?.id ?? "" },
      fixture.lead,
    );
    expect(checks).toMatchObject({
      total: 1,
      items: [{ status: "unchanged", commit_sha: fixture.first_commit }],
    });
  });

  it("leaves what was read at an older commit unchecked until a check finds it", async () => {
    const fixture = await setUpRepository(database, root.path);
    fixture.git.commit({ [BILLING_PATH]: `// money\n${BILLING}` });
    const citations = [{ ...INVOICE, sha: fixture.first_commit.toUpperCase() }];
    const parsed = citations.map((citation) => contract.citationInputSchema.parse(citation));
    const { memory_id } = await cite(database, { ...fixture, citations: parsed });
    expect(await stored(fixture, memory_id)).toMatchObject({ status: "unchecked", checked_at: null });
    await checkAndRecord(fixture);
    expect(await stored(fixture, memory_id)).toMatchObject({ status: "moved", line_start: 8, line_end: 11 });
  });

  it.each([
    [
      "a file that does not exist",
      { ...INVOICE, path: "src/nothing.ts" },
      "path",
      "does not exist at commit",
    ],
    ["a path that leaves the repository", { ...INVOICE, path: "../secret" }, "path", "must not leave"],
    ["a path into .git", { ...INVOICE, path: ".git/config" }, "path", ".git"],
    ["an absolute path", { ...INVOICE, path: "/etc/passwd" }, "path", "relative"],
    ["a folder", { ...INVOICE, path: "src" }, "path", "folder"],
    ["lines that are not there", { ...INVOICE, line_end: 99 }, "line_end", "has 14 lines"],
    ["blank lines", { ...INVOICE, line_start: 6, line_end: 6 }, "line_start", "blank"],
    ["a commit that is not there", { ...INVOICE, sha: "0".repeat(40) }, "sha", "not a commit"],
    ["another text", { ...INVOICE, snippet_hash: "0".repeat(64) }, "snippet_hash", "does not match"],
  ])("refuses %s, naming the field and the remedy", async (_, wrong, field, detail) => {
    const { organization_id, repository } = await setUpRepository(database, root.path);
    const refused = prepareCitations(database.db, {
      organization_id,
      repository,
      pointer: "/citations",
      citations: [NET, wrong],
    });
    await expect(refused).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: `/citations/1/${field}`, detail: expect.stringContaining(detail) }],
    });
  });

  it("refuses binary files and symbolic links", async () => {
    const { git, organization_id, repository } = await setUpRepository(database, root.path);
    git.commit({ "logo.png": Uint8Array.from([0x89, 0x50, 0, 1]) });
    const refused = prepareCitations(database.db, {
      organization_id,
      repository,
      pointer: "/c",
      citations: [{ path: "logo.png", line_start: 1, line_end: 1 }],
    });
    await expect(refused).rejects.toThrow("binary");
  });

  it("accepts the right hash of the cited lines", async () => {
    const fixture = await setUpRepository(database, root.path);
    const text = BILLING.split("\n").slice(6, 10).join("\n");
    const snippet_hash = createHash("sha256").update(text).digest("hex");
    const { citations } = await cite(database, { ...fixture, citations: [{ ...INVOICE, snippet_hash }] });
    expect(citations).toHaveLength(1);
  });

  it("keeps nothing of a text that must not be stored, and still finds it again", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { organization_id, repository, repository_id } = fixture;
    const { memory_id } = await cite(database, { ...fixture, citations: [NET] });
    const [prepared] = await prepareCitations(database.db, {
      organization_id,
      repository,
      pointer: "/c",
      citations: [INVOICE],
    });
    if (!prepared) throw new Error("nothing was prepared");
    await transaction(database.db, (tx) =>
      insertCitations(tx, {
        organization_id,
        now: new Date(),
        memories: [{ memory_id, repository_id, prepared: [withoutText(prepared)] }],
      }),
    );
    const rows = await database.db.citation.findMany({ where: { organization_id, line_start: 7 } });
    expect(JSON.stringify(rows)).not.toContain("padStart");
    fixture.git.commit({ [BILLING_PATH]: `// money\n${BILLING}` });
    const { results } = await checkCitations(database.db, { organization_id, repository_id });
    expect(results.map((result) => result.status)).toEqual(["moved", "moved"]);
    const detail = await run(contract.citationGet, { citation_id: rows[0]?.id ?? "" }, fixture.lead);
    expect(JSON.stringify(detail)).not.toContain("padStart");
  });
});

describe("checking", () => {
  it("follows cited lines that move and are renamed, step by step, and keeps every check", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { organization_id, repository_id } = fixture;
    const { memory_id } = await cite(database, { ...fixture, citations: [INVOICE] });

    fixture.git.commit({ [BILLING_PATH]: `// money\n// and time\n${BILLING}` });
    await checkAndRecord(fixture);
    const moved = { path: BILLING_PATH, line_start: 9, line_end: 12 };
    expect(await stored(fixture, memory_id)).toMatchObject({ ...moved, status: "moved", original: INVOICE });

    fixture.git.git("mv", BILLING_PATH, "src/invoices.ts");
    const head = fixture.git.commit();
    const { commit } = await checkAndRecord(fixture);
    expect(commit).toBe(head);
    const citation = await stored(fixture, memory_id);
    expect(citation).toMatchObject({
      ...moved,
      path: "src/invoices.ts",
      status: "renamed",
      original: INVOICE,
    });
    const by_path = (path: string) => memoryIdsByPath(database.db, { organization_id, repository_id, path });
    expect(await by_path("src/invoices.ts")).toEqual([memory_id]);
    expect(await by_path(BILLING_PATH)).toEqual([]);

    await checkAndRecord(fixture);
    expect(await stored(fixture, memory_id)).toMatchObject({ status: "unchanged", path: "src/invoices.ts" });
    const checks = await run(
      contract.citationCheckList,
      { citation_id: citation.id, limit: 2 },
      fixture.lead,
    );
    expect(checks.items.map((check) => check.status)).toEqual(["unchanged", "renamed"]);
    expect(checks.total).toBe(4);
    const rest = await run(
      contract.citationCheckList,
      { citation_id: citation.id, limit: 2, cursor: checks.next_cursor ?? "" },
      fixture.lead,
    );
    expect(rest.items.map((check) => check.status)).toEqual(["moved", "unchanged"]);
    expect(rest.next_cursor).toBeNull();
  });

  it("tells an edit with its similarity and new text, and keeps since when it stands", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { memory_id } = await cite(database, { ...fixture, citations: [INVOICE] });
    fixture.git.commit({ [BILLING_PATH]: BILLING.replace("padStart(6", "padStart(8") });
    const seen = new Date("2030-01-01T00:00:00.000Z");
    const { results } = await checkAndRecord(fixture, seen);
    expect(results).toMatchObject([{ memory_id, status: "edited", ...INVOICE, anchor: null }]);
    expect(results[0]?.similarity).toBeGreaterThan(0.9);
    expect(results[0]?.similarity).toBeLessThan(1);
    expect(results[0]?.found_text).toContain("padStart(8");
    const later = new Date("2030-02-01T00:00:00.000Z");
    await checkAndRecord(fixture, later);
    expect(await stored(fixture, memory_id)).toMatchObject({
      status: "edited",
      status_since: seen.toISOString(),
      checked_at: later.toISOString(),
    });

    fixture.git.commit({ [BILLING_PATH]: BILLING });
    await checkAndRecord(fixture, later);
    expect(await stored(fixture, memory_id)).toMatchObject({
      status: "unchanged",
      status_since: later.toISOString(),
    });
  });

  it("counts a change of white space as no change, and says so", async () => {
    const fixture = await setUpRepository(database, root.path);
    await cite(database, { ...fixture, citations: [INVOICE] });
    fixture.git.commit({ [BILLING_PATH]: BILLING.replaceAll("  ", "\t") });
    const { results } = await checkAndRecord(fixture);
    expect(results).toMatchObject([{ status: "unchanged", whitespace_changed: true }]);
  });

  it("calls deleted lines and deleted files missing", async () => {
    const fixture = await setUpRepository(database, root.path);
    await cite(database, { ...fixture, citations: [INVOICE] });
    const lines = BILLING.split("\n");
    fixture.git.commit({ [BILLING_PATH]: [...lines.slice(0, 6), ...lines.slice(11)].join("\n") });
    const gone = { status: "missing", path: null, line_start: null, line_end: null };
    expect((await checkAndRecord(fixture)).results).toMatchObject([gone]);
    fixture.git.git("rm", "--quiet", BILLING_PATH);
    fixture.git.commit();
    expect((await checkAndRecord(fixture)).results).toMatchObject([gone]);
  });

  it("calls a repository that cannot be read unreachable, never missing", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { memory_id } = await cite(database, { ...fixture, citations: [INVOICE] });
    renameSync(fixture.git.dir, `${fixture.git.dir}-away`);
    await checkAndRecord(fixture);
    expect(await stored(fixture, memory_id)).toMatchObject({ status: "unreachable", ...INVOICE });
    const { organization_id, repository } = fixture;
    const refused = prepareCitations(database.db, {
      organization_id,
      repository,
      pointer: "/c",
      citations: [NET],
    });
    await expect(refused).rejects.toMatchObject({ code: "unavailable" });
    renameSync(`${fixture.git.dir}-away`, fixture.git.dir);
    await checkAndRecord(fixture);
    expect(await stored(fixture, memory_id)).toMatchObject({ status: "unchanged" });
  });

  it("still follows lines when history was rewritten and git has the cited file no more", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { organization_id, repository_id } = fixture;
    // The same text twice, with the same lines around: only the hashes of the old file tell which copy was cited.
    const around = (word: string) => Array.from({ length: 6 }, (_, index) => `  ${word}(${index});`);
    const copy = (name: string) => [
      `export function ${name}() {`,
      ...around("before"),
      "  return compute(1, 2, 3);",
      ...around("after"),
      "}",
    ];
    const twice = [...copy("a"), ...copy("b")];
    fixture.git.commit({ "src/twice.ts": twice.join("\n") });
    const second = { path: "src/twice.ts", line_start: 23, line_end: 23 };
    const { memory_id } = await cite(database, { ...fixture, citations: [second] });

    // A check follows it to another content, whose hashes are kept as well.
    const notes = copy("a").map((_, index) => `// note ${index}`);
    fixture.git.commit({ "src/twice.ts": [...notes, ...twice].join("\n") });
    await checkAndRecord(fixture);
    expect(await stored(fixture, memory_id)).toMatchObject({ status: "moved", line_start: 38 });

    const { git: rewritten } = await setUpRepository(database, root.path);
    // The first copy stands now exactly where the second one stood.
    rewritten.commit({ "src/twice.ts": [...notes, ...notes, ...twice].join("\n") });
    await database.db.repository.updateMany({
      where: { organization_id, id: repository_id },
      data: { source_location: rewritten.dir },
    });
    const { results } = await checkCitations(database.db, { organization_id, repository_id });
    expect(results).toMatchObject([{ memory_id, status: "moved", line_start: 53, line_end: 53 }]);
  });

  it("answers for one branch without touching what is stored, and refuses a ref that does not exist", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { organization_id, repository_id } = fixture;
    const { memory_id } = await cite(database, { ...fixture, citations: [INVOICE] });
    fixture.git.git("checkout", "--quiet", "-b", "feature");
    fixture.git.commit({ [BILLING_PATH]: BILLING.replace("padStart(6", "padStart(8") });
    fixture.git.git("checkout", "--quiet", "main");
    const at = (ref?: string) =>
      checkCitations(database.db, {
        organization_id,
        repository_id,
        memory_ids: [memory_id],
        ...(ref === undefined ? {} : { ref }),
      });
    expect((await at("feature")).results).toMatchObject([{ status: "edited" }]);
    expect((await at()).results).toMatchObject([{ status: "unchanged" }]);
    expect(await stored(fixture, memory_id)).toMatchObject({ status: "unchanged" });
    await expect(at("no-such-branch")).rejects.toMatchObject({ errors: [{ pointer: "/ref" }] });
  });

  it("checks the given memories only, and stops when it is aborted", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { organization_id, repository_id } = fixture;
    const one = await cite(database, { ...fixture, citations: [INVOICE] });
    await cite(database, { ...fixture, citations: [NET] });
    const scope = { organization_id, repository_id };
    const some = await checkCitations(database.db, { ...scope, memory_ids: [one.memory_id] });
    expect(some.results.map((result) => result.memory_id)).toEqual([one.memory_id]);
    expect((await checkCitations(database.db, { ...scope, memory_ids: [] })).results).toEqual([]);
    const signal = AbortSignal.abort(new Error("stopped"));
    await expect(checkCitations(database.db, { ...scope, signal })).rejects.toThrow("stopped");
  });
});

describe("reading", () => {
  it("shows a citation as it was and as it is now, with the lines around", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { citations } = await cite(database, { ...fixture, citations: [INVOICE] });
    const citation_id = citations[0]?.id ?? "";
    const head = fixture.git.commit({
      [BILLING_PATH]: `// money\n${BILLING.replace("padStart(6", "padStart(8")}`,
    });
    const detail = await run(contract.citationGet, { citation_id }, fixture.lead);
    expect(detail).toMatchObject({
      status: "unchanged",
      was: { ...INVOICE, commit_sha: fixture.first_commit, text: citations[0]?.snippet },
      now: { path: BILLING_PATH, line_start: 8, line_end: 11, commit_sha: head },
      head,
      current: { status: "edited" },
    });
    expect(detail.was?.before).toBe(BILLING.split("\n").slice(2, 6).join("\n"));
    expect(detail.was?.after).toBe(BILLING.split("\n").slice(10, 14).join("\n"));
    expect(detail.now?.text).toContain("padStart(8");
    expect(detail.checks).toHaveLength(1);

    fixture.git.git("rm", "--quiet", BILLING_PATH);
    fixture.git.commit();
    const gone = await run(contract.citationGet, { citation_id }, fixture.lead);
    expect(gone).toMatchObject({
      now: null,
      was: { text: citations[0]?.snippet },
      current: { status: "missing" },
    });

    renameSync(fixture.git.dir, `${fixture.git.dir}-away`);
    const unread = await run(contract.citationGet, { citation_id }, fixture.lead);
    expect(unread).toMatchObject({ now: null, head: null, was: { text: citations[0]?.snippet, before: "" } });
  });

  it("lists by repository, status, path and memory, with totals over all pages and no deleted memory", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { organization_id, repository_id, lead, git } = fixture;
    git.commit({ "src/a_b/x.ts": BILLING, "src/aXb/x.ts": BILLING });
    const one = await cite(database, { ...fixture, citations: [INVOICE, NET] });
    await cite(database, { ...fixture, citations: [{ ...NET, path: "src/a_b/x.ts" }] });
    await cite(database, { ...fixture, citations: [{ ...NET, path: "src/aXb/x.ts" }] });
    const list = (input: Parameters<typeof run<typeof contract.citationList>>[1]) =>
      run(contract.citationList, { repository_id, ...input }, lead);

    expect(await list({ limit: 3 })).toMatchObject({ total: 4, items: [{}, {}, {}] });
    const { next_cursor } = await list({ limit: 3 });
    const rest = await list({ limit: 3, cursor: next_cursor ?? "" });
    expect(rest).toMatchObject({ total: 4, next_cursor: null });
    expect(rest.items).toHaveLength(1);
    expect((await list({ path: "src/a_b" })).items.map((item) => item.path)).toEqual(["src/a_b/x.ts"]);
    expect((await list({ path: "src/" })).total).toBe(4);
    expect((await list({ path: BILLING_PATH })).total).toBe(2);
    expect((await list({ memory_id: one.memory_id })).total).toBe(2);

    git.commit({ [BILLING_PATH]: BILLING.replace("padStart(6", "padStart(8") });
    await checkAndRecord(fixture);
    expect((await list({ status: ["edited", "missing"] })).items).toMatchObject([INVOICE]);
    const counts = {
      unchecked: 0,
      unchanged: 3,
      moved: 0,
      renamed: 0,
      edited: 1,
      missing: 0,
      unreachable: 0,
    };
    expect((await run(contract.repositoryGet, { repository_id }, lead)).citations).toEqual(counts);
    expect((await run(contract.repositoryList, {}, lead)).items).toMatchObject([{ citations: counts }]);

    await database.db.memory.updateMany({
      where: { organization_id, id: one.memory_id },
      data: { deleted_at: new Date() },
    });
    expect((await list({})).total).toBe(2);
    expect(await citationStatusCounts(database.db, { organization_id })).toMatchObject({
      edited: 0,
      unchanged: 2,
    });
    const hidden = run(contract.citationGet, { citation_id: one.citations[0]?.id ?? "" }, lead);
    await expect(hidden).rejects.toMatchObject({ code: "not_found" });
  });

  it("hides citations of repositories that a key is not bound to", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { citations } = await cite(database, { ...fixture, citations: [INVOICE] });
    const bound = contextOf(database, await fixture.organization.agent({ repository_ids: [newId()] }));
    expect((await run(contract.citationList, {}, bound)).total).toBe(0);
    const citation_id = citations[0]?.id ?? "";
    await expect(run(contract.citationGet, { citation_id }, bound)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(run(contract.citationCheckList, { citation_id }, bound)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("answers the lines of a place at any ref, or why they are not there", async () => {
    const fixture = await setUpRepository(database, root.path);
    const head = fixture.git.commit({ [BILLING_PATH]: `// money\n${BILLING}` });
    const read = (input: { path?: string; line_start?: number; line_end?: number; ref?: string }) =>
      run(
        contract.memoryReadCitation,
        { repository: fixture.repository.name, path: BILLING_PATH, line_start: 2, line_end: 2, ...input },
        fixture.lead,
      );
    expect(await read({})).toMatchObject({
      exists: true,
      commit_sha: head,
      text: "export const VAT = 0.19;",
      line_count: 15,
    });
    expect(await read({ ref: fixture.first_commit, line_start: 1, line_end: 1 })).toMatchObject({
      exists: true,
      commit_sha: fixture.first_commit,
      text: "export const VAT = 0.19;",
    });
    expect(await read({ line_end: 40 })).toMatchObject({ exists: false, text: null, line_count: 15 });
    expect(await read({ path: "nope.ts" })).toMatchObject({ exists: false, line_count: null });
    await expect(read({ path: "../nope.ts" })).rejects.toMatchObject({ errors: [{ pointer: "/path" }] });
    await expect(read({ ref: "no-such" })).rejects.toMatchObject({ errors: [{ pointer: "/ref" }] });
    await expect(read({ line_start: 9 })).rejects.toMatchObject({ errors: [{ pointer: "/line_end" }] });
  });
});
