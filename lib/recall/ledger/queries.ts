import { toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { findInferences, type InferenceRow } from "@/lib/db/sql/inferences";
import { findRecallKeys, findUses, type RecallWhere, type UseRow } from "@/lib/db/sql/recall";
import type { Tenant } from "@/lib/kernel/actor";
import { oneOf } from "@/lib/kernel/one-of";
import { decodeCursor, type Page, toPage } from "@/lib/kernel/pagination";
import { memoriesByIds } from "@/lib/memories";
import type { Memory, MemoryBrief } from "@/lib/memories/contract";
import {
  contextScoresSchema,
  INFERRED_OUTCOMES,
  type Inferred,
  type InferredCounts,
  type InferredOutcome,
  PACK_PARTS,
  PLACES,
  RECALL_OUTCOMES,
  type RecallCandidate,
  type RecallDetail,
  type RecallEntry,
  type RecallPlace,
  USES,
  type Use,
  type UseCounts,
} from "../contract";

export const object = (json: Prisma.JsonValue): Record<string, unknown> =>
  json !== null && typeof json === "object" && !Array.isArray(json) ? json : {};

const withRepository = { repository: { select: { id: true, name: true } } } satisfies Prisma.recallInclude;

type Row = Prisma.recallGetPayload<{ include: typeof withRepository }>;

export const briefOf = (memory: Memory): MemoryBrief => {
  const { id, kind, statement, status, status_reason, status_since, created_at, superseded_by } = memory;
  return { id, kind, statement, status, status_reason, status_since, created_at, superseded_by };
};

function countsOf(uses: readonly UseRow[]): UseCounts {
  const count = (use: Use) =>
    new Set(uses.filter((row) => row.use === use).map(({ memory_id }) => memory_id)).size;
  return {
    applied: count("applied"),
    ignored: count("ignored"),
    helpful: count("helpful"),
    unhelpful: count("unhelpful"),
    contradicted: count("contradicted"),
  };
}

function inferredCountsOf(inferences: readonly InferenceRow[]): InferredCounts {
  const count = (outcome: InferredOutcome) => inferences.filter((row) => row.outcome === outcome).length;
  return {
    follows: count("follows"),
    contradicts: count("contradicts"),
    ignores: count("ignores"),
    unknown: count("unknown"),
  };
}

const toInferred = ({ outcome, confidence, evidence, answers, inferred_at }: InferenceRow): Inferred => ({
  outcome: oneOf(INFERRED_OUTCOMES, outcome),
  confidence,
  evidence,
  answers,
  at: inferred_at.toISOString(),
});

function toRecall(row: Row, uses: readonly UseRow[], inferences: readonly InferenceRow[]): RecallEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    door: row.door,
    actor: { kind: toActorKind(row.actor_kind), id: row.actor_id, name: row.actor_name },
    agent: row.agent,
    agent_type: row.agent_type,
    repository: row.repository,
    session_id: row.session_id,
    task: row.task,
    category: row.category,
    outcome: oneOf(RECALL_OUTCOMES, row.outcome),
    tokens: row.tokens,
    characters: row.characters,
    candidate_count: row.candidate_count,
    served_count: row.served_count,
    unchecked_count: row.unchecked_count,
    latency_ms: row.latency_ms,
    degraded: row.degraded,
    uses: countsOf(uses.filter(({ recall_id }) => recall_id === row.id)),
    inferred: inferredCountsOf(inferences.filter(({ recall_id }) => recall_id === row.id)),
  };
}

/** Recalls that match, newest first. */
export async function listRecalls(
  db: Db,
  { where, cursor, limit }: { where: RecallWhere; cursor?: string; limit: number },
): Promise<Page<RecallEntry>> {
  const { organization_id } = where;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const { keys, total } = await findRecallKeys(db, { where, after, limit });
  const ids = keys.map(({ id }) => id);
  const [rows, uses, inferences] = await Promise.all([
    db.recall.findMany({ where: { organization_id, id: { in: ids } }, include: withRepository }),
    findUses(db, { organization_id, recall_ids: ids }),
    findInferences(db, { organization_id, recall_ids: ids }),
  ]);
  const byId = new Map(rows.map((row) => [row.id, toRecall(row, uses, inferences)]));
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  return toPage(items, limit, total, ({ at, id }) => ({ at, id }));
}

type Became = { place: RecallPlace; reported: Use[]; inferred: InferredOutcome | null };

/** The recalls that gave a memory to an agent, newest first, each with what became of that memory. */
export async function listRecallsOfMemory(
  db: Db,
  { where, cursor, limit }: { where: RecallWhere & { memory_id: string }; cursor?: string; limit: number },
): Promise<Page<RecallEntry & { became: Became }>> {
  const { organization_id, memory_id } = where;
  const page = await listRecalls(db, { where, cursor, limit });
  const recall_ids = page.items.map(({ id }) => id);
  const [uses, inferences, candidates] = await Promise.all([
    findUses(db, { organization_id, recall_ids }),
    findInferences(db, { organization_id, recall_ids }),
    db.recall_candidate.findMany({
      where: { organization_id, memory_id, recall_id: { in: recall_ids } },
      select: { recall_id: true, place: true },
    }),
  ]);
  const placeIn = new Map(candidates.map(({ recall_id, place }) => [recall_id, oneOf(PLACES, place)]));
  const isOf = (id: string) => (row: { recall_id: string; memory_id: string }) =>
    row.recall_id === id && row.memory_id === memory_id;
  const items = page.items.map((recall) => {
    const inference = inferences.find(isOf(recall.id));
    const reported = [...new Set(uses.filter(isOf(recall.id)).map(({ use }) => oneOf(USES, use)))];
    return {
      ...recall,
      became: {
        place: placeIn.get(recall.id) ?? "served",
        reported,
        inferred: inference ? oneOf(INFERRED_OUTCOMES, inference.outcome) : null,
      },
    };
  });
  return { ...page, items };
}

export async function findRecall(
  db: Db,
  {
    organization_id,
    recall_id,
    shows = () => true,
  }: Tenant & {
    recall_id: string;
    /** Which candidates are answered. Default: all. */
    shows?: (memory: Memory) => boolean;
  },
): Promise<RecallDetail | null> {
  const row = await db.recall.findUnique({
    where: { organization_id_id: { organization_id, id: recall_id } },
    include: { ...withRepository, candidates: { orderBy: { position: "asc" } } },
  });
  if (!row) return null;
  const [memories, uses, inferences] = await Promise.all([
    memoriesByIds(db, { organization_id, ids: row.candidates.map(({ memory_id }) => memory_id) }),
    findUses(db, { organization_id, recall_ids: [recall_id] }),
    findInferences(db, { organization_id, recall_ids: [recall_id] }),
  ]);
  const inferredOf = new Map(inferences.map((inference) => [inference.memory_id, toInferred(inference)]));
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return {
    ...toRecall(row, uses, inferences),
    pack: row.pack,
    question: object(row.question),
    settings: object(row.settings),
    stages: stagesOf(row.stages),
    candidates: row.candidates.flatMap((one): RecallCandidate[] => {
      const memory = byId.get(one.memory_id);
      if (!memory || !shows(memory)) return [];
      return [
        {
          memory: briefOf(memory),
          part: oneOf(PACK_PARTS, one.part),
          place: oneOf(PLACES, one.place),
          reason: one.reason,
          score: one.score,
          scores: contextScoresSchema.parse(one.scores),
          tokens: one.tokens,
          uses: uses.filter(({ memory_id }) => memory_id === memory.id).map(toUse),
          inferred: inferredOf.get(memory.id) ?? null,
        },
      ];
    }),
  };
}

function stagesOf(json: Prisma.JsonValue): { name: string; ms: number }[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((item) => {
    const { name, ms } = object(item);
    if (typeof name === "string" && typeof ms === "number") return [{ name, ms }];
    return [];
  });
}

function toUse(row: UseRow) {
  return {
    use: oneOf(USES, row.use),
    at: row.at.toISOString(),
    actor: { kind: toActorKind(row.actor_kind), id: row.actor_id, name: row.actor_name },
    reason: row.reason,
  };
}

/** What a recall gave to an agent, to read or to check first: ids of the memories. */
export async function findServedIds(
  db: Db,
  { organization_id, recall_id }: Tenant & { recall_id: string },
): Promise<string[]> {
  const rows = await db.recall_candidate.findMany({
    where: { organization_id, recall_id, place: { in: ["served", "check_before_use"] } },
    select: { memory_id: true },
  });
  return rows.map(({ memory_id }) => memory_id);
}
