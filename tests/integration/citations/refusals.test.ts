import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkCitations, prepareCitations } from "@/lib/citations";
import * as contract from "@/lib/citations/contract";
import * as memories from "@/lib/memories/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, cite, NET, setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const POINTER = [
  "version https://git-lfs.github.com/spec/v1",
  `oid sha256:${"4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393"}`,
  "size 12345",
  "",
].join("\n");

describe("what cannot be cited", () => {
  it("is refused with its reason: in a submodule, behind a link, or kept in Git LFS", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { git, organization_id, repository, first_commit, lead } = fixture;
    symlinkSync("src", join(git.dir, "linked"));
    git.commit({ "data/model.json": POINTER });
    git.git("update-index", "--add", "--cacheinfo", `160000,${first_commit},vendor/lib`);
    git.git("commit", "--quiet", "--message=pin");
    const refused = (path: string) =>
      prepareCitations(database.db, {
        organization_id,
        repository,
        pointer: "/citations",
        citations: [{ path, line_start: 1, line_end: 1 }],
      });
    await expect(refused("vendor/lib/src/a.ts")).rejects.toThrow(/in the submodule vendor\/lib/);
    await expect(refused("linked/billing.ts")).rejects.toThrow(/behind the symbolic link linked, .* src/);
    await expect(refused("data/model.json")).rejects.toThrow(/Git LFS/);
    await expect(refused("nowhere/a.ts")).rejects.toThrow(/does not exist/);
    const read = (path: string) =>
      run(
        contract.memoryReadCitation,
        { repository: repository.name, path, line_start: 1, line_end: 1 },
        lead,
      );
    expect((await read("vendor/lib/a.ts")).reason).toMatch(/submodule/);
    expect((await read("linked/billing.ts")).reason).toMatch(/symbolic link/);
    expect((await read("data/model.json")).reason).toMatch(/Git LFS/);
  });

  it("is unreachable, not edited, once its file went to Git LFS", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { organization_id, repository_id, git } = fixture;
    await cite(database, { ...fixture, citations: [NET] });
    git.commit({ [BILLING_PATH]: POINTER });
    const { results } = await checkCitations(database.db, { organization_id, repository_id });
    expect(results).toMatchObject([{ status: "unreachable", reason: expect.stringMatching(/Git LFS/) }]);
  });
});

it("a default branch that was deleted is not a repository without commits", async () => {
  const fixture = await setUpRepository(database, root.path);
  const { organization_id, repository_id, git } = fixture;
  await cite(database, { ...fixture, citations: [NET] });
  git.git("checkout", "--quiet", "-b", "other");
  git.git("branch", "--quiet", "-D", "main");
  git.git("symbolic-ref", "HEAD", "refs/heads/main");
  const { results } = await checkCitations(database.db, { organization_id, repository_id });
  expect(results[0]?.reason).toBe(
    "The default branch main no longer exists; point the repository's HEAD to one that does.",
  );
});

it("a citation at a commit that no branch holds says so when it is stored", async () => {
  const fixture = await setUpRepository(database, root.path);
  const { git, first_commit, lead, repository } = fixture;
  const lost = git.commit({ [BILLING_PATH]: `// lost\n${BILLING}` });
  git.git("reset", "--quiet", "--hard", first_commit);
  const kept = git.commit({ [BILLING_PATH]: `// kept\n${BILLING}` });
  git.commit({ [BILLING_PATH]: BILLING });
  const store = (sha: string, statement: string) =>
    run(
      memories.memoryStore,
      {
        kind: "decision",
        statement,
        repository: repository.name,
        citations: [{ path: BILLING_PATH, line_start: 4, line_end: 6, sha }],
      },
      lead,
    );
  expect((await store(lost, "Net prices leave out the tax.")).notes.join(" ")).toMatch(
    /No branch holds commit/,
  );
  expect((await store(kept, "Gross prices hold the tax.")).notes.join(" ")).not.toMatch(/No branch/);
});

it("registering a repository twice is a conflict that says only so", async () => {
  const fixture = await setUpRepository(database, root.path);
  const again = run(
    contract.repositoryAdd,
    { name: fixture.repository.name, source: { kind: "path", path: fixture.git.dir } },
    fixture.lead,
  );
  const error: unknown = await again.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "conflict" });
  // Its cause would be logged, with the stack of the database's client.
  expect(error instanceof Error && error.cause).toBeUndefined();
});
