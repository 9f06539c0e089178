import { toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { findInferences, type InferenceRow } from "@/lib/db/sql/inferences";
import { findRecallKeys, findUses, type RecallWhere, type UseRow } from "@/lib/db/sql/recall";
import type { Tenant } from "@/lib/kernel/actor";
import { oneOf } from "@/lib/kernel/one-of";
import { type Page, positionOf, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import { briefOf, memoriesByIds } from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import {
  INFERRED_OUTCOMES,
  type Inferred,
  type InferredCounts,
  type InferredOutcome,
  inferredSchema,
  PLACES,
  type RecallCandidate,
  type RecallDetail,
  type RecallEntry,
  recallCandidateSchema,
  recallSchema,
  type Serving,
  type Stage,
  stageSchema,
  USES,
  type Use,
  type UseCounts,
  useSchema,
} from "../contract";
import { toScores } from "./score-columns";

export const object = (json: Prisma.JsonValue): Record<string, unknown> => {
  if (json !== null && typeof json === "object" && !Array.isArray(json)) return json;
  return {};
};

const withRepository = { repository: { select: { id: true, name: true } } } satisfies Prisma.recallInclude;

type Row = Prisma.recallGetPayload<{ include: typeof withRepository }>;

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

const readRecall = rowReader(recallSchema);

const readCandidate = rowReader(
  recallCandidateSchema.omit({ memory: true, scores: true, uses: true, inferred: true }),
);

const readInferred = rowReader(inferredSchema);

const readUse = rowReader(useSchema);

const toInferred = (row: InferenceRow): Inferred => readInferred({ ...row, at: row.inferred_at });

function toRecall(row: Row, uses: readonly UseRow[], inferences: readonly InferenceRow[]): RecallEntry {
  return readRecall({
    ...row,
    actor_kind: toActorKind(row.actor_kind),
    uses: countsOf(uses.filter(({ recall_id }) => recall_id === row.id)),
    inferred: inferredCountsOf(inferences.filter(({ recall_id }) => recall_id === row.id)),
  });
}

/** Recalls that match, newest first. */
export async function listRecalls(
  db: Db,
  { where, cursor, limit }: { where: RecallWhere; cursor?: string; limit: number },
): Promise<Page<RecallEntry>> {
  const { organization_id } = where;
  const after = positionOf(cursor);
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

type Became = Serving & { reported: Use[]; inferred: InferredOutcome | null };

/** How recalls treated one memory, by their ids. */
async function servingsOf(
  db: Db,
  { organization_id, memory_id, recall_ids }: Tenant & { memory_id: string; recall_ids: readonly string[] },
): Promise<Map<string, Serving>> {
  const rows = await db.recall_candidate.findMany({
    where: { organization_id, memory_id, recall_id: { in: [...recall_ids] } },
    select: { recall_id: true, place: true, reason: true, relevance: true },
  });
  return new Map(
    rows.map(({ recall_id, place, reason, relevance }) => [
      recall_id,
      { place: oneOf(PLACES, place), reason, relevance },
    ]),
  );
}

/** The same recalls, each with how it treated this memory. */
export async function withServing(
  db: Db,
  { organization_id, memory_id, page }: Tenant & { memory_id: string | undefined; page: Page<RecallEntry> },
): Promise<Page<RecallEntry & { serving: Serving | null }>> {
  const recall_ids = page.items.map(({ id }) => id);
  const servings =
    memory_id === undefined
      ? new Map<string, Serving>()
      : await servingsOf(db, { organization_id, memory_id, recall_ids });
  const items = page.items.map((recall) => ({ ...recall, serving: servings.get(recall.id) ?? null }));
  return { ...page, items };
}

const UNKNOWN: Serving = { place: "served", reason: "", relevance: null };

/** The recalls that gave a memory to an agent, newest first, each with what became of that memory. */
export async function listRecallsOfMemory(
  db: Db,
  { where, cursor, limit }: { where: RecallWhere & { memory_id: string }; cursor?: string; limit: number },
): Promise<Page<RecallEntry & { became: Became }>> {
  const { organization_id, memory_id } = where;
  const page = await listRecalls(db, { where, cursor, limit });
  const recall_ids = page.items.map(({ id }) => id);
  const [uses, inferences, servings] = await Promise.all([
    findUses(db, { organization_id, recall_ids }),
    findInferences(db, { organization_id, recall_ids }),
    servingsOf(db, { organization_id, memory_id, recall_ids }),
  ]);
  const isOf = (id: string) => (row: { recall_id: string; memory_id: string }) =>
    row.recall_id === id && row.memory_id === memory_id;
  const items = page.items.map((recall) => {
    const inference = inferences.find(isOf(recall.id));
    const reported = [...new Set(uses.filter(isOf(recall.id)).map(({ use }) => oneOf(USES, use)))];
    return {
      ...recall,
      became: {
        ...(servings.get(recall.id) ?? UNKNOWN),
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
          ...readCandidate(one),
          scores: toScores(one),
          uses: uses.filter(({ memory_id }) => memory_id === memory.id).map(toUse),
          inferred: inferredOf.get(memory.id) ?? null,
        },
      ];
    }),
  };
}

function stagesOf(json: Prisma.JsonValue): Stage[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((item) => {
    const stage = stageSchema.safeParse({ at: null, ...object(item) });
    if (stage.success) return [stage.data];
    return [];
  });
}

const toUse = (row: UseRow) => readUse({ ...row, actor_kind: toActorKind(row.actor_kind) });

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
