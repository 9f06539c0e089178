import { renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as citations from "@/lib/citations/contract";
import * as memories from "@/lib/memories/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const CHARGE = `export class Charge {
  limit() {
    return most(30, 'per customer and day', this.account)
  }
}
`;
const CITED = { path: "src/charge.ts", line_start: 3, line_end: 3 };

async function cited({ file = CHARGE, at = CITED } = {}) {
  const fixture = await setUpRepository(database, root.path);
  const { git, organization, repository } = fixture;
  git.commit({ [at.path]: file, "src/other.ts": "export const other = 1;\n" });
  const bot = contextOf(database, await organization.agent({ types: ["reviewer"] }));
  const { id: memory_id } = await remember(bot, {
    statement: "A customer is charged at most thirty a day.",
    repository: repository.name,
    citations: [at],
  });
  const verify = () => run(memories.memoryVerifyCitations, { memory_id }, bot);
  const search = () => run(memories.memorySearch, { query: "customer charged at most thirty" }, bot);
  return { ...fixture, bot, memory_id, verify, search };
}

describe("code of which only the formatting changed", () => {
  it("keeps its memory in service, and says so beside the status", async () => {
    const { git, verify, search, lead, memory_id } = await cited();
    const now = CHARGE.replace(
      "most(30, 'per customer and day', this.account)",
      'most(\n      30, // a day\n      "per customer and day",\n      this.account,\n    );',
    );
    git.commit({ "src/charge.ts": now });
    expect(await verify()).toMatchObject({
      valid: true,
      status: "active",
      citations: [{ status: "edited", facts: ["formatting_only"], line_start: 3, line_end: 7, error: null }],
    });
    expect((await search()).items).toMatchObject([{ memory: { id: memory_id } }]);
    const { items } = await run(citations.citationList, { memory_id }, lead);
    expect(items).toMatchObject([
      {
        status: "edited",
        facts: ["formatting_only"],
        symbol_path: "Charge.limit",
        snippet: expect.stringContaining("'per"),
      },
    ]);
    const checks = await run(citations.citationCheckList, { citation_id: items[0]?.id ?? "" }, lead);
    expect(checks.items[0]).toMatchObject({ facts: ["formatting_only"], symbol_path: "Charge.limit" });
    const changes = await run(
      citations.verdictChangeList,
      { repository_id: items[0]?.repository.id ?? "" },
      lead,
    );
    expect(changes.items).toEqual([]);
  });

  it("drifts its memory by the next edit that is one, and by one that came with the formatting", async () => {
    const { git, verify } = await cited();
    git.commit({ "src/charge.ts": CHARGE.replaceAll("'", '"') });
    expect(await verify()).toMatchObject({ valid: true, status: "active" });
    git.commit({ "src/charge.ts": CHARGE.replaceAll("'", '"').replace("30", "300") });
    expect(await verify()).toMatchObject({ valid: false, status: "drifted", citations: [{ facts: [] }] });
    git.commit({ "src/charge.ts": CHARGE.replaceAll("'", '"') });
    expect(await verify()).toMatchObject({ valid: true, status: "active" });
  });

  it("is known with its commit gone", async () => {
    const { git, verify } = await cited();
    git.git("checkout", "--quiet", "--orphan", "restart");
    git.commit({ "src/charge.ts": CHARGE.replaceAll("'", '"') });
    git.git("branch", "-M", "main");
    git.git("reflog", "expire", "--expire=now", "--all");
    git.git("gc", "--quiet", "--prune=now");
    expect(await verify()).toMatchObject({
      valid: true,
      status: "active",
      citations: [{ status: "edited", facts: ["formatting_only"] }],
    });
  });
});

const moved = (path: string, text: string) => ({ "src/charge.ts": "export {};\n", [path]: text });

const DEAD: [string, Record<string, string>, string][] = [
  [
    "documentation",
    moved("docs/MIGRATION.md", `# Before\n\n\`\`\`ts\n${CHARGE}\`\`\`\n`),
    "in_generated_or_docs",
  ],
  ["a bundle", moved("dist/bundle.js", CHARGE), "in_generated_or_docs"],
  ["a backup", moved("attic/charge.ts.bak", CHARGE), "in_generated_or_docs"],
  ["what a program made", moved("src/all.ts", `// @generated\n${CHARGE}`), "in_generated_or_docs"],
  ["a comment", { "src/charge.ts": `/* disabled\n${CHARGE}*/\n` }, "inside_comment"],
  ["a comment of another file", moved("src/new.ts", `/* disabled\n${CHARGE}*/\n`), "inside_comment"],
  ["a text", { "src/charge.ts": `const before = \`\n${CHARGE}\`;\n` }, "inside_comment"],
];

describe("a text that stands only where nothing runs it", () => {
  it.each(DEAD)("drifts, and the place is named (%s)", async (_, files, fact) => {
    const { git, verify } = await cited({ at: { path: "src/charge.ts", line_start: 1, line_end: 5 } });
    git.commit(files);
    const answer = await verify();
    expect(answer).toMatchObject({ valid: false, status: "drifted" });
    const [citation] = answer.citations;
    expect(citation).toMatchObject({ status: "edited", facts: expect.arrayContaining([fact]) });
    expect(citation?.error).toContain(`${citation?.path}:${citation?.line_start}`);
  });

  it("drifts in a part that is switched off", async () => {
    const file = "int most(int a) {\n  return a > 30 ? 30 : a;\n}\n";
    const at = { path: "src/most.c", line_start: 1, line_end: 3 };
    const { git, verify } = await cited({ file, at });
    git.commit({ "src/most.c": `#if 0\n${file}#endif\n` });
    expect(await verify()).toMatchObject({ status: "drifted", citations: [{ facts: ["inside_comment"] }] });
    git.commit({ "src/most.c": `#if 0\nint other;\n#else\n${file}#endif\n` });
    expect(await verify()).toMatchObject({ status: "active", citations: [{ status: "moved" }] });
  });

  it("holds where it was cited there", async () => {
    const at = { path: "docs/charge.md", line_start: 1, line_end: 5 };
    const { git, verify } = await cited({ at });
    git.git("mv", "docs/charge.md", "docs/charges.md");
    git.commit();
    expect(await verify()).toMatchObject({ status: "active", citations: [{ status: "renamed" }] });
  });

  it("is passed over where code holds it too", async () => {
    const { git, verify } = await cited({ at: { path: "src/charge.ts", line_start: 1, line_end: 5 } });
    git.commit({
      "src/charge.ts": "export {};\n",
      "docs/a.md": CHARGE,
      "src/moved.ts": `// moved\n${CHARGE}`,
    });
    expect(await verify()).toMatchObject({ citations: [{ status: "renamed", path: "src/moved.ts" }] });
  });
});

describe("beside the status", () => {
  it("a condition that came around unchanged lines is reported", async () => {
    const { git, verify } = await cited();
    git.commit({ "src/charge.ts": CHARGE.replace("limit() {", "limit(force: boolean) {") });
    expect(await verify()).toMatchObject({
      status: "active",
      citations: [{ status: "unchanged", facts: ["enclosing_changed"] }],
    });
    git.commit({ "src/charge.ts": CHARGE.replace("  limit", "  /** @deprecated */\n  limit") });
    expect((await verify()).citations[0]?.facts).toEqual(["enclosing_changed", "deprecated"]);
    const again = await verify();
    expect(again.citations[0]?.facts, "it stays until the lines are cited again").toContain("deprecated");
  });

  it("what lasts is known after an outage, and after the lines were gone", async () => {
    const { git, verify } = await cited();
    const file = CHARGE.replace("  limit", "  /** @deprecated */\n  limit");
    git.commit({ "src/charge.ts": file });
    expect((await verify()).citations[0]?.facts).toContain("deprecated");
    renameSync(git.dir, `${git.dir}-away`);
    expect((await verify()).citations).toMatchObject([{ status: "unreachable" }]);
    renameSync(`${git.dir}-away`, git.dir);
    expect((await verify()).citations[0]?.facts).toContain("deprecated");
    git.commit({ "src/charge.ts": "export {};\n" });
    expect((await verify()).citations).toMatchObject([{ status: "missing" }]);
    git.commit({ "src/charge.ts": file });
    expect((await verify()).citations[0]?.facts).toContain("deprecated");
  });

  it("a comment that reads differently is distinguished from code that does", async () => {
    const file = CHARGE.replace("this.account)", "this.account) // by law");
    const { git, verify } = await cited({ file });
    git.commit({ "src/charge.ts": file.replace("by law", "by contract") });
    expect(await verify()).toMatchObject({ status: "drifted", citations: [{ facts: ["comment_only"] }] });
  });
});
