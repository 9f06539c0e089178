import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { findingList, ruleList } from "@/lib/reviews/contract";
import { reviewImportJob } from "@/lib/reviews/jobs";
import type { Context } from "@/lib/runtime/operation";
import { type CommandLine, startCommandLine } from "../../support/command-line";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");
vi.stubEnv("CASEBOOK_DATA_DIR", tmpdir());

const database = testDatabase();
let owner: Context;
let key = "";
let line: CommandLine;

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  owner = contextOf(database, await organization.person("owner"));
  const fields = { name: "cli", agent: "cli", permissions: [...PERMISSIONS] };
  key = (await run(agentKeyCreate, fields, owner)).key;
  // What the worker does between two looks at the import.
  const work = async () => {
    const imports = await database.db.review_import.findMany({
      where: { organization_id, status: { in: ["waiting", "running"] } },
    });
    for (const { id: import_id } of imports)
      await reviewImportJob.handle({ organization_id, import_id }, partsOf(database, owner));
  };
  line = await startCommandLine(database, { key: () => key, work });
});
afterAll(() => line?.close());

/** An evaluation on one line; every hundredth is no evaluation. */
const evaluation = (index: number) =>
  JSON.stringify({
    workflow_id: `pr-${index}`,
    summary: "Reviewed",
    skill: "code-review",
    ...(index % 100 === 99 ? { items_rejected: [{ number: 1 }] } : {}),
    items_to_implement: [{ number: 1, title: `Unused variable in ${index}`, file_path: "src/a.ts" }],
  });

it("of 2,000 evaluations stores what is right, names what is wrong, and stores nothing twice", async () => {
  const file = path.join(line.folder, "evaluations.jsonl");
  await writeFile(file, `${Array.from({ length: 2_000 }, (_, index) => evaluation(index)).join("\n")}\n`);
  const first = await line.casebook(["review", "import", file, "--json"]);
  // 1: some were skipped.
  expect(first).toMatchObject({ code: 1, stderr: "" });
  const answer: unknown = JSON.parse(first.stdout);
  expect(answer).toMatchObject({
    import: { status: "done", items: { total: 2_000, stored: 1_980, skipped: 20 }, findings: 1_980 },
    skipped: expect.arrayContaining([
      expect.objectContaining({
        label: expect.stringContaining("pr-99"),
        because: expect.stringContaining("title"),
      }),
    ]),
  });
  expect((await run(findingList, { limit: 1 }, owner)).total).toBe(1_980);
  const { items } = await run(ruleList, {}, owner);
  expect(items).toMatchObject([{ rule_category: "unused_code", flagged: 1_980, implemented: 1_980 }]);

  const again = await line.casebook(["review", "import", "-", "--json"], {
    stdin: Array.from({ length: 50 }, (_, index) => evaluation(index)).join("\n"),
  });
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ import: { items: { repeated: 50, stored: 0 } } });
  expect((await run(findingList, { limit: 1 }, owner)).total).toBe(1_980);
});

it("of a file that is no JSON, or of nothing, is refused before anything is sent", async () => {
  const broken = await line.casebook(["review", "import", "-"], { stdin: "{" });
  expect(broken).toMatchObject({ code: 2, stdout: "" });
  expect(broken.stderr).toContain("not valid JSON");
  const nothing = await line.casebook(["review", "import", "-"], { stdin: "[]" });
  expect(nothing).toMatchObject({ code: 2, stdout: "" });
});
