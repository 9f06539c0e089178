import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { type CommandLine, startCommandLine } from "../../support/command-line";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";
import { remember } from "../memories/support";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const root = repositoryRoot();
const database = testDatabase();
let fixture: Awaited<ReturnType<typeof setUpRepository>>;
let line: CommandLine;
let key = "";

beforeAll(async () => {
  fixture = await setUpRepository(database, root.path);
  const owner = contextOf(database, await fixture.organization.person("owner"));
  const permissions = [...PERMISSIONS];
  key = (await run(agentKeyCreate, { name: "admin", agent: "admin", permissions }, owner)).key;
  line = await startCommandLine(database, { key: () => key });
  const write = (name: string, text: string) => writeFile(path.join(line.folder, name), text);
  await write("dates.yml", "language: ts\nrule: { pattern: new Date($$$) }\n");
  await write("wrong.yml", "language: ts\nrule: { patern: x }\n");
});

afterAll(() => line?.close());

describe("casebook probe", () => {
  it("tries a rule, shows its places, and says by its exit code whether the claim holds", async () => {
    const { name } = fixture.repository;
    const tried = await line.casebook(["probe", "try", "dates.yml", "--repository", name]);
    expect(tried).toMatchObject({ code: 1, stderr: "" });
    expect(tried.stdout).toContain("violated (1 place)");
    expect(tried.stdout).toContain("src/billing.ts:13");
    expect(tried.stdout).toContain("return new Date(issued.getTime() + 14 * 86_400_000);");
    const expected = ["probe", "try", "dates.yml", "--repository", name, "--at-least", "1"];
    expect(await line.casebook(expected)).toMatchObject({ code: 0 });
    const elsewhere = ["probe", "try", "dates.yml", "--repository", name, "--except", "src/**"];
    expect((await line.casebook(elsewhere)).stdout).toContain(
      "No file in the rule's language matches its paths",
    );
  });

  it("names the field and the reason of a rule that is wrong", async () => {
    const { name } = fixture.repository;
    const tried = await line.casebook(["probe", "try", "wrong.yml", "--repository", name]);
    expect(tried.code).not.toBe(0);
    expect(tried.stderr).toContain("/rule");
    expect(tried.stderr).toContain("unknown field `patern`");
  });

  it("gives a memory a rule", async () => {
    const { lead, repository } = fixture;
    const memory = await remember(lead, {
      statement: "Dates are made in one place.",
      repository: repository.name,
    });
    const stored = await line.casebook(["probe", "set", memory.id, "dates.yml", "--at-least", "1"]);
    expect(stored).toMatchObject({ code: 0, stderr: "" });
    expect(stored.stdout).toContain("Stored: holds (1, at least 1 expected).");
  });
});
