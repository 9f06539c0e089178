import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import * as memories from "@/lib/memories/contract";
import { repositoryCheckJob } from "@/lib/memories/jobs";
import { contextGet } from "@/lib/recall/contract";
import { preferenceCompute, reviewEvaluate } from "@/lib/reviews/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";

const root = repositoryRoot();
const database = testDatabase();

const PRETTIER = '{\n  "printWidth": 120,\n  "semi": false\n}\n';

async function setUp(files: Record<string, string> = { ".prettierrc": PRETTIER }) {
  const fixture = await setUpRepository(database, root.path);
  const { organization, git, repository, organization_id, repository_id } = fixture;
  git.commit(files);
  const dana = contextOf(database, await organization.person("developer"));
  await run(memories.preferenceAuthorsSet, { git_authors: ["dana"] }, dana);
  const compute = (context = dana) =>
    run(preferenceCompute, { repository: repository.name, developer: "dana" }, context);
  const listed = async () => (await run(memories.preferenceList, {}, dana)).items;
  const preference = async (type: string) => {
    const found = (await listed()).find(({ preference_type }) => preference_type === type);
    if (!found) throw new Error(`there is no preference about ${type}`);
    return found;
  };
  const check = async () => {
    await run(memories.repositoryCheck, { repository_id }, fixture.lead);
    await repositoryCheckJob.handle({ organization_id, repository_id }, partsOf(database));
  };
  return { ...fixture, dana, compute, listed, preference, check };
}

const said = (items: { preference_type: string; preference_value: string }[]) =>
  items.map(({ preference_type, preference_value }) => `${preference_type}=${preference_value}`).sort();

describe("preferences computed from configuration", () => {
  it("are kept once, each cited to its line at the commit", async () => {
    const { compute, listed, preference, git } = await setUp();
    const first = await compute();
    expect(first).toMatchObject({
      developer: "dana",
      commit_sha: git.git("rev-parse", "HEAD"),
      files: [".prettierrc"],
      stored: 2,
      unread: [],
    });
    expect(await preference("line_length")).toMatchObject({
      developer_id: "dana",
      preference_value: "120",
      statement: "dana keeps lines to 120 characters in web.",
      origin: "configuration",
      holds_for: "web",
      status: "active",
      corrected: false,
      contradicted_by: [],
      configured: null,
      citations: [
        {
          path: ".prettierrc",
          line_start: 2,
          line_end: 2,
          commit_sha: first.commit_sha,
          status: "unchanged",
        },
      ],
    });
    const before = await listed();
    git.commit({
      "src/other.ts": "export {};\n",
      ".prettierrc": PRETTIER.replace("{", '{\n  "tabWidth": 2,'),
    });
    expect(await compute()).toMatchObject({ stored: 1, replaced: 0, unchanged: 2 });
    expect((await listed()).filter(({ preference_type }) => preference_type !== "indent_size")).toEqual(
      before,
    );
  });

  it("are superseded by what a changed line says, and end with a line that is gone", async () => {
    const { compute, preference, listed, check, git, lead } = await setUp();
    await compute();
    const old = await preference("line_length");
    git.commit({ ".prettierrc": PRETTIER.replace("120", "100") });
    await check();
    expect(await preference("line_length")).toMatchObject({ preference_value: "120", status: "drifted" });
    expect(await compute()).toMatchObject({ stored: 0, replaced: 1, unchanged: 1 });
    expect(await preference("line_length")).toMatchObject({ preference_value: "100", status: "active" });
    expect(await run(memories.memoryGet, { memory_id: old.memory_id }, lead)).toMatchObject({
      status: "superseded",
    });
    git.commit({ ".prettierrc": PRETTIER });
    expect(await compute()).toMatchObject({ stored: 0, replaced: 1 });
    expect(said(await listed())).toEqual(["line_length=120", "semicolons=as needed"]);
    git.commit({ ".prettierrc": '{\n  "semi": false\n}\n' });
    expect(await compute()).toMatchObject({ gone: 1 });
    await check();
    expect(
      (await listed())
        .filter(({ status }) => status === "active")
        .map(({ preference_type }) => preference_type),
    ).toEqual(["semicolons"]);
  });

  it("leave what the developer corrected or deleted, and say what configuration says against it", async () => {
    const { compute, preference, git, dana, check } = await setUp();
    await compute();
    const { memory_id, version } = await preference("line_length");
    const statement = "dana keeps lines to 90 characters.";
    await run(memories.preferenceCorrect, { memory_id, version, preference_value: "90", statement }, dana);
    await run(memories.memoryDelete, { memory_id: (await preference("semicolons")).memory_id }, dana);
    expect(await preference("line_length")).toMatchObject({
      preference_value: "90",
      origin: "correction",
      corrected: true,
      citations: [],
      configured: { tool: "prettier", value: "120", path: ".prettierrc", line: 2 },
    });
    git.commit({ ".prettierrc": PRETTIER.replace("120", "140") });
    expect(await compute()).toMatchObject({ stored: 0, replaced: 0, noted: 1, deleted: 1 });
    await check();
    expect(await preference("line_length")).toMatchObject({
      preference_value: "90",
      statement,
      status: "active",
      configured: { value: "140" },
    });
    expect(await compute()).toMatchObject({ noted: 0, corrected: 1, deleted: 1 });
    git.commit({ ".prettierrc": PRETTIER.replace("120", "90") });
    await compute();
    expect(await preference("line_length")).toMatchObject({ origin: "correction", configured: null });
  });

  it("name the tools that contradict each other, and the files of a monorepo with their folders", async () => {
    const { compute, listed } = await setUp({
      ".prettierrc": '{ "printWidth": 100 }\n',
      ".eslintrc.json": '{\n  "rules": { "max-len": ["error", 140] }\n}\n',
      "packages/web/.prettierrc": '{ "printWidth": 80 }\n',
      "packages/api/.prettierrc": '{ "printWidth": 100 }\n',
      "test/fixtures/.prettierrc": '{ "printWidth": 20 }\n',
      "pyproject.toml": "[tool.ruff\n",
      "prettier.config.js": `module.exports = { tabWidth: ${"x".repeat(600_000)} };\n`,
    });
    const { unread, files } = await compute();
    expect(files).not.toContain("test/fixtures/.prettierrc");
    expect(unread).toEqual([
      { path: "prettier.config.js", line: null, why: "is too large" },
      { path: "pyproject.toml", line: expect.any(Number), why: "is no TOML" },
    ]);
    expect(
      (await listed()).map(({ preference_value, holds_for, contradicted_by }) => ({
        preference_value,
        holds_for,
        contradicted_by,
      })),
    ).toEqual(
      expect.arrayContaining([
        { preference_value: "80", holds_for: "packages/web (web)", contradicted_by: [] },
        expect.objectContaining({ preference_value: "100", holds_for: "web" }),
      ]),
    );
  });

  it("are each developer's own: another person computes theirs, and corrects nobody else's", async () => {
    const { organization, compute, preference, repository } = await setUp();
    await compute();
    const eve = contextOf(database, await organization.person("developer"));
    await expect(
      run(preferenceCompute, { repository: repository.name, developer: "dana" }, eve),
    ).rejects.toMatchObject({ errors: [{ pointer: "/developer" }] });
    expect(await run(preferenceCompute, { repository: repository.name }, eve)).toMatchObject({ stored: 2 });
    const { memory_id, version } = await preference("line_length");
    await expect(
      run(memories.preferenceCorrect, { memory_id, version, preference_value: "1", statement: "No." }, eve),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("are computed by a key that names the developer, and reach the pack of that developer alone", async () => {
    const { organization, compute, repository, lead } = await setUp();
    const bot = contextOf(database, await organization.agent({ types: ["builder"] }));
    await expect(run(preferenceCompute, { repository: repository.name }, bot)).rejects.toMatchObject({
      errors: [{ pointer: "/developer" }],
    });
    expect(await compute(bot)).toMatchObject({ stored: 2, fixes: { stored: 0 } });
    const pack = (developer: string) =>
      run(
        contextGet,
        {
          task: "Break lines that are longer than 120 characters in web files",
          agent_type: "builder",
          repository: repository.name,
          changed_files: ["src/app.ts"],
          developer,
        },
        bot,
      );
    const kinds = (answer: Awaited<ReturnType<typeof pack>>) =>
      JSON.stringify(answer).includes("dana keeps lines");
    expect(kinds(await pack("eve"))).toBe(false);
    expect((await run(memories.memoryList, { kind: ["developer_preference"] }, lead)).total).toBe(2);
  });

  it("come from fixes that were taken over too, with how often of how many", async () => {
    const { compute, preference, dana } = await setUp({ "README.md": "Nothing.\n" });
    const item = (number: number) => ({
      number,
      title: "Quotes",
      suggested_fix: "Use single quotes",
      rule_category: "style",
      file_path: "src/a.ts",
    });
    await run(
      reviewEvaluate,
      {
        workflow_id: `pr-${newId()}`,
        summary: "Reviewed",
        developer: "dana",
        items_to_implement: [1, 2, 3, 4, 5, 6].map(item),
      },
      dana,
    );
    expect(await compute()).toMatchObject({ files: [], stored: 0, fixes: { stored: 1, updated: 0 } });
    expect(await preference("quotes")).toMatchObject({
      preference_value: "single",
      origin: "fixes",
      observation_count: 6,
      flagged: 6,
      holds_for: "javascript",
      citations: [],
    });
    expect(await compute()).toMatchObject({ fixes: { stored: 0, updated: 0 } });
  });
});
