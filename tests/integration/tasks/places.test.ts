import { expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/tasks/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const thrown = (file: string, line: number, message = "price is undefined") =>
  [`TypeError: ${message}`, `    at total (${file}:${line}:5)`].join("\n");

async function setUp() {
  const organization = await createOrganization(database.db);
  const context = contextOf(database, await organization.agent());
  const name = `acme/shop-${newId().slice(-6)}`;
  await addRepository(database.db, { organization_id: organization.organization_id, name });
  const record = (input: object) =>
    run(
      contract.failureRecord,
      { output: thrown("/home/ci/shop/src/orders.ts", 12), repository: name, ...input },
      context,
    );
  const places = (path: string, as = context) =>
    run(contract.failurePlaceList, { repository: name, path }, as);
  return { organization, context, name, record, places };
}

it("answers on which lines of a file failures occurred, also where a stack names it by its absolute path", async () => {
  const { record, places } = await setUp();
  const commit = "a".repeat(40);
  const { failure } = await record({});
  await record({ commit });
  await record({ file_path: "src/orders.ts", line: 40, at: "2026-01-01T00:00:00.000Z" });
  const { items, total } = await places("src/orders.ts");
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { failure: { id: failure?.id, status: "open" }, line: 12, occurrences: 2, commit_sha: commit },
    { failure: { id: failure?.id }, line: 40, occurrences: 1, commit_sha: null },
  ]);
});

it("leaves out files of a like name, and takes characters of a pattern as they are", async () => {
  const { record, places } = await setUp();
  await record({ file_path: "packages/x/src/orders.ts", line: 3 });
  await record({ file_path: "/home/ci/shop/src/oXders.ts", line: 4 });
  expect((await places("src/orders.ts")).items).toEqual([]);
  expect((await places("src/o_ders.ts")).items).toEqual([]);
});

it("answers nothing of another repository, and refuses one that may not be seen", async () => {
  const { organization, record, places, name } = await setUp();
  await record({});
  const other = `acme/other-${newId().slice(-6)}`;
  await addRepository(database.db, { organization_id: organization.organization_id, name: other });
  const context = contextOf(database, await organization.agent());
  const asked = { repository: other, path: "src/orders.ts" };
  expect((await run(contract.failurePlaceList, asked, context)).items).toEqual([]);
  const outsider = contextOf(database, await (await createOrganization(database.db)).agent());
  const bound = contextOf(database, await organization.agent({ repository_ids: [newId()] }));
  for (const as of [outsider, bound])
    await expect(places("src/orders.ts", as)).rejects.toMatchObject({ code: "invalid_input" });
  expect(name).not.toBe(other);
});
