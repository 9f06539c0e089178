import { toActorKind } from "@/lib/access";
import type { CitationStatus } from "@/lib/citations";
import {
  CITATION_FACTS,
  CITATION_STATUSES,
  type CitationFact,
  type StandsAt,
} from "@/lib/citations/contract";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { lockJudged } from "@/lib/db/sql/lifecycle";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { type Asking, opposedFor } from "@/lib/db/sql/pack-candidates";
import type { Tenant } from "@/lib/kernel/actor";
import { idSchema } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { rowReader, selectOf } from "@/lib/kernel/rows";
import {
  appliesToSchema,
  MEMORY_KINDS,
  MEMORY_STATUSES,
  type Memory,
  type MemoryBrief,
  type MemoryStatus,
  memoryBriefSchema,
  memorySchema,
} from "../contract";
import { findMemoryRows, findNewestRows, type MemoryOrder, type MemoryRow } from "./rows";

export const object = (json: unknown): Record<string, unknown> => {
  if (json !== null && typeof json === "object" && !Array.isArray(json)) return { ...json };
  return {};
};

const readMemory = rowReader(memorySchema);

const readBrief = rowReader(memoryBriefSchema);

const BRIEF = selectOf(memoryBriefSchema);

// An import may bring kinds of change that this version does not know; the memory stays readable without.
const storedAppliesToSchema = appliesToSchema.nullable().catch(null);

function toMemory(row: MemoryRow): Memory {
  return readMemory({
    ...row,
    metadata: object(row.metadata),
    created_by_kind: toActorKind(String(row.created_by_kind)),
    applies_to: storedAppliesToSchema.parse(row.applies_to),
  });
}

/** The memories with these ids, in the order of the ids; unknown ids are left out. Deleted ones are among them. */
export async function memoriesByIds(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<Memory[]> {
  const rows = await findMemoryRows(db, { organization_id, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row) return [toMemory(row)];
    return [];
  });
}

/** The same with the memories that they are in an open conflict with, served or not; see `opposedFor`. */
export async function memoriesWithOpposed(
  db: Db,
  { asking, ids }: { asking: Asking; ids: readonly string[] },
): Promise<{ memory: Memory; opposed: string[] }[]> {
  const { organization_id } = asking;
  const rows = await findMemoryRows(db, { organization_id, ids, beside: opposedFor(asking) });
  return rows.map(({ beside, ...row }) => ({
    memory: toMemory(row),
    opposed: idSchema.array().parse(beside ?? []),
  }));
}

/** The memories that match, the last confirmed first. */
export async function newestMemories(
  db: Db,
  params: { where: MemoryWhere; limit: number; after?: MemoryOrder["after"] },
): Promise<Memory[]> {
  return (await findNewestRows(db, params)).map(toMemory);
}

export async function findMemory(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<Memory | null> {
  const [memory] = await memoriesByIds(db, { organization_id, ids: [memory_id] });
  return memory ?? null;
}

/** What is shown of a memory beside others. */
export const briefOf = (memory: Memory): MemoryBrief => {
  const { id, kind, statement, status, status_reason, status_since, created_at, superseded_by } = memory;
  return { id, kind, statement, status, status_reason, status_since, created_at, superseded_by };
};

/** Briefs of these memories, oldest first. */
export async function briefsByIds(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<MemoryBrief[]> {
  if (ids.length === 0) return [];
  const rows = await db.memory.findMany({
    where: { organization_id, id: { in: [...ids] } },
    select: BRIEF,
    orderBy: { id: "asc" },
  });
  return rows.map(readBrief);
}

/** What `documentOf` and the vector need of these memories; those deleted meanwhile are left out. */
export async function findDocuments(db: Db, { organization_id, ids }: Tenant & { ids: readonly string[] }) {
  const rows = await db.memory.findMany({
    where: { organization_id, id: { in: [...ids] }, deleted_at: null },
    select: {
      id: true,
      kind: true,
      scope: true,
      repository_id: true,
      statement: true,
      metadata: true,
      tags: true,
      reasoning: true,
      outcome: true,
      search_text: true,
    },
  });
  return rows.map((row) => ({ ...row, metadata: object(row.metadata) }));
}

export type JudgedMemory = Pick<
  Memory,
  "id" | "kind" | "statement" | "reasoning" | "outcome" | "metadata" | "status" | "quality" | "usage_count"
> & {
  verification_count: number;
  /** It is invalid because a check found its code gone, and nobody has decided on it. */
  invalidated_by_check: boolean;
  citations: {
    id: string;
    path: string;
    line_start: number;
    line_end: number;
    status: CitationStatus;
    confidence: number | null;
    stands_at: StandsAt | null;
    inferred: boolean;
    facts: readonly CitationFact[];
  }[];
};

/** What a check needs of these memories to judge them; they are locked until the transaction ends. */
export async function lockJudgedMemories(
  tx: Db,
  params: Tenant & { ids: readonly string[] },
): Promise<JudgedMemory[]> {
  const rows = await lockJudged(tx, params);
  return rows.map(({ invalidated_by, ...row }) => ({
    ...row,
    kind: oneOf(MEMORY_KINDS, row.kind),
    status: oneOf(MEMORY_STATUSES, row.status),
    metadata: object(row.metadata),
    invalidated_by_check: invalidated_by === "verified_invalid",
    citations: row.citations.map((citation) => ({
      ...citation,
      status: oneOf(CITATION_STATUSES, citation.status),
      facts: CITATION_FACTS.filter((fact) => citation.facts.includes(fact)),
    })),
  }));
}

export type DuplicateRow = {
  id: string;
  duplicate_sha256: string;
  status: MemoryStatus;
  held_at: Date | null;
};

/** Memories with these hashes that are not deleted. */
export async function findByHashes(
  db: Db,
  { organization_id, hashes }: Tenant & { hashes: readonly string[] },
): Promise<DuplicateRow[]> {
  const rows = await db.memory.findMany({
    where: { organization_id, duplicate_sha256: { in: [...hashes] }, deleted_at: null },
    select: { id: true, duplicate_sha256: true, status: true, held_at: true },
    orderBy: { id: "desc" },
  });
  return rows.map((row) => ({ ...row, status: oneOf(MEMORY_STATUSES, row.status) }));
}

/** Repositories of the memories that match. */
export async function repositoriesOfMemories(
  db: Db,
  { organization_id, where }: Tenant & { where: Omit<Prisma.memoryWhereInput, "repository_id"> },
): Promise<string[]> {
  const rows = await db.memory.findMany({
    where: { ...where, organization_id, repository_id: { not: null } },
    distinct: ["repository_id"],
    select: { repository_id: true },
  });
  return rows.flatMap(({ repository_id }) => (repository_id === null ? [] : [repository_id]));
}
