import { settingsOf } from "@/lib/access";
import type { Embedder } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import type { Actor } from "@/lib/kernel/actor";
import {
  findCandidates,
  findMemoryKeys,
  memoriesByIds,
  modelsFor,
  NO_SIGNALS,
  prepareQuery,
  relevanceOf,
  seenBy,
  textSignals,
} from "@/lib/memories";
import { Stages } from "@/lib/recall";
import { cutAtWord } from "@/lib/text/cut";

const LIMIT_MS = 3_000;
const SEMANTIC = 5;
const RECENT = 5;
const CANDIDATES = 30;
const MAX_BULLET = 400;
const HEADING = "## What I remember";

export type Remembered = {
  context: string;
  facts: { id: string; statement: string; agent: string | null; relevance: number | null }[];
  degraded: string[];
};

type Asked = {
  actor: Actor;
  agent: string;
  question: string;
  include_other_agents: boolean;
  embedder: Embedder | null;
  limit_ms?: number;
};

/**
 * What an agent remembers for a question: of its facts those that fit it, by the measure and above the floor of packs, and
 * then the latest ones. Both are looked for at the same time. Empty when nothing is known, and where something fails or is
 * not there after three seconds, which `degraded` names.
 */
export async function remember(
  db: Database,
  { actor, agent, question, include_other_agents, embedder, limit_ms = LIMIT_MS }: Asked,
): Promise<Remembered> {
  const stages = new Stages(limit_ms);
  const where: MemoryWhere = {
    ...seenBy(actor),
    // What reaches the agent only is found for people who ask in its name, too; other agents' only when asked.
    asking_agent: include_other_agents ? null : agent,
    agent: include_other_agents ? undefined : agent,
    kind: ["fact"],
    scope: ["agent", "repository", "global"],
    status: ["active"],
    awaiting_safety: false,
    pending: false,
    deleted: false,
  };
  const [fitting, latest] = await Promise.all([
    stages.run("semantic", () => findFitting(db, { where, question, embedder }), []),
    stages.run("recent", () => findLatest(db, where), []),
  ]);
  const relevance = new Map(fitting.map(({ id, probability }) => [id, probability]));
  const ids = [...new Set([...fitting.map(({ id }) => id), ...latest])];
  const { organization_id } = actor;
  const memories = await stages.run("memories", () => memoriesByIds(db, { organization_id, ids }), []);
  const known = new Map(memories.map((memory) => [memory.id, memory]));
  const facts = ids.flatMap((id) => {
    const memory = known.get(id);
    if (!memory) return [];
    return [{ id, statement: memory.statement, agent: memory.agent, relevance: relevance.get(id) ?? null }];
  });
  return { context: contextOf(facts, agent), facts, degraded: stages.degraded };
}

type Fitting = { id: string; probability: number };

async function findFitting(
  db: Database,
  { where, question, embedder }: { where: MemoryWhere; question: string; embedder: Embedder | null },
): Promise<Fitting[]> {
  const { organization_id } = where;
  const query = prepareQuery(question, { embedder, deadline_ms: LIMIT_MS });
  const [{ found, statistics }, settings, models] = await Promise.all([
    findCandidates(db, { query, where, limit: CANDIDATES, likeness: false }),
    settingsOf(db, { organization_id }),
    modelsFor(db, { organization_id, embedder_id: embedder?.id ?? null }),
  ]);
  const judged = found.map(({ id, vector, bm25, coverage, rare_words }) => {
    const words = bm25 === null || statistics === null ? null : { bm25, coverage, rare_words, statistics };
    const signals = { ...NO_SIGNALS, meaning: vector ?? 0, ...textSignals(words) };
    const model = vector === null ? models.words : models.meaning;
    return { id, probability: relevanceOf(signals, model).probability };
  });
  judged.sort((a, b) => b.probability - a.probability || b.id.localeCompare(a.id));
  const { meaning } = await query.meaning.then(({ vector }) => ({ meaning: vector !== null }));
  const measured = meaning ? models.meaning.floors : models.words.floors;
  const open = settings.relevance_floor ?? measured.open;
  const join = Math.min(measured.join, open);
  if ((judged[0]?.probability ?? 0) < open) return [];
  return judged.filter(({ probability }) => probability >= join).slice(0, SEMANTIC);
}

async function findLatest(db: Database, where: MemoryWhere): Promise<string[]> {
  const keys = await findMemoryKeys(db, { where, order: { sort: "created_at", after: null }, limit: RECENT });
  return keys.map(({ id }) => id);
}

/** Facts as bullets, each on one line; who else said it is named. */
function contextOf(facts: Remembered["facts"], agent: string): string {
  if (facts.length === 0) return "";
  const bullets = facts.map(({ statement, agent: learner }) => {
    const line = cutAtWord(statement.replace(/\s+/g, " ").trim(), MAX_BULLET);
    return learner === null || learner === agent ? `- ${line}` : `- ${line} (${learner})`;
  });
  return [HEADING, ...bullets].join("\n");
}
