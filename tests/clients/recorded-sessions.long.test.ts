/**
 * A session of several prompts in Claude Code and in Codex, as their makers publish them, against a Casebook with the
 * demo's memories and a stand-in for the model: what each prompt was given. The clients have 800 MB, so they are not
 * installed for this; what is not there is passed over, and says how to install it.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AgentClient, type ClientName, findClient } from "../support/agent-clients";
import { DELEGATE } from "../support/agent-model";
import { testDatabase } from "../support/database";
import { type DemoCasebook, type Exchange, startDemoCasebook } from "../support/recorded-session";
import { type RecordedSession, recordOf } from "../support/session-record";

const NAMES: Record<ClientName, string> = { claude: "Claude Code", codex: "Codex" };
const CLIENT_NAMES = ["claude", "codex"] as const;
const ROUNDING = "Round the prices of long stays so that the receipt matches the sum of its nights";
const HOLDS = "Let an expired hold be refused with 409 and say so to the caller";
const SMALL_TALK = ["hi", "thanks"];
const FOREIGN = ["Write a Kubernetes manifest with a rolling update for the ingress controller"];
/** Small talk and the foreign task come first: what they got could not be taken for what was delivered before. */
const PROMPTS = ["hi", ...FOREIGN, ROUNDING, HOLDS, "thanks", ROUNDING];

const programs = { claude: findClient("claude"), codex: findClient("codex") };
for (const name of CLIENT_NAMES)
  if (programs[name] === null)
    console.warn(
      `${NAMES[name]} is not installed here, so no session is recorded in it. Install it with ` +
        `\`npm ci --prefix tests/clients/agents --ignore-scripts\`, or name it in CASEBOOK_TEST_${name.toUpperCase()}.`,
    );
const database = testDatabase();
const recorded: RecordedSession[] = [];
let casebook: DemoCasebook | undefined;

beforeAll(async () => {
  if (programs.claude !== null || programs.codex !== null) casebook = await startDemoCasebook(database);
}, 300_000);
afterAll(async () => {
  await casebook?.close();
  const file = process.env.CASEBOOK_TEST_RECORD;
  if (file && recorded.length === CLIENT_NAMES.length) writeFileSync(file, recordOf(recorded));
});

describe.each(CLIENT_NAMES)("a session in %s", (name) => {
  const program = programs[name];
  const exchanges: Exchange[] = [];
  /** How many exchanges there were before the conversation was compacted. */
  let uncompacted = 0;
  let output = "";

  beforeAll(async () => {
    if (program === null || casebook === undefined) return;
    output = await casebook.record({ name, program, exchanges, play });
    print();
    const version = execFileSync(program, ["--version"], { encoding: "utf8" }).match(/\d+(\.\d+)+/)?.[0];
    recorded.push({
      client: `${NAMES[name]} ${version ?? ""}`.trim(),
      exchanges,
      statements: casebook.statements,
    });
  }, 300_000);

  async function play(client: AgentClient): Promise<void> {
    for (const prompt of PROMPTS) await client.prompt(prompt);
    uncompacted = exchanges.length;
    if (name !== "claude") return;
    await client.prompt("/compact");
    await client.prompt(ROUNDING);
    await client.prompt(`${DELEGATE}${HOLDS}`);
  }

  function print(): void {
    const lines = exchanges.flatMap(({ event, prompt, memory_ids }) => [
      `${event}${prompt === "" ? "" : `: ${prompt}`}`,
      ...memory_ids.map((id) => `    ${casebook?.statements.get(id) ?? id}`),
    ]);
    console.info([`A session in ${NAMES[name]}:`, ...lines].join("\n"));
  }

  const packsIn = (part: readonly Exchange[]) =>
    part.filter(({ event }) => event === "SessionStart" || event === "UserPromptSubmit");
  const packsOf = (text: string) => packsIn(exchanges).filter(({ prompt }) => prompt === text);

  const idsIn = (part: readonly Exchange[]) => packsIn(part).flatMap(({ memory_ids }) => memory_ids);

  it.skipIf(program === null)("gives memories, and what is given reaches the model", () => {
    const packs = exchanges.filter(({ context }) => context !== "");
    expect(packs.length).toBeGreaterThan(0);
    for (const { context } of packs)
      expect(casebook?.model.texts.some((text) => text.includes(context))).toBe(true);
  });

  it.skipIf(program === null)("gives nothing twice in a context window", () => {
    const ids = idsIn(exchanges.slice(0, uncompacted));
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.skipIf(program === null || name !== "claude")(
    "gives it again after a compaction, and to a subagent",
    () => {
      const before = new Set(idsIn(exchanges.slice(0, uncompacted)));
      const after = idsIn(exchanges.slice(uncompacted));
      expect(after.filter((id) => before.has(id)).length).toBeGreaterThan(0);
      expect(new Set(after).size).toBe(after.length);
      const [subagent] = exchanges.filter(({ event }) => event === "PreToolUse");
      expect(subagent).toMatchObject({ prompt: HOLDS, context: expect.stringContaining("Memory Context") });
    },
  );

  it.skipIf(program === null)("is ended by the client, which reports no hook that failed", async () => {
    const sessions = new Set(exchanges.map(({ session_id }) => session_id));
    expect(sessions.size).toBe(1);
    for (const session_id of sessions) expect(await casebook?.endOf(session_id)).toBe("session_end");
    expect(output).not.toMatch(/hook (?:cancelled|error|failed)|timed out/i);
  });

  it.skipIf(program === null)(
    "gives nothing for small talk and for tasks that nothing in the repository is about",
    () => {
      for (const text of [...SMALL_TALK, ...FOREIGN])
        expect(packsOf(text).map(({ memory_ids }) => memory_ids)).toEqual([[]]);
    },
  );
});
