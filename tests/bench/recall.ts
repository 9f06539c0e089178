import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmbedder, loadTokenizer } from "@/lib/ai";
import { hookAfterAgent, hookBeforeAgent, hookSessionStart, hookStop } from "@/lib/sessions/contract";
import { load } from "./data";
import { type House, runJob } from "./house";
import { percentile, randomFrom } from "./statistics";
import { makeNotes, makeQuestions } from "./texts";

export type HookSpeed = { what: string; median: number; p95: number; target: number | null; note: string };

const AGENT_TYPES = ["builder", "reviewer", "architect", "tester", "main"] as const;
const CATEGORIES = ["implementation", "error_handling", "testing", "database", "api", "general"] as const;
const REPOSITORY = "bench/api";
const WARM_UP = 10;
/** A push every so many packs: what cites the repository is then checked again, in time, before it is served. */
const PUSH_EVERY = 10;
const LEARNINGS_OF_A_SESSION = 50;
const LEARNINGS_OF_AN_ANSWER = 5;

/**
 * How long the hooks take on the server, over `memories` memories with synthetic vectors: the pack before an agent with
 * the embedding of its task by the local model and the checks of what it serves, what is learned after it, and the stop
 * of a session. No task or answer comes twice.
 */
export async function measureHooks(
  house: House,
  given: { memories: number; citations: number; rounds: number; say: (line: string) => void },
): Promise<{ load_seconds: number; figures: HookSpeed[] }> {
  const { memories, citations, rounds, say } = given;
  const embedder = createEmbedder({ provider: "local" });
  if (!embedder) throw new Error("the local embedder is always there");
  say(`storing ${memories.toLocaleString("en")} memories with synthetic vectors`);
  const spread = { agent_types: AGENT_TYPES, categories: CATEGORIES };
  const loaded = await load(house, { memories, citations, embedder, spread });
  try {
    // Search counts words beforehand in an organization as large as this.
    await runJob(house, "memory_terms", {});
    await Promise.all([embedder.embed(["warm"]), loadTokenizer()]);
    const as = { actor: house.agent, embedder };
    const random = randomFrom(71);
    const anyPath = () => loaded.paths[Math.floor(random() * loaded.paths.length)] ?? "";
    const tasks = makeQuestions(WARM_UP + 2 * rounds).map(
      ({ statement }, index) => `${statement}, case ${index + 1}`,
    );
    let asked = 0;
    const before = (agent_type: string) => {
      const task = tasks[asked++ % tasks.length] ?? "";
      const changed_files = agent_type === "reviewer" ? [anyPath(), anyPath(), anyPath()] : [];
      return house.run(hookBeforeAgent, { task, agent_type, repository: REPOSITORY, changed_files }, as);
    };

    say(`asking for ${rounds} packs, with a push after every ${PUSH_EVERY}`);
    const packs: number[] = [];
    const afterPush: number[] = [];
    let memories_loaded = 0;
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const pushed = round % PUSH_EVERY === PUSH_EVERY - 1;
      if (pushed) loaded.push(round);
      const agent_type = AGENT_TYPES[round % AGENT_TYPES.length] ?? "main";
      const { ms, answer } = await timed(() => before(agent_type));
      if (round < WARM_UP) continue;
      packs.push(ms);
      memories_loaded += answer.metadata.memories_loaded;
      if (pushed) afterPush.push(ms);
    }

    say(`learning from ${rounds} answers`);
    const notes = makeNotes(memories + LEARNINGS_OF_AN_ANSWER * (WARM_UP + rounds) + 3_000).slice(memories);
    const answers: number[] = [];
    let learned = 0;
    for (let round = 0; round < WARM_UP + rounds; round++) {
      const output = answerOf(notes.splice(0, LEARNINGS_OF_AN_ANSWER).map(({ statement }) => statement));
      const { ms, answer } = await timed(() =>
        house.run(hookAfterAgent, { output, agent_type: "builder", repository: REPOSITORY }, as),
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
      await house.run(hookSessionStart, place, as);
      for (let done = 0; done < LEARNINGS_OF_A_SESSION; done += LEARNINGS_OF_AN_ANSWER) {
        const output = answerOf(notes.splice(0, LEARNINGS_OF_AN_ANSWER).map(({ statement }) => statement));
        await house.run(hookAfterAgent, { output, agent_type: "builder", ...place }, as);
      }
      stops.push((await timed(() => house.run(hookStop, { session_id }, as))).ms);
    }

    const per = (count: number) => (count / rounds).toFixed(1);
    return {
      load_seconds: loaded.seconds,
      figures: [
        figure("before an agent", packs, 100, `${per(memories_loaded)} memories a pack`),
        ...(afterPush.length > 0 ? [figure("of these, the first after a push", afterPush, 100, "")] : []),
        figure("after an agent", answers, 200, `${per(learned)} learnings an answer`),
        figure("stop of a session", stops, 500, `${LEARNINGS_OF_A_SESSION} learnings a session`),
      ],
    };
  } finally {
    loaded.remove();
    await embedder.close();
  }
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
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CASEBOOK_URL: `http://127.0.0.1:${port}`,
    CASEBOOK_API_KEY: "bench",
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
  ...{ what, target, note },
  median: percentile(times, 0.5),
  p95: percentile(times, 0.95),
});

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const started = performance.now();
  const answer = await work();
  return { ms: performance.now() - started, answer };
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
