import { appendFile, mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { conversationGet, conversationList } from "@/lib/conversations/contract";
import { newId } from "@/lib/kernel/ids";
import { type Asked, type CommandLine, startCommandLine } from "../../support/command-line";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const database = testDatabase();
const AT = "2026-11-16T09:00:00.000Z";
let line: CommandLine;
let owner: ReturnType<typeof contextOf>;
let keys: Awaited<ReturnType<typeof makeKey>>;
let folder = "";

async function makeKey() {
  const agent = `watcher-${newId()}`;
  const { key } = await run(agentKeyCreate, { name: agent, agent }, owner);
  return { agent, key };
}

beforeAll(async () => {
  const organization = await createOrganization(database.db, { enabled: true });
  owner = contextOf(database, await organization.person("owner"));
  line = await startCommandLine(database, { key: () => keys.key });
});

beforeEach(async () => {
  keys = await makeKey();
  folder = path.join(line.folder, newId());
  await mkdir(folder);
});

afterAll(() => line?.close());

const watch = (args: readonly string[] = [], asked: Asked = {}) =>
  line.casebook(["watch-conversations", "--folder", folder, ...args], asked);
const once = (...args: string[]) => watch(["--once", ...args]);
const message = (text: string, at = AT) => `${JSON.stringify({ speaker: "Ada", at, text })}\n`;
const file = (name: string) => path.join(folder, name);

/** Everything that the watcher's agent has in its logs, the latest day first. */
async function texts(): Promise<string[]> {
  const { items } = await run(conversationList, { agent: keys.agent }, owner);
  const logs = await Promise.all(
    items.map(({ id }) => run(conversationGet, { conversation_id: id, limit: 500 }, owner)),
  );
  return logs.flatMap(({ log }) => log.map(({ text }) => text));
}

it("sends what is appended in pieces, a line when it is whole, and goes on where it was", async () => {
  const whole = message("We deploy on Fridays only.");
  await writeFile(file("a.jsonl"), message("One.") + whole.slice(0, 30));
  expect((await once()).stdout).toContain("1 stored, 0 already stored");
  expect(await texts()).toEqual(["One."]);
  await appendFile(file("a.jsonl"), whole.slice(30));
  await appendFile(file("a.jsonl"), `{"broken\n${message("Three.")}`);
  // Another process, which knows only the file of positions; nothing is sent twice.
  expect((await once()).stdout).toContain("2 stored, 0 already stored");
  expect(await texts()).toEqual(["One.", "We deploy on Fridays only.", "Three."]);
  expect((await once()).stdout).toBe("");
  const state = await readFile(path.join(line.folder, ".config/casebook/watched.json"), "utf8");
  expect(state).not.toContain("Fridays");
});

it("keeps watching, and reads a file that appears, one that is cut off and one that is rotated from its start", async () => {
  const steps: (() => Promise<unknown>)[] = [
    () => writeFile(file("b.jsonl"), message("First.") + message("Second.")),
    () => writeFile(file("b.jsonl"), message("Short.")),
    async () => {
      await rename(file("b.jsonl"), file("b.jsonl.1"));
      await writeFile(file("b.jsonl"), message("After rotation one.") + message("After rotation two."));
    },
    () => rm(file("b.jsonl")),
    () => writeFile(file("c.jsonl"), message("In another file.")),
  ];
  const pause = async () => {
    const step = steps.shift();
    if (step === undefined) throw new Error("the test has seen enough");
    await step();
  };
  expect((await watch([], { pause })).stderr).toContain("the test has seen enough");
  expect(await texts()).toEqual([
    "First.",
    "Second.",
    "Short.",
    "After rotation one.",
    "After rotation two.",
    "In another file.",
  ]);
});

it("sends again what a server that was away did not store, and says it once", async () => {
  await writeFile(file("d.jsonl"), message("Said while nobody listened."));
  let looks = 0;
  const away = await watch([], {
    env: { CASEBOOK_URL: "http://127.0.0.1:9", CASEBOOK_KEY: keys.key },
    pause: async () => {
      looks += 1;
      if (looks === 3) throw new Error("the test has seen enough");
    },
  });
  expect(away.stderr.match(/does not answer/g)).toHaveLength(1);
  expect((await once()).stdout).toContain("1 stored");
});

it("takes secrets out, puts messages to the day of their time, and stores nothing twice when its state is lost", async () => {
  const token = `ghp_${"aB3dE6gH9j".repeat(4).slice(0, 36)}`;
  await writeFile(
    file("e.jsonl"),
    message(`My token is ${token}.`) + message("Late.", "2026-11-15T09:00:00Z"),
  );
  await once();
  expect(await texts()).toEqual(["My token is [TOKEN].", "Late."]);
  await rm(path.join(line.folder, ".config/casebook/watched.json"));
  expect((await once()).stdout).toContain("0 stored, 2 already stored");
});

it("sends a text when nobody writes it any more, to the day that its name says", async () => {
  const name = file("2026-11-16 call.md");
  await writeFile(name, "Ada: We deploy on Fridays only.\n\nBo: I prefer Mondays.\n");
  let looks = 0;
  const fresh = await watch([], {
    pause: async () => {
      looks += 1;
      if (looks === 1) await utimes(name, new Date(), new Date(Date.now() - 60_000));
      if (looks === 2) throw new Error("the test has seen enough");
    },
  });
  expect(fresh.stdout.match(/already stored/g)).toHaveLength(1);
  const { items } = await run(conversationList, { agent: keys.agent }, owner);
  expect(items.map(({ day, lines }) => [day, lines])).toEqual([["2026-11-16", 2]]);
  await appendFile(name, "\nAda: Our office is in Lisbon.\n");
  expect((await once()).stdout).toContain("1 stored, 2 already stored");
});

it("sends of transcripts only runs in the folders that are named, also when the folder was said in an earlier piece", async () => {
  const meta = (cwd: string) =>
    `${JSON.stringify({ timestamp: AT, type: "session_meta", payload: { id: "1", cwd, source: "cli" } })}\n`;
  const said = (text: string) =>
    `${JSON.stringify({ timestamp: AT, type: "response_item", payload: { type: "message", role: "user", content: [{ type: "input_text", text }] } })}\n`;
  await writeFile(file("own.jsonl"), meta("/home/ada/harbor"));
  await writeFile(file("other.jsonl"), meta("/home/ada/private") + said("We keep this to ourselves."));
  const codex = () =>
    line.casebook(["watch-conversations", "--codex", folder, "--repository", "/home/ada/harbor", "--once"]);
  await codex();
  await appendFile(file("own.jsonl"), said("Our parser is generated."));
  await appendFile(file("other.jsonl"), said("We keep this to ourselves, too."));
  await codex();
  expect(await texts()).toEqual(["Our parser is generated."]);
  expect(await line.casebook(["watch-conversations", "--codex", folder, "--once"])).toMatchObject({
    code: 2,
  });
});

it("notes nothing as sent while memory is off", async () => {
  const organization = await createOrganization(database.db, { enabled: false });
  const person = contextOf(database, await organization.person("owner"));
  const { key } = await run(agentKeyCreate, { name: "off", agent: "off" }, person);
  await writeFile(file("f.jsonl"), message("Said while memory was off."));
  const env = { CASEBOOK_URL: line.url, CASEBOOK_KEY: key };
  expect(await watch(["--once"], { env })).toMatchObject({ code: 1 });
  expect((await once()).stdout).toContain("1 stored");
});

it("refuses a folder that is not there, and no folder at all", async () => {
  await rm(folder, { recursive: true });
  expect(await once()).toMatchObject({ code: 1 });
  expect(await line.casebook(["watch-conversations", "--once"])).toMatchObject({ code: 2 });
});

it("appends a text of standard input", async () => {
  const asked = { stdin: "Ada: We deploy on Fridays only.\n" };
  const answer = await line.casebook(["append-conversation", "-", "--date", "2026-11-16"], asked);
  expect(answer.stdout).toMatch(/stored\s+1/);
  expect(await texts()).toEqual(["We deploy on Fridays only."]);
});
