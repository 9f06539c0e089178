import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { startCommandLine } from "../../support/command-line";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");
vi.stubEnv("CASEBOOK_DATA_DIR", tmpdir());

const database = testDatabase();

it("a dry run of an import from mem0 says what of the file would be imported, and stores nothing", async () => {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const { key } = await run(agentKeyCreate, { name: "cli", agent: "cli" }, owner);
  const line = await startCommandLine(database, { key: () => key });
  const results = [
    { id: "a", memory: "Tents are pitched uphill" },
    { id: "b", memory: "Boats are named after rivers" },
  ];
  const file = path.join(line.folder, "mem0.json");
  await writeFile(file, JSON.stringify({ count: 2, next: null, previous: null, results }));
  const { code, stdout } = await line.casebook(["import-mem0", file, "--dry-run"]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/in the file\s+2\n.*would be imported\s+2\n.*would be refused\s+0/s),
  });
  expect(stdout).not.toContain("existed already");
  const { organization_id } = organization;
  expect(await database.db.memory.count({ where: { organization_id } })).toBe(0);
  await line.close();
});
