import { cp, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { conversationGet, conversationList } from "@/lib/conversations/contract";
import { type CommandLine, startCommandLine } from "../../support/command-line";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const database = testDatabase();
const TRANSCRIPTS = path.resolve("tests/integration/conversations/transcripts");
let line: CommandLine;
let key = "";
let owner: ReturnType<typeof contextOf>;

beforeAll(async () => {
  const organization = await createOrganization(database.db, { enabled: true });
  owner = contextOf(database, await organization.person("owner"));
  key = (await run(agentKeyCreate, { name: "import", agent: "ada-client" }, owner)).key;
  line = await startCommandLine(database, { key: () => key });
  const place = async (folder: string, names: readonly string[]) => {
    await mkdir(path.join(line.folder, folder), { recursive: true });
    for (const name of names) await cp(path.join(TRANSCRIPTS, name), path.join(line.folder, folder, name));
  };
  await place(".claude/projects/-home-ada-harbor", ["claude-code.jsonl"]);
  await place(".codex/sessions/2026/11/16", ["codex.jsonl", "codex-subagent.jsonl"]);
});

afterAll(() => line?.close());

const imported = (...args: string[]) => line.casebook(["import-conversations", ...args, "--json"]);
const linesOfDay = async () => {
  const { items } = await run(conversationList, {}, owner);
  const conversation_id = items[0]?.id ?? "";
  return (await run(conversationGet, { conversation_id }, owner)).log;
};

it("sends nothing without the folders whose runs may be sent", async () => {
  expect(await line.casebook(["import-conversations", "--claude-code"])).toMatchObject({ code: 2 });
  const elsewhere = await imported("--claude-code", "--codex", "--repository", "/home/ada/harbor-2");
  expect(JSON.parse(elsewhere.stdout)).toMatchObject({ transcripts: 0, skipped: 3, messages: 0 });
  expect((await run(conversationList, {}, owner)).total).toBe(0);
});

it("brings what people and agents wrote in those folders, without secrets and without what clients add", async () => {
  const here = ["--claude-code", "--codex", "--repository", "/home/ada/harbor/"];
  const trial = JSON.parse((await imported(...here, "--dry-run")).stdout);
  expect(trial).toMatchObject({ transcripts: 2, skipped: 1, messages: 9, stored: 0 });
  const first = JSON.parse((await imported(...here)).stdout);
  expect(first).toMatchObject({ transcripts: 2, messages: 9, stored: 9, known: 0 });
  const log = await linesOfDay();
  expect(log.map(({ source, speaker, text }) => [source, speaker, text])).toEqual([
    ["claude_code", "user", "We deploy the booking service on Tuesdays only."],
    ["claude_code", "assistant", "`priceOf()` returns null without a tariff."],
    ["claude_code", "user", "The label is too wide, as you see."],
    ["claude_code", "user", "My token is [TOKEN], keep it to yourself."],
    ["claude_code", "user", "I prefer short commit messages."],
    ["claude_code", "user", "We write the changelog in the present tense."],
    ["codex", "user", "Our parser is generated from `grammar.js` by tree-sitter."],
    ["codex", "assistant", "`grammar.js` has 12 rules."],
    ["codex", "user", "I prefer tables over lists."],
  ]);
  const again = JSON.parse((await imported(...here)).stdout);
  expect(again).toMatchObject({ messages: 9, stored: 0, known: 9 });
});

it("keeps no secret of a transcript in the database", async () => {
  const [token] = /ghp_\w+/.exec(await readFile(path.join(TRANSCRIPTS, "claude-code.jsonl"), "utf8")) ?? [];
  expect(token).toBeDefined();
  const rows = await database.db.$queryRawUnsafe<{ n: number }[]>(
    `select count(*)::int as n from conversation_line where text like '%${token}%' or text like '%hunter2%'`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});
