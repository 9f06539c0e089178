import { cp, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { repositoryAdd } from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import { proposalList, skillList, skillRegister } from "@/lib/skills/contract";
import { type CommandLine, startCommandLine } from "../../support/command-line";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { repositoryRoot } from "../../support/repository-root";
import { SKILL, SKILL_PATH } from "../skills/support";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const root = repositoryRoot();
const database = testDatabase();
let line: CommandLine;
afterAll(() => line?.close());

describe("casebook skills push --reason", () => {
  it("proposes what was changed here since the version that git holds, and takes nothing in", async () => {
    const organization = await createOrganization(database.db);
    const lead = contextOf(database, await organization.person("lead"));
    const permissions = [...lead.actor.permissions];
    const made = await run(agentKeyCreate, { name: "admin", agent: "admin", permissions }, lead);
    line = await startCommandLine(database, { key: () => made.key });
    const repository = "acme/pushed";
    const git = new GitRepository(path.join(root.path, newId()));
    git.commit({ [SKILL_PATH]: SKILL });
    await run(repositoryAdd, { name: repository, source: { kind: "path", path: git.dir } }, lead);
    await run(skillRegister, { repository }, lead);
    await cp(git.dir, path.join(line.folder, "copy"), { recursive: true });
    const push = () =>
      line.casebook(["skills", "push", "-r", repository, "--from", "copy", "--reason", "Loops need them."]);
    expect(await push()).toMatchObject({ code: 0, stdout: expect.stringContaining("unchanged") });
    await writeFile(
      path.join(line.folder, "copy", SKILL_PATH),
      SKILL.replace("names of one letter", "names of one letter, but not in loops"),
    );
    const said = await push();
    expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/created.+Naming.+\/proposals\//) });
    const { items } = await run(proposalList, {}, lead);
    expect(items).toMatchObject([{ rationale: "Loops need them.", base_version: 1, drafter: "by:admin" }]);
    expect((await run(skillList, {}, lead)).items).toMatchObject([{ current_version: 1 }]);
    const pulled = await line.casebook(["skills", "pull", "-r", repository, "--into", "copy"]);
    expect(pulled).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("casebook skills push --reason"),
    });
  });
});
