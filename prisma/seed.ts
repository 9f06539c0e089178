import { readFile } from "node:fs/promises";
import path from "node:path";
import { actorOfKey, actorOfPerson, findFirstOwner } from "@/lib/access";
import { AGENT_TYPES, agentKeyCreate, agentKeyList, agentKeyRevoke } from "@/lib/access/contract";
import { type Embedder, loadTokenizer } from "@/lib/ai";
import { repositoryAdd, repositoryList } from "@/lib/citations/contract";
import type { Database } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { memoryStore, repositoryCheck } from "@/lib/memories/contract";
import { recallGet, recallRate } from "@/lib/recall/contract";
import { implementationOf, jobNamed } from "@/lib/registry";
import { reviewEvaluate } from "@/lib/reviews/contract";
import { configuredEmbedder } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import { hookAfterAgent, hookBeforeAgent, hookSessionStart, hookStop } from "@/lib/sessions/contract";
import { proposalDraft, skillRegister } from "@/lib/skills/contract";
import { log } from "@/lib/telemetry/log";
import { AGENTS, type AgentName } from "./demo/agents";
import { evaluations } from "./demo/evaluations";
import { findPrintedKey, keepPrintedKey } from "./demo/key";
import { type DemoMemory, MEMORIES, type Place } from "./demo/memories";
import { createDemoRepository } from "./demo/repository";
import { type DemoSession, SESSIONS } from "./demo/sessions";
import { loadTasks } from "./demo/tasks";

const REPOSITORY = "harbor/service";
const SKILLS = [".claude/skills/code-review/SKILL.md", ".claude/skills/testing/SKILL.md"];
const PRINTED_KEY = "Demo";
const PRINTED_AGENT = "demo-agent";

type Call = <C extends Contract>(contract: C, input: CallOf<C>) => Promise<OutputOf<C>>;

/**
 * Loads the demo through the product's own operations: a real git repository with a history, agents that store what they
 * learned in its first commit, and a season of review evaluations. Nothing that the product computes is inserted.
 * Once loaded it stays as people left it.
 * @returns the agent key to print, the same at each start while it is not revoked.
 */
export async function loadDemo({
  db,
  data_dir,
  demo_dir,
  say,
}: {
  db: Database;
  data_dir: string;
  demo_dir: string;
  say: (text: string) => void;
}): Promise<string> {
  const now = new Date();
  const owner = await findFirstOwner(db);
  if (!owner) throw new Error("the demo needs the owner that a start makes");
  const person = await actorOfPerson(db, owner.person_id);
  if (!person) throw new Error("the owner is a member of no organization");
  const asOwner = callAs(db, person, null);

  const { items } = await asOwner(repositoryList, {});
  if (!items.some((repository) => repository.name === REPOSITORY)) {
    say("a repository with a history");
    const folder = path.join(demo_dir, "harbor");
    const { first_commit } = await createDemoRepository(folder, now);
    const repository = await asOwner(repositoryAdd, {
      name: REPOSITORY,
      source: { kind: "path", path: folder },
    });
    const embedder = configuredEmbedder();
    const as = await createAgents(db, { asOwner, embedder, now });
    say("memories that cite it");
    for (const memory of MEMORIES) await storeMemory(as(memory.by), memory, first_commit);
    await embed(db, embedder);
    say("sessions of agents, which do not agree");
    for (const session of SESSIONS) await play(as, session);
    await embedder?.close();
    say("a season of reviews");
    for (const evaluation of evaluations(REPOSITORY, now)) await as("review-bot")(reviewEvaluate, evaluation);
    say("tasks, what solved them, and what failed");
    await loadTasks(as("builder-bot"), { repository: REPOSITORY, now });
    say("skills and a first proposal");
    for (const file of SKILLS) await asOwner(skillRegister, { repository: REPOSITORY, path: file });
    await asOwner(proposalDraft, { repository: REPOSITORY });
    await asOwner(repositoryCheck, { repository_id: repository.id });
  }
  const { organization_id } = person;
  const printed = await findPrintedKey(db, { data_dir, organization_id, agent: PRINTED_AGENT });
  if (printed !== null) return printed;
  const key = await renewPrintedKey(asOwner);
  await keepPrintedKey({ data_dir, key });
  return key;
}

/** What the worker would do, which runs later: so that the sessions recall by meaning too, as they will from then on. */
async function embed(db: Database, embedder: Embedder | null): Promise<void> {
  const ai = { embedder, language_model: null };
  const { signal } = new AbortController();
  const embedded = jobNamed("memory_embed_missing").handle({}, { db, ai, now: () => new Date(), signal });
  await embedded.catch((error: unknown) => log().warn({ err: error }, "the demo is not embedded yet"));
  await loadTokenizer();
}

function callAs(db: Database, actor: Actor, embedder: Embedder | null): Call {
  return (contract, input) =>
    run(implementationOf(contract), input, {
      actor,
      db,
      request_id: newId(),
      now: () => new Date(),
      ai: { embedder, language_model: null },
    });
}

async function createAgents(
  db: Database,
  { asOwner, embedder, now }: { asOwner: Call; embedder: Embedder | null; now: Date },
): Promise<(agent: AgentName) => Call> {
  const calls = new Map<string, Call>();
  for (const [agent, agent_type] of Object.entries(AGENTS)) {
    const { key } = await asOwner(agentKeyCreate, { name: agent, agent, agent_types: [agent_type] });
    const actor = await actorOfKey(db, key, now);
    if (!actor) throw new Error(`the key of ${agent} speaks for nobody`);
    calls.set(agent, callAs(db, actor, embedder));
  }
  return (agent) => {
    const call = calls.get(agent);
    if (!call) throw new Error(`no agent ${agent}`);
    return call;
  };
}

async function storeMemory(call: Call, { memory, cites }: DemoMemory, sha: string): Promise<void> {
  const citations = await Promise.all(cites.map((place) => citationOf(place, sha)));
  const scoped = memory.scope === "global" ? {} : { repository: REPOSITORY };
  const { stored, reason } = await call(memoryStore, { ...memory, ...scoped, citations });
  if (!stored) throw new Error(`a memory of the demo was not stored: ${reason}`);
}

/** Plays a session through the hooks, as an agent's client calls them; each turn by its agent. */
async function play(
  as: (agent: AgentName) => Call,
  { session_id, client, by, turns, stops }: DemoSession,
): Promise<void> {
  const here = { session_id, repository: REPOSITORY };
  await as(by)(hookSessionStart, { ...here, client });
  for (const { task, changed_files, uses, output, answered, by: own = by } of turns) {
    const call = as(own);
    const agent_type = AGENTS[own];
    const pack = await call(hookBeforeAgent, { ...here, agent_type, task, changed_files });
    const { recall_id } = pack.metadata;
    const { candidates } = recall_id === null ? { candidates: [] } : await call(recallGet, { recall_id });
    const served = candidates.filter(({ place }) => place === "served").slice(0, uses.length);
    const said = served.flatMap(({ memory }, index) => {
      const use = uses[index];
      return use ? [{ memory_id: memory.id, use }] : [];
    });
    if (recall_id !== null && said.length > 0) await call(recallRate, { recall_id, uses: said });
    await call(hookAfterAgent, { ...here, agent_type, task, output, client, ...answered });
  }
  if (stops) await as(by)(hookStop, { session_id });
}

/** The lines of a place in the first commit, whose files are shipped with the demo. */
async function citationOf({ path: file, from, to }: Place, sha: string) {
  const text = await readFile(path.resolve("prisma/demo/repository/1-start", file), "utf8");
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(from));
  const end = lines.findIndex((line, at) => at >= start && line.startsWith(to));
  if (start < 0 || end < 0) throw new Error(`${file} has no lines from "${from}" to "${to}"`);
  return { path: file, line_start: start + 1, line_end: end + 1, sha };
}

/** Only hashes of keys are stored, so a key that is not at hand any more is replaced. */
async function renewPrintedKey(asOwner: Call): Promise<string> {
  const { items } = await asOwner(agentKeyList, { limit: 200 });
  for (const old of items.filter((item) => item.name === PRINTED_KEY && item.revoked_at === null))
    await asOwner(agentKeyRevoke, { agent_key_id: old.id });
  const { key } = await asOwner(agentKeyCreate, {
    name: PRINTED_KEY,
    agent: PRINTED_AGENT,
    // A client that is tried with it may speak as any of its agents.
    agent_types: ["main", ...AGENT_TYPES.filter((type) => type !== "main")],
  });
  return key;
}
