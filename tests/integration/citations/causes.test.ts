import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as contract from "@/lib/citations/contract";
import type { Database } from "@/lib/db/client";
import * as memories from "@/lib/memories/contract";
import { repositoryCheckJob } from "@/lib/memories/jobs";
import { contextOf, run, testDatabase } from "../../support/database";
import type { GitRepository } from "../../support/git-repository";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { BILLING, BILLING_PATH, EDITED_BILLING, INVOICE, setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

/** A memory that cites how invoices are numbered, and what looks at the head and asks for the cause. */
async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const { organization_id, repository_id, lead, git, repository } = fixture;
  const memory = await remember(lead, {
    statement: "Invoice numbers have six digits.",
    repository: repository.name,
    citations: [INVOICE],
  });
  const citation_id = memory.citations[0]?.id ?? "";
  const check = async () => {
    await run(memories.repositoryCheck, { repository_id }, lead);
    await repositoryCheckJob.handle({ organization_id, repository_id }, partsOf(database));
  };
  const cause = () => run(contract.citationCauseGet, { citation_id }, lead);
  return { ...fixture, git, citation_id, check, cause };
}

/** A database in which something happens once, right after it was read for which verdict a cause is looked up. */
function afterBasis(db: Database, happens: () => Promise<void>): Database {
  let has_happened = false;
  const citation = new Proxy(db.citation, {
    get(target, property) {
      if (property !== "findFirst") return Reflect.get(target, property);
      return async (args: Parameters<typeof target.findFirst>[0]) => {
        const row = await target.findFirst(args);
        if (args?.select?.cause && !has_happened) {
          has_happened = true;
          await happens();
        }
        return row;
      };
    },
  });
  return new Proxy(db, {
    get(target, property) {
      if (property === "citation") return citation;
      return Reflect.get(target, property);
    },
  });
}

/** Commits the files with a message, as somebody at some time. */
function commitAs(
  git: GitRepository,
  files: Record<string, string>,
  { author, message }: { author: string; message: string },
) {
  git.commit(files);
  const amend = ["commit", "--quiet", "--amend", `--author=${author} <${author}@example.test>`];
  git.git(...amend, "--date=2026-03-01T12:00:00+01:00", "-m", message);
  return git.git("rev-parse", "HEAD");
}

describe("the cause of a drift", () => {
  it("is the commit that changed the cited lines, not those before and after it, as git has it", async () => {
    const { git, check, cause } = await setUp();
    git.commit({ [BILLING_PATH]: BILLING.replace("14 * 86", "30 * 86"), "README.md": "about" });
    const longer = EDITED_BILLING.replace("14 * 86", "30 * 86");
    const message = "Number invoices with eight digits";
    const edit = commitAs(git, { [BILLING_PATH]: longer }, { author: "Zoë Ångström", message });
    git.commit({ [BILLING_PATH]: `${longer}\n// the end\n` });
    await check();
    expect(await cause()).toEqual({
      commit: {
        sha: edit,
        author_name: "Zoë Ångström",
        authored_at: "2026-03-01T12:00:00+01:00",
        subject: message,
      },
      merge: null,
      pull_request: null,
      reason: null,
    });
  });

  it("is found through a rename with an edit, and through one before it", async () => {
    const { git, check, cause } = await setUp();
    renameSync(join(git.dir, BILLING_PATH), join(git.dir, "src/invoices.ts"));
    git.commit();
    renameSync(join(git.dir, "src/invoices.ts"), join(git.dir, "src/numbers.ts"));
    const both = git.commit({ "src/numbers.ts": EDITED_BILLING });
    await check();
    expect((await cause()).commit?.sha).toBe(both);
  });

  it("is the commit of the branch, with the merge and the pull request that the merge names", async () => {
    const { git, check, cause } = await setUp();
    git.git("switch", "--quiet", "--create", "digits");
    const edit = git.commit({ [BILLING_PATH]: EDITED_BILLING });
    git.git("switch", "--quiet", "main");
    git.commit({ "README.md": "meanwhile" });
    git.git("merge", "--quiet", "--no-ff", "-m", "Merge pull request #7 from acme/digits", "digits");
    const merge = git.git("rev-parse", "HEAD");
    await check();
    expect(await cause()).toMatchObject({
      commit: { sha: edit },
      merge: { sha: merge },
      pull_request: { number: 7, title: null, url: null, known_by: "message" },
    });
  });

  it("is a squash with the pull request in its subject", async () => {
    const { git, check, cause } = await setUp();
    const message = "Number invoices with eight digits (#12)";
    const squash = commitAs(git, { [BILLING_PATH]: EDITED_BILLING }, { author: "Ada", message });
    await check();
    expect(await cause()).toMatchObject({
      commit: { sha: squash },
      merge: null,
      pull_request: { number: 12, known_by: "message" },
    });
  });

  it("is the deletion of the file, and the last of several changes that were taken back", async () => {
    const deleted = await setUp();
    deleted.git.git("rm", "--quiet", BILLING_PATH);
    const gone = deleted.git.commit();
    await deleted.check();
    expect((await deleted.cause()).commit?.sha).toBe(gone);

    const undone = await setUp();
    undone.git.commit({ [BILLING_PATH]: EDITED_BILLING });
    undone.git.commit({ [BILLING_PATH]: BILLING });
    const last = undone.git.commit({ [BILLING_PATH]: BILLING.replace("year: number, ", "") });
    await undone.check();
    expect((await undone.cause()).commit?.sha).toBe(last);
  });

  it("is kept for a verdict and looked up again for the next one", async () => {
    const { git, check, cause, citation_id, organization_id } = await setUp();
    const first = git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await check();
    expect((await cause()).commit?.sha).toBe(first);
    const kept = await database.db.citation.findFirst({
      where: { organization_id, id: citation_id },
    });
    expect(kept?.cause).toMatchObject({ cause: { commit: { sha: first } } });
    git.commit({ [BILLING_PATH]: BILLING });
    await check();
    expect(await cause()).toMatchObject({ commit: null, reason: expect.stringContaining("valid") });
    const second = git.commit({ [BILLING_PATH]: BILLING.replace("padStart", "padEnd") });
    await check();
    expect((await cause()).commit?.sha).toBe(second);
  });

  it("is not kept under a verdict that came while it was looked up", async () => {
    const { git, check, cause, citation_id, lead } = await setUp();
    const first = git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await check();
    let second = "";
    const db = afterBasis(database.db, async () => {
      git.commit({ [BILLING_PATH]: BILLING });
      await check();
      second = git.commit({ [BILLING_PATH]: BILLING.replace("padStart", "padEnd") });
      await check();
    });
    const early = await run(contract.citationCauseGet, { citation_id }, { ...lead, db });
    expect(early.commit?.sha).toBe(first);
    expect((await cause()).commit?.sha).toBe(second);
  });

  it("is not known where the history was replaced, and the answer says why", async () => {
    const { git, check, cause } = await setUp();
    git.git("checkout", "--quiet", "--orphan", "fresh");
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    git.git("branch", "--quiet", "-M", "fresh", "main");
    await check();
    const { commit, reason } = await cause();
    expect(commit).toBeNull();
    expect(reason).toMatch(/\w/);
  });

  it("is not shown to who may not see the repository", async () => {
    const { git, check, citation_id, organization } = await setUp();
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await check();
    const other = await setUp();
    const outsiders = [other.lead, contextOf(database, await organization.agent({ repository_ids: [] }))];
    for (const outsider of outsiders)
      await expect(run(contract.citationCauseGet, { citation_id }, outsider)).rejects.toMatchObject({
        code: expect.stringMatching(/not_found|permission_denied/),
      });
  });
});
