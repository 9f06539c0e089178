import type { Settings } from "@/lib/access/contract";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { filterMemories } from "@/lib/db/sql/pack-candidates";
import { gatherPool, type PoolEntry } from "./candidates";
import { chooseForPack, type Floors, type Judged } from "./choose";
import { examine } from "./findings";
import { byPlace, type Opposed, type PackCandidate, type ScoredPool, scorePool } from "./relevance";
import { MAX_QUERY, memoriesFor, type PackRequest } from "./request";
import { type Change, describeChange } from "./triggers";

const VERIFY_MS = 400;

/** Finds the candidates, judges how relevant each is, and decides on each. */
export async function chooseMemories(request: PackRequest): Promise<Judged[]> {
  const { surroundings, question, options, repository, settings, stages, queries } = request;
  const { actor, db } = surroundings;
  const where = memoriesFor(request);
  const change = describeChange({
    changedFiles: question.changed_files,
    task: question.task.slice(0, MAX_QUERY),
    agentType: request.agent_type,
  });
  const pool = await gatherPool({
    db,
    stages,
    repository,
    changed_files: question.changed_files,
    developer: question.developer ?? null,
    ref: question.ref,
    agent_type: request.agent_type,
    hunks: request.diff.hunks,
    change,
    named_category: question.category,
    where,
    queries,
    names: request.names,
  });
  const [task] = queries;
  const { degraded: embedding } = await task.meaning;
  if (embedding !== null) stages.degrade(embedding);
  const scored = await scoreCandidates(request, { where, change, pool });
  if (!scored) return [];
  const { candidates, disputes } = scored;
  const floors = floorsOf(settings, scored.floors);
  const most = settings.max_context_memories;
  const findings = await examine({
    db,
    organization_id: actor.organization_id,
    candidates,
    floors,
    most,
    disputes,
    ref: question.ref,
    repository,
    task,
    stages,
    afterwards: request.afterwards,
    verify_ms: options.verify_ms ?? VERIFY_MS,
    as_of: options.as_of,
    now: request.at,
  });
  return stages.time("choosing", () =>
    chooseForPack({ candidates, floors, findings: { ...findings, disputes }, most }),
  );
}

type Scored = { candidates: PackCandidate[]; floors: Floors; disputes: Map<string, string[]> };

/** Judges a pool and the other sides of its conflicts; null when relevance could not be had in time. */
async function scoreCandidates(
  { surroundings, question, options, diff, settings, stages, queries, agent_type, category, at }: PackRequest,
  { where, change, pool }: { where: MemoryWhere; change: Change; pool: readonly PoolEntry[] },
): Promise<Scored | null> {
  const { db, actor } = surroundings;
  const [task] = queries;
  const score = (entries: readonly PoolEntry[]) =>
    scorePool({
      db,
      organization_id: actor.organization_id,
      asking: where,
      pool: entries,
      task,
      agent_type,
      category,
      changed_files: question.changed_files,
      changed_lines: diff.hunks,
      change,
      learning: settings.relevance_learning,
      as_of: options.as_of,
      now: options.as_of === undefined ? at : new Date(options.as_of),
    });
  const scored = await stages.run<ScoredPool | null>("relevance", () => score(pool), null);
  if (!scored) return null;
  if (scored.degraded !== null) stages.degrade(scored.degraded);
  const inConflict = scored.opposed.filter(({ opposed }) => opposed.length > 0);
  const disputes =
    inConflict.length === 0
      ? null
      : await stages.run("disputes", () => findDisputes(db, { where, pool, inConflict }), null);
  // The other side of a conflict is seldom found by the same question.
  const opposed = disputes?.opposed ?? [];
  const candidates = [...scored.candidates];
  if (opposed.length > 0) {
    const otherSides = await stages.run<ScoredPool | null>("other sides", () => score(opposed), null);
    candidates.push(...(otherSides?.candidates ?? []));
    candidates.sort(byPlace);
  }
  return { candidates, floors: scored.model.floors, disputes: disputes?.others ?? new Map() };
}

/** The measured floors, or the one that the settings name: what opens a pack; what joins it is never above. */
function floorsOf({ relevance_floor }: Settings, measured: Floors): Floors {
  if (relevance_floor === null) return measured;
  return { open: relevance_floor, join: Math.min(measured.join, relevance_floor) };
}

/**
 * The open conflicts that memories of a pool are in: for each such memory the memories of the other side, and those of
 * them that may be given too and are not in the pool.
 */
async function findDisputes(
  db: Database,
  {
    where,
    pool,
    inConflict,
  }: { where: MemoryWhere; pool: readonly PoolEntry[]; inConflict: readonly Opposed[] },
): Promise<{ opposed: PoolEntry[]; others: Map<string, string[]> }> {
  const otherIds = [...new Set(inConflict.flatMap(({ opposed }) => opposed))];
  const givable = new Set(await filterMemories(db, { where, ids: otherIds }));
  const others = new Map<string, string[]>();
  const known = new Set(pool.map(({ id }) => id));
  const opposed = new Map<string, PoolEntry>();
  const pairs = inConflict.flatMap(({ memory_id, opposed: ids }) =>
    ids.map((id) => [memory_id, id] as const),
  );
  for (const [memory_id, other_id] of pairs) {
    others.set(memory_id, [...(others.get(memory_id) ?? []), other_id]);
    if (!givable.has(other_id)) continue;
    others.set(other_id, [...new Set([...(others.get(other_id) ?? []), memory_id])]);
    if (!known.has(other_id))
      opposed.set(other_id, {
        id: other_id,
        found: null,
        words: null,
        names: null,
        vector: null,
        sources: new Set(["dispute"]),
      });
  }
  return { opposed: [...opposed.values()], others };
}
