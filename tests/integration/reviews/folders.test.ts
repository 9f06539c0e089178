import { expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/reviews/contract";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

async function setUp() {
  const organization = await createOrganization(database.db);
  const context = contextOf(database, await organization.person("lead"));
  const name = `acme/shop-${newId().slice(-6)}`;
  await addRepository(database.db, { organization_id: organization.organization_id, name });
  const post = (paths: Partial<Record<contract.ItemList, readonly string[]>>) => {
    let number = 0;
    const items = (files: readonly string[] = []) =>
      files.map((file_path) => {
        number += 1;
        return { number, title: `Rename this ${number}`, file_path, line: number };
      });
    return run(
      contract.reviewEvaluate,
      {
        workflow_id: `pr-${newId()}`,
        summary: "Reviewed",
        repository: name,
        items_to_implement: items(paths.items_to_implement),
        items_rejected: items(paths.items_rejected),
        items_needing_clarification: items(paths.items_needing_clarification),
      },
      context,
    );
  };
  const folders = (folder?: string, as = context) =>
    run(contract.findingFolderList, { repository: name, folder }, as);
  return { organization, context, name, post, folders };
}

it("counts findings below each folder and of each file, with the rejection rate of those that were judged", async () => {
  const { post, folders } = await setUp();
  await post({
    items_rejected: ["src/api/a.ts", "src/api/b.ts", "src/a.ts"],
    items_to_implement: ["src/api/a.ts", "srcs/c.ts"],
    items_needing_clarification: ["src/api/a.ts"],
  });
  const root = await folders();
  expect(root).toMatchObject({ folder: "", total: 2 });
  expect(root.items.map(({ name, kind, findings }) => [name, kind, findings])).toEqual([
    ["src", "folder", 5],
    ["srcs", "folder", 1],
  ]);
  expect(root.items[0]).toMatchObject({ flagged: 4, rejected: 3, clarify: 1, rate: 0.75 });
  expect(root.items[0]?.low).toBeCloseTo(0.3, 1);
  const src = await folders("src/");
  expect(
    src.items.map(({ path, kind, findings, flagged, rejected }) => [path, kind, findings, flagged, rejected]),
  ).toEqual([
    ["src/api", "folder", 4, 3, 2],
    ["src/a.ts", "file", 1, 1, 1],
  ]);
  expect((await folders("nowhere")).items).toEqual([]);
});

it("takes a path as it is: characters that mean something in a pattern mean nothing", async () => {
  const { post, folders } = await setUp();
  await post({ items_rejected: ["a_b/x.ts", "acb/y.ts", "100%/z.ts"] });
  expect((await folders("a_b")).items.map(({ path }) => path)).toEqual(["a_b/x.ts"]);
  expect((await folders("100%")).items.map(({ path }) => path)).toEqual(["100%/z.ts"]);
});

it("lists the findings of exactly one file", async () => {
  const { context, name, post } = await setUp();
  await post({ items_rejected: ["src/a.ts", "src/a.tsx", "src/a.ts/odd.ts"] });
  const { items } = await run(contract.findingList, { repository: name, file_path: "src/a.ts" }, context);
  expect(items.map(({ file_path }) => file_path)).toEqual(["src/a.ts"]);
});

it("answers nothing to another organization, nor to a key that is bound to other repositories", async () => {
  const { organization, post, folders } = await setUp();
  await post({ items_rejected: ["src/a.ts"] });
  const outsider = contextOf(database, await (await createOrganization(database.db)).person("owner"));
  await expect(folders(undefined, outsider)).rejects.toMatchObject({ code: "invalid_input" });
  const agent = await organization.agent({ permissions: ["reviews:read"], repository_ids: [newId()] });
  await expect(folders(undefined, contextOf(database, agent))).rejects.toThrow();
});
