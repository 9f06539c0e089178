import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as citations from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import * as contract from "@/lib/memories/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, INVOICE, setUpRepository } from "../citations/support";
import { remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const { lead, repository } = fixture;
  const numbers = await remember(lead, {
    statement: "Invoice numbers have six digits.",
    repository: repository.name,
    citations: [INVOICE],
  });
  const vat = await remember(lead, {
    statement: "The value added tax is 19 per cent.",
    repository: repository.name,
    citations: [{ path: BILLING_PATH, line_start: 1, line_end: 1 }],
  });
  const known = (input: object = {}, as = lead) =>
    run(contract.fileMemoryList, { repository: repository.name, path: BILLING_PATH, ...input }, as);
  return { ...fixture, numbers, vat, known };
}

const places = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>["known"]>>) =>
  answer.items.map(({ memory, status, path, line_start, line_end, located }) => ({
    id: memory.id,
    status,
    path,
    lines: [line_start, line_end],
    located,
  }));

describe("memories beside a file", () => {
  it("are on the lines on which they stand at the commit that is shown, whatever the last check said", async () => {
    const { git, lead, first_commit, numbers, vat, known } = await setUp();
    const changed = BILLING.replace("VAT = 0.19", "VAT = 0.21");
    const moved = git.commit({
      [BILLING_PATH]: changed.replace(
        "export function invoiceNumber",
        "// Numbers\n\nexport function invoiceNumber",
      ),
    });
    const now = await known();
    expect(now).toMatchObject({ commit_sha: moved, memories: 2 });
    expect(places(now)).toEqual([
      { id: vat.id, status: "edited", path: BILLING_PATH, lines: [1, 1], located: "followed" },
      { id: numbers.id, status: "moved", path: BILLING_PATH, lines: [9, 12], located: "followed" },
    ]);
    const then = await known({ ref: first_commit });
    expect(then.commit_sha).toBe(first_commit);
    expect(places(then)).toEqual([
      { id: vat.id, status: "unchanged", path: BILLING_PATH, lines: [1, 1], located: "followed" },
      { id: numbers.id, status: "unchanged", path: BILLING_PATH, lines: [7, 10], located: "followed" },
    ]);
    // It was only looked at: nothing was recorded.
    const { items } = await run(citations.citationList, { memory_id: vat.id }, lead);
    expect(items).toMatchObject([{ status: "unchanged", checked_commit: first_commit, line_start: 1 }]);
  });

  it("are listed with where they went when the file was renamed, and as gone when the lines are", async () => {
    const { git, numbers, vat, known } = await setUp();
    renameSync(join(git.dir, BILLING_PATH), join(git.dir, "src/invoices.ts"));
    git.commit();
    expect(places(await known())).toMatchObject([
      { status: "renamed", path: "src/invoices.ts" },
      { status: "renamed", path: "src/invoices.ts" },
    ]);
    git.git("rm", "--quiet", "src/invoices.ts");
    git.commit();
    const gone = await known();
    expect(gone.items.map(({ status, line_start }) => [status, line_start])).toEqual([
      ["missing", null],
      ["missing", null],
    ]);
    expect(new Set(gone.items.map(({ memory }) => memory.id))).toEqual(new Set([numbers.id, vat.id]));
  });

  it("leave out those that were decided on, and those that cite another file", async () => {
    const { git, lead, repository, vat, numbers, known } = await setUp();
    git.commit({ "src/other.ts": "export const other = 1;\n" });
    await remember(lead, {
      statement: "Other things are one.",
      repository: repository.name,
      citations: [{ path: "src/other.ts", line_start: 1, line_end: 1 }],
    });
    await run(contract.memoryInvalidate, { memory_id: vat.id, reason: "It is 21." }, lead);
    expect(places(await known()).map(({ id }) => id)).toEqual([numbers.id]);
  });

  it("are refused at a ref that the repository does not have", async () => {
    const { known } = await setUp();
    await expect(known({ ref: "no-such" })).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/ref" }],
    });
  });

  it("are those that the actor may see: an agent is not shown what reaches another agent, nor what drifted", async () => {
    const { organization, lead, repository, numbers, vat, git, known } = await setUp();
    const own = contextOf(database, await organization.agent({ name: "own-bot" }));
    const other = contextOf(database, await organization.agent({ name: "other-bot" }));
    const mine = await remember(own, {
      statement: "Due dates are a fortnight away.",
      repository: repository.name,
      scope: "agent",
      agent: "own-bot",
      citations: [{ path: BILLING_PATH, line_start: 12, line_end: 14 }],
    });
    const idsFor = async (as = lead) => places(await known({}, as)).map(({ id }) => id);
    expect(await idsFor(own)).toEqual([vat.id, numbers.id, mine.id]);
    expect(await idsFor(other)).toEqual([vat.id, numbers.id]);
    expect(await idsFor()).toEqual([vat.id, numbers.id, mine.id]);
    const covered = async (as = lead) => {
      const asked = { repository_id: repository.id, folder: "src" };
      return (await run(citations.repositoryCoverageList, asked, as)).items[0]?.memories;
    };
    expect([await covered(own), await covered(other), await covered()]).toEqual([3, 2, 3]);

    git.commit({ [BILLING_PATH]: BILLING.replace("VAT = 0.19", "VAT = 0.21") });
    await run(contract.memoryVerifyCitations, { memory_id: vat.id }, lead);
    expect(await idsFor(other)).toEqual([numbers.id]);
    expect(await idsFor()).toContain(vat.id);
  });

  it("are nothing to another organization or to a key that is bound to other repositories, nor while memory is off", async () => {
    const { organization, known, lead } = await setUp();
    const outsider = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    const bound = contextOf(database, await organization.agent({ repository_ids: [newId()] }));
    for (const context of [outsider, bound])
      await expect(known({}, context)).rejects.toMatchObject({
        code: "invalid_input",
        errors: [{ pointer: "/repository" }],
      });
    const off = await createOrganization(database.db, { enabled: false });
    const agent = contextOf(database, await off.agent());
    expect(await known({}, agent)).toEqual({ commit_sha: null, items: [], memories: 0 });
    expect((await known({}, lead)).memories).toBe(2);
  });
});
