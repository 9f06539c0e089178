import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import * as contract from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import { type ExportHeader, organizationExport, organizationImport } from "@/lib/upkeep/contract";
import { contextOf, createOrganization, run, runJob, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { repositoryRoot } from "../../support/repository-root";

const root = repositoryRoot();
const database = testDatabase();
const clones = join(root.path, "data", "repositories");
const older = (id: string) => join(clones, `${id}.git`);

/** Every test begins as a server does that was just updated. */
beforeEach(() => rmSync(clones, { recursive: true, force: true }));

async function setUp() {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const { organization_id } = organization;
  const url = `https://203.0.113.7/acme/${newId()}.git`;
  return {
    organization_id,
    register: () => run(contract.repositoryAdd, { name: "acme/shop", source: { kind: "url", url } }, owner),
    read: (repository_id: string) =>
      run(contract.repositoryFileGet, { repository_id, path: "secret.ts" }, owner),
    remove: (repository_id: string) => run(contract.repositoryRemove, { repository_id }, owner),
    /** Takes in a repository of any id, as an import of another organization's export does. */
    async take(id: string) {
      const { header } = await run(organizationExport, {}, owner);
      const row = { id, name: "acme/taken", source_kind: "url", source_location: url, fetch_status: "ready" };
      const records = [{ table: "repository", row: { ...row, created_at: new Date().toISOString() } }];
      return run(organizationImport, { header: header as ExportHeader, records }, owner);
    },
    folder: (repository_id: string) => join(clones, organization_id, `${repository_id}.git`),
  };
}

/** What a fetch leaves, with one file that says whose it is. */
function clone(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  new GitRepository(folder).commit({ "secret.ts": text });
}

const unavailable = { code: "unavailable", message: expect.stringContaining("has not been fetched yet") };

describe("clones of two organizations that have a repository of one id", () => {
  it("are read by their own organization alone, and removing one leaves the other", async () => {
    const [mine, theirs] = [await setUp(), await setUp()];
    const { id } = await mine.register();
    clone(mine.folder(id), "mine");
    expect(await theirs.take(id)).toMatchObject({ created: { repository: 1 } });
    await expect(theirs.read(id)).rejects.toMatchObject(unavailable);
    clone(theirs.folder(id), "theirs");
    expect(await theirs.read(id)).toMatchObject({ text: "theirs" });
    expect(await mine.read(id)).toMatchObject({ text: "mine" });
    await theirs.remove(id);
    await runJob(database, "repository_clone_remove", {
      organization_id: theirs.organization_id,
      repository_id: id,
    });
    expect(existsSync(theirs.folder(id))).toBe(false);
    expect(await mine.read(id)).toMatchObject({ text: "mine" });
  });
});

describe("clones of an older Casebook, which lay side by side", () => {
  it("are moved below the organization that has the repository, by the first who needs one, by several at once too", async () => {
    const [mine, theirs] = [await setUp(), await setUp()];
    const { id } = await mine.register();
    const other = await theirs.register();
    clone(older(id), "mine");
    clone(older(other.id), "theirs");
    const [a, b] = await Promise.all([mine.read(id), theirs.read(other.id)]);
    expect([a, b]).toMatchObject([{ text: "mine" }, { text: "theirs" }]);
    expect([older(id), older(other.id)].map((folder) => existsSync(folder))).toEqual([false, false]);
    // What came later with the id finds nothing in the old place.
    await theirs.take(id);
    await expect(theirs.read(id)).rejects.toMatchObject(unavailable);
  });

  it("are taken from all where several organizations could claim one, and never shown to either", async () => {
    const [mine, theirs] = [await setUp(), await setUp()];
    const { id } = await mine.register();
    await theirs.take(id);
    clone(older(id), "somebody's");
    for (const each of [mine, theirs]) await expect(each.read(id)).rejects.toMatchObject(unavailable);
    expect(existsSync(older(id))).toBe(false);
  });

  it("stay unread where they belong to no organization, also once one takes in the id", async () => {
    const [mine, theirs] = [await setUp(), await setUp()];
    const left = newId();
    clone(older(left), "of a removed repository");
    await expect(mine.read((await mine.register()).id)).rejects.toMatchObject(unavailable);
    await theirs.take(left);
    await expect(theirs.read(left)).rejects.toMatchObject(unavailable);
  });

  it("give way to what was fetched again meanwhile", async () => {
    const mine = await setUp();
    const { id } = await mine.register();
    clone(mine.folder(id), "new");
    clone(older(id), "old");
    expect(await mine.read(id)).toMatchObject({ text: "new" });
    expect(existsSync(older(id))).toBe(false);
  });
});
