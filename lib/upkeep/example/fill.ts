import { readFile } from "node:fs/promises";
import path from "node:path";
import { actorOfKey } from "@/lib/access";
import { agentKeyCreate } from "@/lib/access/contract";
import { repositoryAdd } from "@/lib/citations/contract";
import type { Database } from "@/lib/db/client";
import type { Call, Product } from "@/lib/jobs";
import type { Actor } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { memoryStore, repositoryCheck } from "@/lib/memories/contract";
import { recallGet, recallRate } from "@/lib/recall/contract";
import { reviewEvaluate } from "@/lib/reviews/contract";
import {
  hookAfterAgent,
  hookBeforeAgent,
  hookClaudeCode,
  hookSessionStart,
  hookStop,
} from "@/lib/sessions/contract";
import { proposalDraft, skillRegister } from "@/lib/skills/contract";
import { log } from "@/lib/telemetry/log";
import { AGENTS, type AgentName } from "./story/agents";
import { loadConversations } from "./story/conversations";
import { evaluations } from "./story/evaluations";
import { type DemoMemory, MEMORIES, type Place } from "./story/memories";
import { createDemoRepository } from "./story/repository";
import { type DemoSession, SESSIONS } from "./story/sessions";
import { loadTasks } from "./story/tasks";

/** The service that the example is about. */
export const EXAMPLE_REPOSITORY = "harbor/service";
const SKILLS = [".claude/skills/code-review/SKILL.md", ".claude/skills/testing/SKILL.md"];

/** How often `say` is called while an organization is filled. */
export const EXAMPLE_STEPS = 7;

/**
 * Fills an organization through the product's own operations: a real git repository with a history, agents that store what
 * they learned in its first commit, sessions, conversations and a season of review evaluations. Nothing that the product
 * computes is inserted.
 * @param folder where the repository is made; below a folder from which repositories may be opened.
 * @param say gets each step before it begins, and may throw to end it there.
 */
export async function fillExample({
  db,
  owner,
  product,
  folder,
  now,
  say,
}: {
  db: Database;
  owner: Actor;
  product: Product;
  folder: string;
  now: Date;
  say: (step: string) => void | Promise<void>;
}): Promise<void> {
  const { organization_id } = owner;
  const asOwner = product.callAs(owner);
  const embed = () => embedAll(product, organization_id);
  await say("a repository with a history");
  const { first_commit } = await createDemoRepository(folder, now);
  const repository = await asOwner(repositoryAdd, {
    name: EXAMPLE_REPOSITORY,
    source: { kind: "path", path: folder },
  });
  const as = await createAgents(db, { asOwner, product, now });
  await say("memories that cite it");
  for (const memory of MEMORIES) await storeMemory(as(memory.by), memory, first_commit);
  await embed();
  await say("sessions of agents, which do not agree");
  for (const session of SESSIONS) await play(as, session);
  await say("conversations, and what was learned from them");
  const extract = (day_id: string) => product.work("conversation_extract", { organization_id, day_id });
  const synthesize = () => product.work("conversation_synthesis", {});
  await loadConversations({ as, nights: { extract, embed, synthesize }, now });
  await say("a season of reviews");
  for (const evaluation of evaluations(EXAMPLE_REPOSITORY, now))
    await as("review-bot")(reviewEvaluate, evaluation);
  await say("tasks, what solved them, and what failed");
  await loadTasks(as("builder-bot"), { repository: EXAMPLE_REPOSITORY, now });
  await say("skills and a first proposal");
  for (const file of SKILLS) await asOwner(skillRegister, { repository: EXAMPLE_REPOSITORY, path: file });
  await draft(asOwner);
  await asOwner(repositoryCheck, { repository_id: repository.id });
}

/** Drafts the first proposal; again when the job that the reviews made drafts at the same moment. */
async function draft(asOwner: Call, attempts = MAX_DRAFTS): Promise<void> {
  try {
    await asOwner(proposalDraft, { repository: EXAMPLE_REPOSITORY });
  } catch (error) {
    if (attempts <= 1 || !(error instanceof AppError && error.code === "conflict")) throw error;
    await draft(asOwner, attempts - 1);
  }
}

const MAX_DRAFTS = 5;

/** So that the sessions recall by meaning too, as they will from then on. Without an embedder they recall by words. */
async function embedAll(product: Product, organization_id: string): Promise<void> {
  await product
    .work("memory_embed_missing", { organization_id })
    .catch((error: unknown) => log().warn({ err: error }, "the example is not embedded yet"));
}

async function createAgents(
  db: Database,
  { asOwner, product, now }: { asOwner: Call; product: Product; now: Date },
): Promise<(agent: AgentName) => Call> {
  const calls = new Map<string, Call>();
  for (const [agent, agent_type] of Object.entries(AGENTS)) {
    const { key } = await asOwner(agentKeyCreate, { name: agent, agent, agent_types: [agent_type] });
    const actor = await actorOfKey(db, key, now);
    if (!actor) throw new Error(`the key of ${agent} speaks for nobody`);
    calls.set(agent, product.callAs(actor));
  }
  return (agent) => {
    const call = calls.get(agent);
    if (!call) throw new Error(`no agent ${agent}`);
    return call;
  };
}

async function storeMemory(call: Call, { memory, cites }: DemoMemory, sha: string): Promise<void> {
  const citations = await Promise.all(cites.map((place) => citationOf(place, sha)));
  const scoped = memory.scope === "global" ? {} : { repository: EXAMPLE_REPOSITORY };
  const { stored, reason } = await call(memoryStore, { ...memory, ...scoped, citations });
  if (!stored) throw new Error(`a memory of the example was not stored: ${reason}`);
}

/** Plays a session through the hooks, as an agent's client calls them; each turn by its agent. */
async function play(
  as: (agent: AgentName) => Call,
  { session_id, client, by, turns, stops }: DemoSession,
): Promise<void> {
  const repository = { repository: EXAMPLE_REPOSITORY };
  const here = { session_id, ...repository };
  await as(by)(hookSessionStart, { ...here, client });
  for (const { task, changed_files, edits = [], uses, output, answered, by: own = by } of turns) {
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
    if (edits.length > 0)
      await call(hookClaudeCode, {
        hook_event_name: "PostToolUse",
        tool_name: "Edit",
        session_id,
        agent_type,
        casebook: { ...repository, changed_files: edits.map(({ path }) => path), changed_lines: edits },
      });
    await call(hookAfterAgent, { ...here, agent_type, task, output, client, ...answered });
  }
  if (stops) await as(by)(hookStop, { session_id });
}

/** The lines of a place in the first commit, whose files are shipped beside the programs. */
async function citationOf({ path: file, from, to }: Place, sha: string) {
  const shipped = path.resolve(/* turbopackIgnore: true */ "prisma/demo/repository/1-start", file);
  const lines = (await readFile(shipped, "utf8")).split("\n");
  const start = lines.findIndex((line) => line.startsWith(from));
  const end = lines.findIndex((line, at) => at >= start && line.startsWith(to));
  if (start < 0 || end < 0) throw new Error(`${file} has no lines from "${from}" to "${to}"`);
  return { path: file, line_start: start + 1, line_end: end + 1, sha };
}
