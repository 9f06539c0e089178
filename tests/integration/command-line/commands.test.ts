import { execFile } from "node:child_process";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate, organizationUpdate } from "@/lib/access/contract";
import { newId } from "@/lib/kernel/ids";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { memorySearch, memoryStore } from "@/lib/memories/contract";
import { expectationCreate } from "@/lib/recall/contract";
import { hookAfterAgent, hookSessionStart, hookStop } from "@/lib/sessions/contract";
import { type CommandLine, call, startCommandLine } from "../../support/command-line";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";
import { listen } from "../../support/listen";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");
vi.stubEnv("CASEBOOK_DATA_DIR", tmpdir());

const execute = promisify(execFile);
const database = testDatabase();
let organization: TestOrganization;
let key = "";
let reader = "";
let line: CommandLine;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const permissions = [...PERMISSIONS];
  key = (await run(agentKeyCreate, { name: "admin", agent: "admin", permissions }, owner)).key;
  reader = (await run(agentKeyCreate, { name: "r", agent: "r", permissions: ["memories:read"] }, owner)).key;
  await run(
    memoryStore,
    { kind: "fact", scope: "global", statement: "The sluice \u001b[31mopens\u001b[0m at dawn." },
    owner,
  );
  await run(
    memoryStore,
    {
      kind: "anti_pattern",
      scope: "global",
      statement: `Never moor at pier nine. ${"It silts up quickly. ".repeat(20)}`,
      metadata: { instead: "Moor at pier four." },
    },
    owner,
  );
  line = await startCommandLine(database, { key: () => key });
});

afterAll(() => line?.close());

const json = (text: string): unknown => JSON.parse(text);

describe("casebook query", () => {
  it("answers a table that fits the terminal, long text cut with …", async () => {
    const { code, stdout } = await line.casebook(["query", "moor", "pier"], { columns: 100 });
    expect(code).toBe(0);
    expect(stdout).toContain("Never moor");
    expect(stdout).toContain("…");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken away
    const lines = stdout.replace(/\u001b\[\d+m/g, "").split("\n");
    for (const each of lines) expect(each.length).toBeLessThanOrEqual(100);
  });

  it("never passes on to a terminal what a memory would have it do", async () => {
    const { stdout } = await line.casebook(["query", "sluice", "dawn"]);
    expect(stdout).toContain("[31mopens[0m at dawn");
    expect(stdout).not.toContain("\u001b");
  });

  it("has colours in a terminal, and none in a pipe, with NO_COLOR or --no-color", async () => {
    const env = { CASEBOOK_URL: line.url, CASEBOOK_KEY: key };
    const colour = "\u001b[";
    expect((await line.casebook(["query", "pier"], { columns: 80 })).stdout).toContain(colour);
    expect((await line.casebook(["query", "pier"])).stdout).not.toContain(colour);
    expect((await line.casebook(["query", "pier", "--no-color"], { columns: 80 })).stdout).not.toContain(
      escape,
    );
    const without = await line.casebook(["query", "pier"], { columns: 80, env: { ...env, NO_COLOR: "1" } });
    expect(without.stdout).not.toContain(colour);
  });

  it("gives programs the API's answer as it is", async () => {
    const { stdout } = await line.casebook(["query", "sluice", "--json", "--limit", "1"]);
    expect(json(stdout)).toMatchObject({
      items: [{ memory: { kind: "fact" } }],
      degraded: ["embedding: no_model"],
    });
  });

  it("ends with 1 when nothing is known", async () => {
    expect((await line.casebook(["query", "xylophone"])).code).toBe(1);
  });

  it("ends with 2 for a kind that there is none of", async () => {
    const { code, stderr } = await line.casebook(["query", "pier", "--kind", "rumour"]);
    expect(code).toBe(2);
    expect(stderr).toContain("rumour is not one of convention, ");
  });
});

describe("casebook replay", () => {
  it("says where each expected memory came, and ends with 1 when one is not where it should be", async () => {
    const owner = contextOf(database, await organization.person("owner"));
    expect(await line.casebook(["replay"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^There are no expectations/),
    });
    const [pier, sluice] = await Promise.all(
      ["Never moor at pier nine.", "The sluice"].map((text) => run(memorySearch, { query: text }, owner)),
    );
    const expected = (name: string, found: typeof pier) =>
      run(
        expectationCreate,
        {
          name,
          question: { task: "Moor the ship at pier nine", agent_type: "builder" },
          memory_id: found?.items[0]?.memory.id ?? "",
          within: 1,
        },
        owner,
      );
    await expected("moorings", pier);
    expect(await line.casebook(["replay"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("moorings"),
    });
    await expected("sluices", sluice);
    const { code, stdout } = await line.casebook(["replay", "--json"]);
    expect(code).toBe(1);
    expect(json(stdout)).toMatchObject({
      passed: 1,
      failed: 1,
      items: expect.arrayContaining([
        expect.objectContaining({ name: "moorings", found_at: 1, passed: true }),
      ]),
    });
  });

  it("is refused to a key that may not manage the organization", async () => {
    const env = { CASEBOOK_URL: line.url, CASEBOOK_KEY: reader };
    expect((await line.casebook(["replay"], { env })).code).toBe(4);
  });
});

describe("casebook", () => {
  it("ends with 4 and the remedy for an unknown key, and for one without the permission", async () => {
    const env = { CASEBOOK_URL: line.url, CASEBOOK_KEY: `cb_${"x".repeat(43)}` };
    const unknown = await line.casebook(["status"], { env });
    expect(unknown).toMatchObject({ code: 4, stdout: "" });
    expect(unknown.stderr).toContain("unknown, revoked or expired");
    const lacking = await line.casebook(["keys", "list"], { env: { ...env, CASEBOOK_KEY: reader } });
    expect(lacking.code).toBe(4);
    expect(lacking.stderr).toContain("keys:manage");
  });

  it("ends with 4 where there is no key, and names the way to one", async () => {
    const { code, stderr } = await line.casebook(["status"], { env: {} });
    expect(code).toBe(4);
    expect(stderr).toContain("casebook login");
  });

  it("estimates what an installation needs, without a server", async () => {
    const ask = (...options: string[]) => line.casebook(["capacity", ...options], { env: {} });
    const usual = await ask();
    expect(usual.code).toBe(0);
    expect(usual.stdout).toMatch(/^disk +2\.7 GB: memories 0\.081, citations 0\.023, recalls 2\.6$/m);
    expect(usual.stdout).toContain("One machine and one process of each kind are enough.");
    const large = ["--agents", "1000", "--tasks", "120", "--memories", "1000000", "--core-price", "20"];
    const more = await ask(...large);
    expect(more.stdout).toMatch(/^price +\d/m);
    expect(more.stdout).toContain("1. Install the native engine");
    expect(more.stdout).toContain("Nothing was measured beyond 100,000 memories");
    expect(json((await ask(...large, "--json")).stdout)).toMatchObject({ measured: false });
    const wrong = await ask("--hours", "25");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("--hours is of a day: at most 24.");
  });

  it("ends with 3 in one sentence where no server answers", async () => {
    const env = { CASEBOOK_URL: "http://127.0.0.1:9", CASEBOOK_KEY: key };
    const { code, stdout, stderr } = await line.casebook(["status"], { env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("http://127.0.0.1:9 does not answer");
    expect(stderr).not.toContain("    at ");
  });

  it("ends with 2 for what it does not know", async () => {
    expect((await line.casebook(["frobnicate"])).code).toBe(2);
    expect((await line.casebook(["query"])).code).toBe(2);
    expect((await line.casebook(["--help"])).code).toBe(0);
  });

  it("says who you are, and what the server runs on", async () => {
    const { stdout, code } = await line.casebook(["status"]);
    expect(code).toBe(0);
    expect(stdout).toContain("admin (agent)");
    expect(stdout).toMatch(/database\s+(embedded \()?PostgreSQL \d+/);
  });

  it("counts everything, or what one agent type learned", async () => {
    const stats = (await line.casebook(["stats"])).stdout;
    expect(stats).toMatch(/memories\s+2/);
    for (const figure of ["precision of packs, reported", "empty packs", "delivered twice"])
      expect(stats).toMatch(new RegExp(`${figure}\\s.*n = \\d+ `));
    expect(stats).not.toContain("served something");
    // The key's own recalls stand beside figures of everybody's packs.
    expect(stats).toMatch(/own recalls, 30 days\s+0/);
    expect(stats).toMatch(/memories served to you\s+0,/);
    expect(stats).toMatch(/empty packs\s.*n = \d+ packs, all agents/);
    expect((await line.casebook(["stats", "reviewer"])).stdout).toMatch(
      /agent type\s+reviewer\nmemories\s+0/,
    );
  });

  it("prints a pack alone on stdout, and what belongs to it on stderr", async () => {
    const pack = await line.casebook([
      "context",
      ..."moor at pier nine though it silts up".split(" "),
      "--agent-type",
      "builder",
    ]);
    expect(pack.stdout).toMatch(/^## Memory Context/);
    expect(pack.stdout).toContain("Never moor at pier nine");
    expect(pack.stderr).toMatch(/^\d+ memor(?:y|ies), \d+ tokens?, /);
  });

  it("lists the best of an agent type and a category, and says the average quality", async () => {
    const owner = contextOf(database, await organization.person("owner"));
    for (const statement of ["Tide tables are read at noon.", "Tide tables are kept for a year."])
      await run(
        memoryStore,
        { kind: "fact", scope: "global", agent_type: "tester", category: "tides", statement },
        owner,
      );
    const best = await line.casebook(["query", "tester", "tides", "--limit", "1"], { columns: 200 });
    expect(best.stdout.match(/Tide tables/g)).toHaveLength(1);
    expect((await line.casebook(["stats", "tester"])).stdout).toMatch(/average quality\s+0\.\d\d/);
    expect((await line.casebook(["status"])).stdout).toMatch(/average quality\s+0\.\d\d/);
  });

  it("reports a session step by step", async () => {
    const by = contextOf(database, await organization.agent());
    await run(hookSessionStart, { session_id: "s-1" }, by);
    const output =
      "## Recommendations\n\n- Always close the sluice before you open the harbour gate to the sea.\n";
    await run(hookAfterAgent, { session_id: "s-1", agent_type: "main", task: "tidy", output }, by);
    await run(hookStop, { session_id: "s-1" }, by);
    const { stdout } = await line.casebook(["session-report", "s-1"]);
    expect(stdout).toMatch(/stored\s+1/);
    expect(stdout).toContain("after_agent");
    expect((await line.casebook(["session-report"])).stdout).toBe(stdout);
    expect((await line.casebook(["session-report", "nobody"])).code).toBe(1);
  });
});

describe("casebook login", () => {
  const file = () => path.join(line.folder, ".config", "casebook", "config.json");

  it("tries the key, keeps it in a file that others cannot read, and is used from then on", async () => {
    const { code, stdout } = await line.casebook(["login", line.url, "--key-stdin"], {
      stdin: `${key}\n`,
      env: {},
    });
    expect(code).toBe(0);
    expect(stdout).toContain("You are admin");
    expect(stdout).not.toContain(key);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await line.casebook(["status"], { env: {} })).code).toBe(0);
    const config = await line.casebook(["config"], { env: {} });
    expect(config.stdout).toContain(`${key.slice(0, 8)}…`);
    expect(config.stdout).not.toContain(key);
  });

  it("keeps nothing that does not work", async () => {
    const kept = await readFile(file(), "utf8");
    const wrong = await line.casebook(["login", line.url, "--key-stdin"], { stdin: "cb_wrong", env: {} });
    expect(wrong.code).toBe(4);
    expect(await readFile(file(), "utf8")).toBe(kept);
  });

  it("never sends a kept key to another address", async () => {
    const { code } = await line.casebook(["status", "--url", "http://127.0.0.1:9"], { env: {} });
    expect(code).toBe(4);
  });

  it("refuses a file that others may read", async () => {
    await chmod(file(), 0o644);
    const { code, stderr } = await line.casebook(["status"], { env: {} });
    expect(code).toBe(2);
    expect(stderr).toContain(`chmod 600 ${file()}`);
    await chmod(file(), 0o600);
  });

  it("is forgotten by logout", async () => {
    expect((await line.casebook(["logout"], { env: {} })).code).toBe(0);
    await expect(stat(file())).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("casebook keys", () => {
  it("makes, rotates and revokes a key, printing it once and alone", async () => {
    const made = await line.casebook([
      "keys",
      "create",
      "ci",
      "--agent",
      "ci-bot",
      "--permission",
      "memories:read",
    ]);
    expect(made.stdout).toMatch(/^cb_\S{43}\n$/);
    const first = made.stdout.trim();
    const as = (CASEBOOK_KEY: string) => ({ env: { CASEBOOK_URL: line.url, CASEBOOK_KEY } });
    expect((await line.casebook(["query", "pier"], as(first))).code).toBe(0);

    const rotated = await line.casebook(["keys", "rotate", "ci"]);
    const second = rotated.stdout.trim();
    expect((await line.casebook(["query", "pier"], as(first))).code).toBe(4);
    expect((await line.casebook(["query", "pier"], as(second))).code).toBe(0);

    const overlapping = await line.casebook(["keys", "rotate", second.slice(0, 8), "--overlap", "24"]);
    expect((await line.casebook(["query", "pier"], as(second))).code).toBe(0);
    const third = overlapping.stdout.trim();
    const listed = await line.casebook(["keys", "list", "--json"]);
    expect(listed.stdout).not.toContain(third);
    const ids = (json(listed.stdout) as { items: { id: string; prefix: string; permissions: string[] }[] })
      .items;
    const own = ids.find(({ prefix }) => third.startsWith(prefix));
    expect(own?.permissions).toEqual(["memories:read"]);
    expect((await line.casebook(["keys", "revoke", own?.id ?? ""])).code).toBe(0);
    expect((await line.casebook(["query", "pier"], as(third))).code).toBe(4);
  });

  it("says when it is not clear which key is meant", async () => {
    for (let at = 0; at < 2; at++) await line.casebook(["keys", "create", "twin", "--agent", "twin"]);
    const { code, stderr } = await line.casebook(["keys", "revoke", "twin"]);
    expect(code).toBe(2);
    expect(stderr).toContain("2 keys are twin");
    expect((await line.casebook(["keys", "revoke", "nobody"])).code).toBe(1);
  });
});

describe("casebook review import", () => {
  const evaluation = (workflow_id: string) => ({
    workflow_id,
    summary: "s",
    items_rejected: [{ number: 1, title: "Unused import", reason: "used" }],
  });

  it("takes JSON Lines from standard input, and says what it skipped and why", async () => {
    const stdin = [evaluation("w1"), { workflow_id: "w2" }].map((each) => JSON.stringify(each)).join("\n");
    const { code, stdout } = await line.casebook(["review", "import", "-", "--no-wait"], { stdin });
    expect(code).toBe(1);
    expect(stdout).toMatch(/items\s+2/);
    expect(stdout).toContain("w2");
  });

  it("takes an analyzer's results", async () => {
    const sarif = {
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "lint" } },
          results: [{ ruleId: "unused", message: { text: "Unused variable x" }, level: "warning" }],
        },
      ],
    };
    await writeFile(path.join(line.folder, "log.sarif"), JSON.stringify(sarif));
    const draft = ["review", "import", "log.sarif", "--draft", "--json"];
    const { stdout, stderr } = await line.casebook([...draft, "--open", "--root", "/home/ci/app"]);
    expect(stderr).toBe("");
    expect(json(stdout)).toMatchObject({ import: { kind: "sarif", status: "draft", items: { draft: 1 } } });
    const open = await line.casebook(draft);
    expect(open.code).toBe(0);
    expect(json(open.stdout)).toMatchObject({ import: { items: { draft: 0, skipped: 1 } } });
    const nothing = await line.casebook(["review", "import", "log.sarif"]);
    expect(nothing.code).toBe(0);
    expect(nothing.stdout).toContain("Nothing new.");
    expect(nothing.stdout).toMatch(/1\s+It is open: neither suppressed nor fixed\./);
  });

  it("names the file that is wrong", async () => {
    const { code, stderr } = await line.casebook(["review", "import", "nothing.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain("nothing.json does not exist");
    await writeFile(path.join(line.folder, "broken.json"), "{");
    expect((await line.casebook(["review", "import", "broken.json"])).stderr).toContain("not valid JSON");
  });
});

describe("casebook hook", () => {
  const stdin = JSON.stringify({
    session_id: "h-1",
    task: "moor at pier nine though it silts up quickly",
    agent_type: "builder",
  });

  it("prints what the server answers", async () => {
    const { code, stdout } = await line.casebook(["hook", "before-agent"], { stdin });
    expect(code).toBe(0);
    expect(json(stdout)).toMatchObject({ memory_context: expect.stringContaining("pier nine") });
  });

  it.each([
    ["an unknown event", ["hook", "party"], stdin, {}],
    ["no event", ["hook"], stdin, {}],
    ["text that is no JSON", ["hook", "stop"], "{", {}],
    ["nothing at all", ["hook", "stop"], "", {}],
    ["5 MB", ["hook", "before-agent"], JSON.stringify({ task: "x".repeat(5_000_000) }), {}],
    ["an event that the server refuses", ["hook", "stop"], "{}", {}],
    ["a wrong key", ["hook", "before-agent"], stdin, { CASEBOOK_KEY: "cb_wrong" }],
    ["no server", ["hook", "before-agent"], stdin, { CASEBOOK_URL: "http://127.0.0.1:9" }],
    ["an address that is none", ["hook", "before-agent"], stdin, { CASEBOOK_URL: "harbour" }],
    ["an unknown option", ["hook", "before-agent", "--fast"], "{", {}],
  ])("prints nothing and ends with 0 for %s, and says so on stderr", async (_, args, text, env) => {
    const said = await line.casebook(args, {
      stdin: text,
      env: { CASEBOOK_URL: line.url, CASEBOOK_KEY: key, ...env },
    });
    expect(said).toMatchObject({ code: 0, stdout: "" });
    expect(said.stderr).toContain("continuing without memory");
  });
});

describe("casebook hook claude-code", () => {
  const tool_input = { prompt: "Moor", subagent_type: "builder" };
  const additions = {
    additionalContext: "Pier nine",
    updatedInput: { prompt: "Moor\n\nPier nine", command: "rm" },
  };
  it.each([
    ["UserPromptSubmit", { additionalContext: "Pier nine" }],
    ["PreToolUse", { updatedInput: { ...tool_input, prompt: "Moor\n\nPier nine" } }],
    ["Stop", null],
  ])("passes on of an answer to %s what adds to a conversation, and nothing else", async (name, added) => {
    const orders = { permissionDecision: "deny", permissionDecisionReason: "no" };
    const hookSpecificOutput = { hookEventName: name, ...additions, ...orders };
    const server = await listen(async () => Response.json({ hookSpecificOutput, decision: "block" }));
    try {
      const { code, stdout } = await line.casebook(["hook", "claude-code"], {
        stdin: JSON.stringify({ hook_event_name: name, session_id: "s", tool_input }),
        env: { CASEBOOK_URL: `http://127.0.0.1:${server.port}`, CASEBOOK_KEY: key },
      });
      expect(code).toBe(0);
      const printed = stdout === "" ? null : json(stdout);
      expect(printed).toEqual(added && { hookSpecificOutput: { hookEventName: name, ...added } });
    } finally {
      await server.close();
    }
  });
});

describe("casebook export and import", () => {
  it("go through a file, into another organization, and again without a change", async () => {
    const exported = await line.casebook(["export", "all.jsonl"]);
    expect(exported).toMatchObject({ code: 0 });
    expect(exported.stdout).toContain("agent_key");
    const text = await readFile(path.join(line.folder, "all.jsonl"), "utf8");
    expect(text).not.toContain(key);
    const again = await line.casebook(["export", "all.jsonl"]);
    expect(again.code).toBe(2);

    const other = await createOrganization(database.db);
    const owner = contextOf(database, await other.person("owner"));
    const permissions = [...PERMISSIONS];
    const made = await run(agentKeyCreate, { name: "a", agent: "a", permissions }, owner);
    const env = { CASEBOOK_URL: line.url, CASEBOOK_KEY: made.key };
    const first = await line.casebook(["import", "all.jsonl"], { env });
    expect(first.stderr).toContain("Importing");
    expect(first.stdout).toMatch(/ids\s+kept/);
    expect(first.code).toBe(0);
    const second = await line.casebook(["import", "-"], { env, stdin: text });
    expect(second.stdout).toMatch(/new\s+nothing/);
  });

  it("refuse a file that was cut or edited, say what is missing, and take nothing of it in", async () => {
    const file = path.join(line.folder, "whole.jsonl");
    expect((await line.casebook(["export", file])).code).toBe(0);
    const lines = (await readFile(file, "utf8")).split("\n");
    const other = await createOrganization(database.db);
    const owner = contextOf(database, await other.person("owner"));
    const made = await run(agentKeyCreate, { name: "c", agent: "c", permissions: [...PERMISSIONS] }, owner);
    const env = { CASEBOOK_URL: line.url, CASEBOOK_KEY: made.key };
    const { organization_id } = other;
    const half = lines.slice(0, Math.floor(lines.length / 2)).join("\n");
    const cut = await line.casebook(["import", "-"], { env, stdin: half });
    expect(cut).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cut off after line .* Missing: \d+ of \d+/s),
    });
    await writeFile(file, lines.toSpliced(2, 1).join("\n"));
    const edited = await line.casebook(["import", file], { env });
    expect(edited).toMatchObject({ code: 1, stderr: expect.stringContaining("missing: 1 of") });
    expect(
      await database.db.audit_entry.count({ where: { organization_id, operation: "organization_import" } }),
    ).toBe(0);
    const older = lines.slice(0, -2).join("\n").replace('"casebook_export":2', '"casebook_export":1');
    const unsealed = await line.casebook(["import", "-"], { env, stdin: older });
    expect(unsealed).toMatchObject({ code: 0, stderr: expect.stringContaining("older Casebook") });
    const anyway = await line.casebook(["import", "-", "--incomplete"], { env, stdin: half });
    expect(anyway.stderr).toContain("cut off");
    expect(anyway.stdout).toContain("existed already");
  });

  it("keep texts whole in which some programs see the end of a line", async () => {
    const metadata = { note: "one \u2028 two \u2029 three" };
    const statement = "The harbour log has a note for each ship.";
    const [from, to] = [await createOrganization(database.db), await createOrganization(database.db)];
    const file = path.join(line.folder, "separators.jsonl");
    const envOf = async ({ person }: TestOrganization) => {
      const owner = contextOf(database, await person("owner"));
      const made = await run(agentKeyCreate, { name: "s", agent: "s", permissions: [...PERMISSIONS] }, owner);
      return { owner, env: { CASEBOOK_URL: line.url, CASEBOOK_KEY: made.key } };
    };
    const [writing, reading] = [await envOf(from), await envOf(to)];
    await run(memoryStore, { kind: "fact", scope: "global", statement, metadata }, writing.owner);
    expect((await line.casebook(["export", file], { env: writing.env })).code).toBe(0);
    expect(await readFile(file, "utf8")).toContain("\u2028");
    expect(await line.casebook(["import", file], { env: reading.env })).toMatchObject({ code: 0 });
    const { organization_id } = to;
    const imported = await database.db.memory.findFirst({ where: { organization_id, statement } });
    expect(imported?.metadata).toMatchObject(metadata);
  });

  it("say that memory is off in the organization that imports, and end with 1", async () => {
    const file = path.join(line.folder, "off.jsonl");
    expect((await line.casebook(["export", file])).code).toBe(0);
    const off = await createOrganization(database.db);
    const owner = contextOf(database, await off.person("owner"));
    const made = await run(
      agentKeyCreate,
      { name: "off", agent: "off", permissions: [...PERMISSIONS] },
      owner,
    );
    const env = { CASEBOOK_URL: line.url, CASEBOOK_KEY: made.key };
    // An export carries the settings too; what is there already is left as it is.
    await line.casebook(["import", file], { env });
    await run(organizationUpdate, { settings: { enabled: false } }, owner);
    const imported = await line.casebook(["import", file], { env });
    expect(imported).toMatchObject({ code: 1, stderr: expect.stringContaining("Memory is off") });
    const evaluation = JSON.stringify({ workflow_id: "pr-off", summary: "Reviewed" });
    const review = await line.casebook(["review", "import", "-", "--no-wait"], { env, stdin: evaluation });
    expect(review).toMatchObject({ code: 1, stderr: expect.stringContaining("no memories were made") });
  });

  it("say which line of a file is wrong, and take nothing of it in", async () => {
    await writeFile(path.join(line.folder, "cut.jsonl"), '{"casebook_export":1');
    const { code, stderr } = await line.casebook(["import", "cut.jsonl"]);
    expect(code).toBe(2);
    expect(stderr).toContain("cut.jsonl, line 1");
    await writeFile(path.join(line.folder, "newer.jsonl"), '{"casebook_export":3}\n');
    expect((await line.casebook(["import", "newer.jsonl"])).stderr).toContain(
      "does not begin with the first line of an export",
    );
    expect((await line.casebook(["import", "none.jsonl"])).code).toBe(2);
  });
});

describe("casebook doctor", () => {
  it("looks at every part, and its proof leaves nothing behind", async () => {
    const before = await database.db.memory.count({
      where: { organization_id: organization.organization_id },
    });
    const { stdout } = await line.casebook(["doctor", "--json"]);
    const { checks } = json(stdout) as { checks: { name: string; state: string; found: string }[] };
    const state = (name: string) => checks.find((check) => check.name === name)?.state;
    expect(checks).toHaveLength(11);
    expect(state("database")).toBe("ok");
    expect(state("migrations")).toBe("ok");
    expect(state("extensions")).toBe("ok");
    expect(state("embedder")).toBe("off");
    expect(["ok", "warning"]).toContain(state("disk"));
    expect(state("clock")).toBe("ok");
    expect(state("round_trip")).toBe("ok");
    // No worker runs in this test.
    expect(state("jobs")).toBe("failed");
    expect(await database.db.memory.count({ where: { organization_id: organization.organization_id } })).toBe(
      before,
    );
  });

  it("gives each remedy, and ends with 1 while something failed", async () => {
    const { code, stdout } = await line.casebook(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/failed {3}jobs .*\n.*→ Check whether the worker process runs/);
  });

  it("says of a dead server what can be found out from here", async () => {
    const env = { CASEBOOK_URL: "http://127.0.0.1:9", CASEBOOK_KEY: key };
    const { code, stdout } = await line.casebook(["doctor"], { env });
    expect(code).toBe(3);
    expect(stdout).toContain("Port 9 cannot be reached (ECONNREFUSED)");
  });
});

describe("casebook completion", () => {
  it.each(["bash", "zsh", "fish"])("knows every command in %s", async (shell) => {
    const { stdout } = await call(["completion", shell], { folder: line.folder });
    for (const word of ["session-report", "rotate", "before-agent"]) expect(stdout).toContain(word);
  });

  it("completes in a bash", async () => {
    const { stdout } = await call(["completion", "bash"], { folder: line.folder });
    // Not while this process waits: the server of the other tests is in it, and would close its connections meanwhile.
    const complete = async (...words: string[]) => {
      const { stdout: completions } = await execute("bash", [
        "-c",
        `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _casebook; printf '%s\\n' "\${COMPREPLY[@]}"`,
        "bash",
        ...words,
      ]);
      return completions.trim().split("\n");
    };
    expect((await complete("casebook", "se")).sort()).toEqual(["serve", "session-report"]);
    expect(await complete("casebook", "ses")).toEqual(["session-report"]);
    expect(await complete("casebook", "keys", "")).toEqual(
      expect.arrayContaining(["list", "create", "revoke", "rotate"]),
    );
    expect(await complete("casebook", "keys", "create", "--p")).toEqual(["--permission"]);
    expect(await complete("casebook", "--json", "hook", "be")).toEqual(["before-agent"]);
  });
});

describe("casebook skills", () => {
  it("says that there is none, and which name is unknown", async () => {
    const listed = await line.casebook(["skills", "list"]);
    expect(listed.stdout, listed.stderr).toContain("No skill is registered");
    expect((await line.casebook(["skills", "pull", "nobody"])).code).toBe(1);
    expect((await line.casebook(["skills", "push"])).code).toBe(2);
  });
});

describe("casebook verify", () => {
  it("says what is not there", async () => {
    expect((await line.casebook(["verify"])).stderr).toContain("No repository is registered");
    expect((await line.casebook(["verify", newId()])).code).toBe(1);
    expect((await line.casebook(["verify", "acme/none"])).code).toBe(1);
  });
});
