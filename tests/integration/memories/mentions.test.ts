import { describe, expect, it } from "vitest";
import { citeMentions, openRepositorySource, SourceError } from "@/lib/citations";
import { citationList } from "@/lib/citations/contract";
import * as contract from "@/lib/memories/contract";
import { memoryCiteMentionsJob } from "@/lib/memories/jobs";
import { contextOf, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING_PATH, INVOICE, setUpRepository } from "../citations/support";
import { remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const { organization, organization_id, repository_id, repository, lead } = fixture;
  const bot = contextOf(database, await organization.agent({ types: ["reviewer"] }));
  const work = () => memoryCiteMentionsJob.handle({ organization_id, repository_id }, partsOf(database));
  const store = (statement: string, more: object = {}) =>
    remember(bot, { statement, repository: repository.name, ...more });
  const citationsOf = async (memory_id: string) =>
    (await run(contract.memoryGet, { memory_id }, lead)).citations;
  return { ...fixture, bot, work, store, citationsOf };
}

describe("places that a text mentions", () => {
  it("are cited once as inferred, by lines and by names that are defined in one place", async () => {
    const { work, store, citationsOf, first_commit } = await setUp();
    const { id } = await store(
      "`invoiceNumber` pads with zeros, and billing.ts:12-14 adds 14 days; `nowhereDefined` and `net` do not count.",
    );
    await work();
    await work();
    expect(await citationsOf(id)).toMatchObject([
      {
        inferred: true,
        path: BILLING_PATH,
        line_start: 7,
        line_end: 7,
        status: "unchanged",
        commit_sha: first_commit,
      },
      { inferred: true, path: BILLING_PATH, line_start: 12, line_end: 14 },
    ]);
  });

  it("stay behind what its author cited, and leave it as it is", async () => {
    const { work, store, citationsOf } = await setUp();
    const cited = [INVOICE];
    const { id } = await store("`invoiceNumber` pads, and `dueDate` adds 14 days.", { citations: cited });
    await work();
    expect(await citationsOf(id)).toMatchObject([
      { inferred: false, line_start: 7, line_end: 10 },
      { inferred: true, line_start: 12, line_end: 12 },
    ]);
  });

  it("come from the finding of a rejection pattern, and from nowhere without a match", async () => {
    const { work, store, citationsOf } = await setUp();
    const { id } = await store("Rounding is done by the caller.", {
      kind: "rejection_pattern",
      metadata: { pattern_description: "Rounding", file_path: BILLING_PATH, line: 4 },
    });
    const other = await store("Look at src/none.ts:4, at src/billing.ts:900 and at `someOtherName()`.");
    await work();
    expect(await citationsOf(id)).toMatchObject([{ inferred: true, path: BILLING_PATH, line_start: 4 }]);
    expect(await citationsOf(other.id)).toEqual([]);
  });

  it("are cited of one memory though the database refuses those of another, which is not read again", async () => {
    const { work, store, citationsOf, git, organization_id } = await setUp();
    git.commit({ "src/refused.ts": "export function neverStored() {\n  return 1;\n}\n" });
    const refused = await store("`neverStored` is refused.");
    const other = await store("`invoiceNumber` pads with zeros.");
    await database.db.$executeRawUnsafe(
      "alter table citation add constraint refused check (path <> 'src/refused.ts')",
    );
    await work();
    await database.db.$executeRawUnsafe("alter table citation drop constraint refused");
    expect(await citationsOf(other.id)).toMatchObject([{ inferred: true, line_start: 7 }]);
    expect(await citationsOf(refused.id)).toEqual([]);
    const unread = { organization_id, mentions_read_at: null };
    expect(await database.db.memory.count({ where: unread })).toBe(0);
  });

  it("are cited by names alone where the files cannot be listed", async () => {
    const { organization_id, repository, first_commit: commit } = await setUp();
    const source = await openRepositorySource(database.db, { organization_id, repository });
    const listFiles = () => Promise.reject(new SourceError("refused", "The tree is too large to be listed."));
    const texts = [{ text: "`invoiceNumber` pads, and billing.ts:12-14 adds.", except: new Set<string>() }];
    const [found] = await citeMentions({ ...source, listFiles }, { repository, commit, texts });
    expect(found).toMatchObject([{ mention: "invoiceNumber", path: BILLING_PATH, line_start: 7 }]);
  });

  it("are removed by one step, and not inferred again", async () => {
    const { work, store, citationsOf, lead, organization_id } = await setUp();
    const { id } = await store("`invoiceNumber` pads with zeros.");
    await work();
    const [citation] = await citationsOf(id);
    const citation_id = citation?.id ?? "";
    expect(await run(contract.citationRemove, { citation_id }, lead)).toEqual({
      memory_id: id,
      removed: true,
    });
    await database.db.memory.updateMany({ where: { organization_id }, data: { mentions_read_at: null } });
    await work();
    expect(await citationsOf(id)).toEqual([]);
    const own = await store("Nothing else.", { citations: [INVOICE] });
    const { items } = await run(citationList, { memory_id: own.id }, lead);
    await expect(
      run(contract.citationRemove, { citation_id: items[0]?.id ?? "" }, lead),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("drift their memory when they are gone, and never end it", async () => {
    const { work, store, git, lead } = await setUp();
    const { id: memory_id } = await store("`invoiceNumber` pads with zeros.");
    await work();
    git.commit({ [BILLING_PATH]: "export const VAT = 0.19;\n" });
    expect(await run(contract.memoryVerifyCitations, { memory_id }, lead)).toMatchObject({
      status: "drifted",
      citations: [{ status: "missing" }],
    });
  });

  it("are cited once by two at the same time", async () => {
    const { work, store, citationsOf } = await setUp();
    const { id } = await store("`invoiceNumber` pads with zeros.");
    await Promise.all([work(), work(), work()]);
    expect(await citationsOf(id)).toHaveLength(1);
  });
});
