import { expect, it } from "vitest";
import { findUnchanged } from "@/lib/citations";
import * as contract from "@/lib/memories/contract";
import { contextOf, GLOBAL_AGENT_PERMISSIONS, run, runJob, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";

const root = repositoryRoot();
const database = testDatabase();

const lines = (name: string) =>
  Array.from({ length: 20 }, (_, at) => `export const ${name}_${at} = read("${name}", ${at});`).join("\n");

/** Two memories that cite `kept.ts`, and one that cites it and `changed.ts`; all checked once. */
async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  fixture.git.commit({ "kept.ts": lines("kept"), "changed.ts": lines("changed") });
  const agent = await fixture.organization.agent({
    types: ["reviewer"],
    permissions: GLOBAL_AGENT_PERMISSIONS,
  });
  const bot = contextOf(database, agent);
  const store = async (statement: string, ...paths: string[]) => {
    const citations = paths.map((path) => ({ path, line_start: 5, line_end: 7 }));
    const body = { kind: "decision" as const, statement, repository: fixture.repository.name, citations };
    return (await run(contract.memoryStore, body, bot)).memory?.id ?? "";
  };
  const ids = [
    await store("Settings are read once at the start", "kept.ts"),
    await store("A missing setting ends the process", "kept.ts"),
    await store("Two files read settings the same way", "kept.ts", "changed.ts"),
  ];
  const { organization_id, repository_id } = fixture;
  const sweep = () => runJob(database, "repository_check", { organization_id, repository_id });
  const ask = () => run(contract.repositoryCheck, { repository_id }, fixture.lead);
  await ask();
  await sweep();
  const rows = () =>
    database.db.citation.findMany({
      where: { organization_id, repository_id },
      orderBy: [{ memory_id: "asc" }, { position: "asc" }],
      include: { checks: { orderBy: { id: "asc" } } },
    });
  const at = (commit: string) => ({ organization_id, repository_id, commit, stale_before: null });
  return { ...fixture, bot, ids, sweep, ask, rows, at };
}

it("finds the citations of memories whose every file has the same content, and no others", async () => {
  const fixture = await setUp();
  const commit = fixture.git.commit({ "changed.ts": `// Settings\n${lines("changed")}` });
  const found = await findUnchanged(database.db, fixture.at(commit));
  expect(found.map(({ count }) => count)).toEqual([2]);
  const other = await fixture.rows();
  expect(await findUnchanged(database.db, fixture.at(other[0]?.checked_commit ?? ""))).toEqual([]);
});

it("records them as a check of each would", async () => {
  const fixture = await setUp();
  const commit = fixture.git.commit({ "changed.ts": `// Settings\n${lines("changed")}` });
  const { check_id } = await fixture.ask();
  await fixture.sweep();
  const rows = await fixture.rows();
  expect(rows.map(({ status, checked_commit }) => [status, checked_commit])).toEqual([
    ["unchanged", commit],
    ["unchanged", commit],
    ["unchanged", commit],
    ["moved", commit],
  ]);
  // The first is recorded with others, the third alone, as its memory also cites the file that changed.
  const [together, , alone] = rows;
  const comparable = (row: (typeof rows)[number] | undefined) => {
    const check = row?.checks.at(-1);
    return {
      row: {
        ...row,
        id: "",
        memory_id: "",
        position: 0,
        checks: row?.checks.length,
        checked_at: null,
        created_at: null,
      },
      check: { ...check, id: "", citation_id: "", checked_at: null },
    };
  };
  expect({ ...comparable(together).check }).toEqual({ ...comparable(alone).check });
  const [one, two] = [comparable(together).row, comparable(alone).row];
  expect({ ...one, status_since: null }).toEqual({ ...two, status_since: null });
  expect(check_id).not.toBeNull();
});

it("leaves alone what was checked since it was read", async () => {
  const fixture = await setUp();
  const commit = fixture.git.commit({ "changed.ts": lines("other") });
  const [portion] = await findUnchanged(database.db, fixture.at(commit));
  const edited = fixture.git.commit({ "kept.ts": lines("kept").replace("kept_5 = read", "kept_5 = write") });
  await fixture.ask();
  await fixture.sweep();
  const before = await fixture.rows();
  expect(before[0]).toMatchObject({ status: "edited", checked_commit: edited });
  expect(await portion?.record(database.db, new Date())).toBe(0);
  expect(await fixture.rows()).toEqual(before);
});

it("does not pass over what is not in service, is a guess, or was never checked", async () => {
  const fixture = await setUp();
  const [first = "", second = ""] = fixture.ids;
  await run(contract.memoryInvalidate, { memory_id: first, reason: "It is read twice" }, fixture.bot);
  const { organization_id } = fixture;
  await database.db.citation.updateMany({
    where: { organization_id, memory_id: second },
    data: { confidence: 0.3 },
  });
  const commit = fixture.git.commit({ "more.ts": lines("more") });
  const found = await findUnchanged(database.db, fixture.at(commit));
  // The third memory's two.
  expect(found.map(({ count }) => count)).toEqual([2]);
});
