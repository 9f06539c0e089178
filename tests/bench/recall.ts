import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createEmbedder, type Embedder, loadTokenizer } from "@/lib/ai";
import { env } from "@/lib/env";
import { hookAfterAgent, hookBeforeAgent, hookSessionStart, hookStop } from "@/lib/sessions/contract";
import { load } from "./data";
import { type Fixture, runJob } from "./house";
import { percentile, randomFrom } from "./statistics";
import { makeNotes, makeQuestions } from "./texts";
import { vectorMaker } from "./vectors";

export type HookSpeed = { what: string; median: number; p95: number; target: number | null; note: string };

const AGENT_TYPES = ["builder", "reviewer", "architect", "tester", "main"] as const;
const CATEGORIES = ["implementation", "error_handling", "testing", "database", "api", "general"] as const;
const REPOSITORY = "bench/api";
const WARM_UP = 10;
/** A push every so many packs: what cites the repository is then checked again, in time, before it is served. */
const PUSH_EVERY = 10;
/** Words of a task that somebody described; the embedder sees about 90. */
const PARAGRAPH = 60;
const LEARNINGS_OF_A_SESSION = 50;
const LEARNINGS_OF_AN_ANSWER = 5;

/**
 * How long the hooks take on the server, over `memories` memories with synthetic vectors, of which many cite code:
 * the pack before an agent with the embedding of its task by the local model and the checks of what it serves, what is
 * learned after it, and the stop of a session. No task or answer comes twice.
 */
export async function measureHooks(
  fixture: Fixture,
  {
    memories,
    citations,
    rounds,
    say,
  }: { memories: number; citations: number; rounds: number; say: (line: string) => void },
): Promise<{ load_seconds: number; figures: HookSpeed[] }> {
  const embedder = createEmbedder({ provider: "local" });
  const native = createEmbedder({ provider: "local", native_folder: env().CASEBOOK_ONNXRUNTIME_DIR });
  say(`storing ${memories.toLocaleString("en")} memories with synthetic vectors`);
  const spread = { agent_types: AGENT_TYPES, categories: CATEGORIES };
  const loaded = await load(fixture, { memories, citations, embedder, spread });
  try {
    // Search counts words beforehand in an organization as large as this.
    await runJob(fixture, "memory_terms", {});
    await Promise.all([embedder.embed(["warm"]), native.embed(["warm"]), loadTokenizer()]);
    // Where onnxruntime-node is not installed, the second is the first once more.
    const engines = native.engine?.() === embedder.engine?.() ? [embedder] : [embedder, native];
    const as = { actor: fixture.agent, embedder };
    const random = randomFrom(71);
    const anyPath = () => loaded.paths[Math.floor(random() * loaded.paths.length)] ?? "";
    const questions = makeQuestions(engines.length * (WARM_UP + 2 * rounds));
    const vectorOf = vectorMaker(embedder.dimensions, 72);
    let asked = 0;
    let pushes = 0;
    const packsWith = async (engine: Embedder): Promise<HookSpeed[]> => {
      const name = engine.engine?.() ?? "";
      const before = (agent_type: string, { words = 0, stray = false } = {}) => {
        const { subject, statement } = questions[asked % questions.length] ?? { subject: 0, statement: "" };
        const short = `${statement}, case ${++asked}`;
        const task = words === 0 ? short : paragraphOf(short, words);
        const changed_files = agent_type === "reviewer" ? [anyPath(), anyPath(), anyPath()] : [];
        const input = { task, agent_type, repository: REPOSITORY, changed_files };
        const among = stray ? engine : { ...engine, embed: amongTheStored(engine, vectorOf(subject)) };
        return timed(() => fixture.run(hookBeforeAgent, input, { ...as, embedder: among }));
      };
      const typeOf = (round: number) => AGENT_TYPES[round % AGENT_TYPES.length] ?? "main";

      say(`asking for ${rounds} packs with ${name}, with a push after every ${PUSH_EVERY}`);
      const packs: number[] = [];
      const afterPush: number[] = [];
      let memories_loaded = 0;
      for (let round = 0; round < WARM_UP + rounds; round++) {
        const pushed = round % PUSH_EVERY === PUSH_EVERY - 1;
        if (pushed) loaded.push(pushes++);
        const { ms, answer } = await before(typeOf(round));
        if (round < WARM_UP) continue;
        packs.push(ms);
        memories_loaded += answer.metadata.memories_loaded;
        if (pushed) afterPush.push(ms);
      }
      const paragraphs: number[] = [];
      const strays: number[] = [];
      for (let round = 0; round < Math.ceil(rounds / 4); round++) {
        paragraphs.push((await before(typeOf(round), { words: PARAGRAPH })).ms);
        strays.push((await before(typeOf(round), { stray: true })).ms);
      }
      return [
        figure(`before an agent, ${name}`, packs, 100, `${per(memories_loaded)} memories a pack`),
        ...(afterPush.length > 0 ? [figure("of these, the first after a push", afterPush, 100, "")] : []),
        figure(`with a task of ${PARAGRAPH} words`, paragraphs, 100, ""),
        figure("with a task whose vector is like none that is stored", strays, 100, ""),
      ];
    };
    const per = (count: number) => (count / rounds).toFixed(1);
    const packs: HookSpeed[] = [];
    for (const engine of engines) packs.push(...(await packsWith(engine)));

    say(`learning from ${rounds} answers`);
    const notes = makeNotes(memories + LEARNINGS_OF_AN_ANSWER * (WARM_UP + rounds) + 3_000).slice(memories);
    const answers: number[] = [];
    let learned = 0;
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const output = answerOf(notes.splice(0, LEARNINGS_OF_AN_ANSWER).map(({ statement }) => statement));
      const { ms, answer } = await timed(() =>
        fixture.run(hookAfterAgent, { output, agent_type: "builder", repository: REPOSITORY }, as),
      );
      if (round < WARM_UP) continue;
      if (answer.memories_stored === 0)
        throw new Error(`nothing was learned: ${answer.reason ?? "no reason"}`);
      answers.push(ms);
      learned += answer.memories_stored;
    }

    const sessions = Math.max(3, Math.ceil(rounds / 10));
    say(`stopping ${sessions} sessions of ${LEARNINGS_OF_A_SESSION} learnings`);
    const stops: number[] = [];
    for (let session = 0; session < sessions; session++) {
      const session_id = `bench-${session}`;
      const place = { session_id, repository: REPOSITORY };
      await fixture.run(hookSessionStart, place, as);
      for (let done = 0; done < LEARNINGS_OF_A_SESSION; done += LEARNINGS_OF_AN_ANSWER) {
        const output = answerOf(notes.splice(0, LEARNINGS_OF_AN_ANSWER).map(({ statement }) => statement));
        await fixture.run(hookAfterAgent, { output, agent_type: "builder", ...place }, as);
      }
      stops.push((await timed(() => fixture.run(hookStop, { session_id }, as))).ms);
    }

    return {
      load_seconds: loaded.seconds,
      figures: [
        ...packs,
        figure("after an agent", answers, 200, `${per(learned)} learnings an answer`),
        figure("stop of a session", stops, 500, `${LEARNINGS_OF_A_SESSION} learnings a session`),
      ],
    };
  } finally {
    loaded.remove();
    await Promise.all([embedder.close(), native.close()]);
  }
}

/**
 * Embeds as the engine does, in the time that it takes, and gives instead of its vector the one of the task's subject:
 * what is stored has synthetic vectors, of which the model's own would be equally far from all, as no task is.
 */
function amongTheStored(engine: Embedder, vector: Float32Array): Embedder["embed"] {
  return async (texts, options) => (await engine.embed(texts, options)).map(() => vector);
}

/**
 * What the hook script adds to a call: the whole process against a server that answers at once, and a Node process that
 * does nothing.
 */
export async function measureHookScript(rounds: number): Promise<HookSpeed[]> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.setHeader("content-type", "application/json").end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const event = JSON.stringify({
    hook_event_name: "UserPromptSubmit",
    session_id: "bench",
    prompt: "Add a test",
  });
  const state_home = mkdtempSync(path.join(tmpdir(), "casebook-bench-state-"));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CASEBOOK_URL: `http://127.0.0.1:${port}`,
    CASEBOOK_KEY: "bench",
    XDG_STATE_HOME: state_home,
  };
  const script: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      bare.push((await timed(() => ended(["--eval", "0"], "", env))).ms);
      script.push((await timed(() => ended(["integrations/claude-code/bin/hook.mjs"], event, env))).ms);
    }
  } finally {
    server.close();
    rmSync(state_home, { recursive: true, force: true });
  }
  const added = script.map((ms, round) => ms - (bare[round] ?? 0));
  return [
    figure("hook script, the whole process", script, null, ""),
    figure("of it, more than an empty Node process", added, 80, ""),
  ];
}

async function ended(args: string[], input: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.on("error", () => undefined).end(input);
  await once(child, "close");
}

const figure = (what: string, times: readonly number[], target: number | null, note: string): HookSpeed => ({
  what,
  target,
  note,
  median: percentile(times, 0.5),
  p95: percentile(times, 0.95),
});

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const started = performance.now();
  const answer = await work();
  return { ms: performance.now() - started, answer };
}

/** A task with its circumstances, in so many words. */
function paragraphOf(task: string, words: number): string {
  const circumstances =
    "It came up while the nightly import ran beside the release and two people had to wait for it.";
  return `${task}. ${circumstances} `
    .repeat(Math.ceil(words / 20))
    .split(/\s+/)
    .slice(0, words)
    .join(" ");
}

/** An agent's answer as they come: an account of the work, and the learnings under a heading. */
function answerOf(learnings: readonly string[]): string {
  return [
    "I changed the handler and ran the tests; all pass.",
    "```ts\nexport const limit = 50;\n```",
    "## Key Learnings",
    ...learnings.map((learning) => `- ${learning}`),
  ].join("\n\n");
}
