import { toActorKind } from "@/lib/access";
import type { CitationStatus } from "@/lib/citations";
import { CITATION_STATUSES } from "@/lib/citations/contract";
import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { type EventRow, insertEventRows, lockJudged } from "@/lib/db/sql/lifecycle";
import {
  findMemoryRows,
  findNewestRows,
  insertMemoryRows,
  type MemoryRow,
  type MemoryWhere,
  sumRatings,
} from "@/lib/db/sql/memories";
import type { ActorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { decodeCursor, type Page, toPage } from "@/lib/kernel/pagination";
import {
  type AppliesTo,
  appliesToSchema,
  MEMORY_EVENTS,
  MEMORY_KINDS,
  MEMORY_SCOPES,
  MEMORY_STATUSES,
  type Memory,
  type MemoryBrief,
  type MemoryEvent,
  type MemoryEventType,
  type MemoryStatus,
  redactionSchema,
} from "./contract";
import type { PreparedMemory } from "./prepare";
import type { Votes } from "./quality";
import { triggerKeys } from "./triggers/keys";

type Tenant = { organization_id: string };

function known<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((item) => item === value);
  if (found === undefined) throw new Error(`unknown word in the database: ${value}`);
  return found;
}

const object = (json: unknown): Record<string, unknown> =>
  json !== null && typeof json === "object" && !Array.isArray(json) ? { ...json } : {};

const redactionsSchema = redactionSchema.array();
// An import may bring kinds of change that this version does not know; the memory stays readable without.
const storedAppliesToSchema = appliesToSchema.nullable().catch(null);

const iso = (time: string): string => new Date(time).toISOString();

function toMemory(row: MemoryRow): Memory {
  const { created_by_kind, created_by_id, created_by_name, source_kind, source_id, ...rest } = row;
  return {
    ...rest,
    kind: known(MEMORY_KINDS, row.kind),
    scope: known(MEMORY_SCOPES, row.scope),
    metadata: object(row.metadata),
    created_by: { kind: toActorKind(created_by_kind), id: created_by_id, name: created_by_name },
    source: { kind: source_kind, id: source_id },
    status: known(MEMORY_STATUSES, row.status),
    status_since: iso(row.status_since),
    redactions: redactionsSchema.parse(row.redactions),
    applies_to: storedAppliesToSchema.parse(row.applies_to),
    citations: row.citations.map((citation) => ({
      ...citation,
      status: known(CITATION_STATUSES, citation.status),
      checked_at: citation.checked_at && iso(citation.checked_at),
    })),
    refreshed_at: iso(row.refreshed_at),
    addressed_at: row.addressed_at && iso(row.addressed_at),
    deleted_at: row.deleted_at && iso(row.deleted_at),
    suggested_at: row.suggested_at && iso(row.suggested_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

// Reading ----------------------------------------------------------------------------------------------------

/** The memories with these ids, in the order of the ids; unknown ids are left out. Deleted ones are among them. */
export async function memoriesByIds(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<Memory[]> {
  const rows = await findMemoryRows(db, { organization_id, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toMemory(row)] : [];
  });
}

/** The memories that match, the last confirmed first. */
export async function newestMemories(
  db: Db,
  params: { where: MemoryWhere; limit: number },
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

/** Briefs of these memories, oldest first. */
export async function briefsByIds(
  db: Db,
  { organization_id, ids }: Tenant & { ids: readonly string[] },
): Promise<MemoryBrief[]> {
  if (ids.length === 0) return [];
  const rows = await db.memory.findMany({
    where: { organization_id, id: { in: [...ids] } },
    select: {
      id: true,
      kind: true,
      statement: true,
      status: true,
      status_reason: true,
      status_since: true,
      created_at: true,
      superseded_by: true,
    },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({
    ...row,
    kind: known(MEMORY_KINDS, row.kind),
    status: known(MEMORY_STATUSES, row.status),
    status_since: row.status_since.toISOString(),
    created_at: row.created_at.toISOString(),
  }));
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
  citations: { id: string; path: string; line_start: number; line_end: number; status: CitationStatus }[];
};

/** What a check needs of these memories to judge them; they are locked until the transaction ends. */
export async function lockJudgedMemories(
  tx: Db,
  params: Tenant & { ids: readonly string[] },
): Promise<JudgedMemory[]> {
  const rows = await lockJudged(tx, params);
  return rows.map((row) => ({
    ...row,
    kind: known(MEMORY_KINDS, row.kind),
    status: known(MEMORY_STATUSES, row.status),
    metadata: object(row.metadata),
    citations: row.citations.map((citation) => ({
      ...citation,
      status: known(CITATION_STATUSES, citation.status),
    })),
  }));
}

export type DuplicateRow = { id: string; duplicate_sha256: string; status: MemoryStatus };

/** Memories with these hashes that are not deleted. */
export async function findByHashes(
  db: Db,
  { organization_id, hashes }: Tenant & { hashes: readonly string[] },
): Promise<DuplicateRow[]> {
  const rows = await db.memory.findMany({
    where: { organization_id, duplicate_sha256: { in: [...hashes] }, deleted_at: null },
    select: { id: true, duplicate_sha256: true, status: true },
    orderBy: { id: "desc" },
  });
  return rows.map((row) => ({ ...row, status: known(MEMORY_STATUSES, row.status) }));
}

// Writing ----------------------------------------------------------------------------------------------------

export async function insertMemories(
  db: Db,
  {
    organization_id,
    actor,
    memories,
    now,
  }: Tenant & {
    actor: ActorRef;
    memories: readonly (PreparedMemory & { id: string; suspicion: { reason: string } | null })[];
    now: Date;
  },
): Promise<void> {
  await insertMemoryRows(db, {
    organization_id,
    rows: memories.map(({ citations: _, suspicions: __, suspicion, source, ...memory }) => ({
      ...memory,
      created_by_kind: actor.kind,
      created_by_id: actor.id,
      created_by_name: actor.name,
      source_kind: source.kind,
      source_id: source.id,
      status: suspicion ? "quarantined" : "active",
      status_reason: suspicion?.reason ?? null,
      search_length: wordsOf(memory.search_text),
      applies_to_keys: triggerKeys(memory.applies_to),
      now,
    })),
  });
}

/** The length BM25 counts with: normalised text has its words separated by one space. */
function wordsOf(search_text: string): number {
  return search_text === "" ? 0 : search_text.split(" ").length;
}

/** The memories that were made from these sources, deleted ones among them: their ids by the source. */
export async function findBySourceIds(
  db: Db,
  { organization_id, source_ids }: Tenant & { source_ids: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db.memory.findMany({
    where: { organization_id, source_id: { in: [...source_ids] } },
    select: { id: true, source_id: true },
    orderBy: { id: "asc" },
  });
  return new Map(rows.flatMap(({ id, source_id }) => (source_id === null ? [] : [[source_id, id] as const])));
}

/** What the memory of a source says and what was done to it, oldest first; see `findSourced`. */
export type SourcedMemory = Pick<
  Memory,
  "id" | "statement" | "metadata" | "status" | "deleted_at" | "version"
> & {
  source_id: string;
  events: { type: string; detail: Record<string, unknown> }[];
};

/** The memories that were made from these sources, deleted ones among them, with their corrections and deletions. */
export async function findSourced(
  db: Db,
  { organization_id, source_ids }: Tenant & { source_ids: readonly string[] },
): Promise<SourcedMemory[]> {
  const known = await findBySourceIds(db, { organization_id, source_ids });
  const ids = [...known.values()];
  const memories = await memoriesByIds(db, { organization_id, ids });
  const events = await db.memory_event.findMany({
    where: { organization_id, memory_id: { in: ids }, type: { in: ["updated", "deleted"] } },
    select: { memory_id: true, type: true, detail: true },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return memories.flatMap(({ id, statement, metadata, status, deleted_at, version, source }) =>
    source.id === null
      ? []
      : [
          {
            id,
            statement,
            metadata,
            status,
            deleted_at,
            version,
            source_id: source.id,
            events: events
              .filter(({ memory_id }) => memory_id === id)
              .map(({ type, detail }) => ({ type, detail: object(detail) })),
          },
        ],
  );
}

/** Most preferences of one person that are shown. */
const MOST_PREFERENCES = 500;

/** Preferences of developers, deleted ones among them, the surest first; `corrected`: a person ever edited it. */
export async function findPreferences(
  db: Db,
  { organization_id, developers }: Tenant & { developers: readonly string[] },
): Promise<{ memory: Memory; corrected: boolean }[]> {
  if (developers.length === 0) return [];
  const rows = await db.memory.findMany({
    where: {
      organization_id,
      kind: "developer_preference",
      status: { in: ["active", "drifted"] },
      OR: developers.map((developer) => ({ metadata: { path: ["developer_id"], equals: developer } })),
    },
    select: { id: true },
    orderBy: [{ confidence: { sort: "desc", nulls: "last" } }, { id: "asc" }],
    take: MOST_PREFERENCES,
  });
  const ids = rows.map(({ id }) => id);
  const memories = await memoriesByIds(db, { organization_id, ids });
  const edits = await db.memory_event.findMany({
    where: { organization_id, memory_id: { in: ids }, type: { in: EDITS }, actor_kind: "person" },
    select: { memory_id: true },
  });
  const corrected = new Set(edits.map(({ memory_id }) => memory_id));
  return memories.map((memory) => ({ memory, corrected: corrected.has(memory.id) }));
}

const EDITS = ["updated", "corrected"];

/** Whether a person ever edited it. */
export async function wasChangedByPerson(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<boolean> {
  const found = await db.memory_event.findFirst({
    where: { organization_id, memory_id, actor_kind: "person", type: { in: EDITS } },
    select: { id: true },
  });
  return found !== null;
}

export type MemoryChange = Partial<
  Pick<
    Memory,
    | "statement"
    | "category"
    | "tags"
    | "reasoning"
    | "outcome"
    | "metadata"
    | "quality"
    | "pinned"
    | "superseded_by"
    | "redactions"
    | "safety_version"
    | "scope"
    | "observation_count"
    | "pending_repository"
  >
> & {
  applies_to?: AppliesTo;
  repository_id?: string | null;
  suggested_at?: Date | null;
  status?: { to: MemoryStatus; reason: string | null } | undefined;
  search?: { search_text: string; duplicate_sha256?: string };
  duplicate_sha256?: string;
  refreshed_at?: Date;
  deleted_at?: Date | null;
};

/**
 * Changes a memory that still has this version.
 * @throws AppError conflict when it has not.
 */
export async function updateMemory(
  db: Db,
  {
    organization_id,
    memory_id,
    version,
    now,
    change,
  }: Tenant & { memory_id: string; version: number; change: MemoryChange; now: Date },
): Promise<void> {
  const { status, search, metadata, applies_to, ...fields } = change;
  const { count } = await db.memory.updateMany({
    where: { organization_id, id: memory_id, version },
    data: {
      ...fields,
      ...(metadata === undefined ? {} : { metadata: metadata as Prisma.InputJsonObject }),
      ...(applies_to === undefined ? {} : { applies_to, applies_to_keys: triggerKeys(applies_to) }),
      ...(status === undefined ? {} : { status: status.to, status_reason: status.reason, status_since: now }),
      ...(search === undefined ? {} : { ...search, search_length: wordsOf(search.search_text) }),
      updated_at: now,
      version: { increment: 1 },
    },
  });
  if (count === 0)
    throw new AppError("conflict", "The memory changed meanwhile; read it again and repeat what you want.");
}

/** Moves memories from one status to another; those that have left it meanwhile stay. */
export async function moveStatus(
  db: Db,
  {
    organization_id,
    ids,
    from,
    to,
    reason,
    now,
  }: Tenant & {
    ids: readonly string[];
    from: MemoryStatus;
    to: MemoryStatus;
    reason: string | null;
    now: Date;
  },
): Promise<void> {
  if (ids.length === 0) return;
  await db.memory.updateMany({
    where: { organization_id, id: { in: [...ids] }, status: from },
    data: {
      status: to,
      status_reason: reason,
      status_since: now,
      updated_at: now,
      version: { increment: 1 },
    },
  });
}

/** Counts one more use of a memory; `refreshed` also says that it is fresh. */
export async function recordUse(
  db: Db,
  {
    organization_id,
    memory_id,
    counted,
    refreshed,
    now,
  }: Tenant & { memory_id: string; counted: boolean; refreshed: boolean; now: Date },
): Promise<void> {
  await db.memory.updateMany({
    where: { organization_id, id: memory_id },
    data: {
      ...(counted ? { usage_count: { increment: 1 } } : {}),
      ...(refreshed ? { refreshed_at: now } : {}),
    },
  });
}

export async function setQuality(
  db: Db,
  { organization_id, memory_id, quality }: Tenant & { memory_id: string; quality: number },
): Promise<void> {
  await db.memory.updateMany({ where: { organization_id, id: memory_id }, data: { quality } });
}

/** Marks memories as addressed, or takes the mark back. @returns the ids of those that changed. */
export async function setAddressed(
  db: Db,
  {
    organization_id,
    ids,
    addressed,
    repository_ids,
    now,
  }: Tenant & {
    ids: readonly string[];
    addressed: boolean;
    repository_ids: readonly string[] | null;
    now: Date;
  },
): Promise<string[]> {
  const where: Prisma.memoryWhereInput = {
    organization_id,
    id: { in: [...ids] },
    deleted_at: null,
    addressed_at: addressed ? null : { not: null },
    ...(repository_ids === null
      ? {}
      : { OR: [{ scope: "global" }, { repository_id: { in: [...repository_ids] } }] }),
  };
  const rows = await db.memory.findMany({ where, select: { id: true }, orderBy: { id: "asc" } });
  const changed = rows.map(({ id }) => id);
  if (changed.length > 0)
    await db.memory.updateMany({
      where: { organization_id, id: { in: changed } },
      data: { addressed_at: addressed ? now : null, updated_at: now, version: { increment: 1 } },
    });
  return changed;
}

export async function deleteEmbeddings(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<void> {
  await db.memory_embedding.deleteMany({ where: { organization_id, memory_id } });
}

// Safety -----------------------------------------------------------------------------------------------------

export type AllowanceKey = { rule: string; text_sha256: string };

/** What leads released of these texts. */
export async function findAllowances(
  db: Db,
  { organization_id, texts }: Tenant & { texts: readonly string[] },
): Promise<AllowanceKey[]> {
  return db.memory_allowance.findMany({
    where: { organization_id, text_sha256: { in: [...texts] } },
    select: { rule: true, text_sha256: true },
  });
}

export async function insertAllowances(
  tx: Db,
  {
    organization_id,
    memory_id,
    allowances,
    actor,
    now,
  }: Tenant & { memory_id: string; allowances: readonly AllowanceKey[]; actor: ActorRef; now: Date },
): Promise<void> {
  if (allowances.length === 0) return;
  await tx.memory_allowance.createMany({
    data: allowances.map(({ rule, text_sha256 }) => ({
      organization_id,
      id: newId(),
      memory_id,
      rule,
      text_sha256,
      created_at: now,
      created_by_kind: actor.kind,
      created_by_id: actor.id,
      created_by_name: actor.name,
    })),
  });
}

/** Takes back what was released of this memory's texts. */
export async function deleteAllowances(
  tx: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<void> {
  await tx.memory_allowance.deleteMany({ where: { organization_id, memory_id } });
}

/** Ids of memories in these statuses that other rules than these looked over last, at most `limit`, oldest first. */
export async function findLookedOverByOthers(
  db: Db,
  {
    organization_id,
    safety_version,
    statuses,
    limit,
  }: Tenant & { safety_version: number; statuses: readonly MemoryStatus[]; limit: number },
): Promise<string[]> {
  const rows = await db.memory.findMany({
    where: {
      organization_id,
      deleted_at: null,
      safety_version: { not: safety_version },
      status: { in: [...statuses] },
    },
    select: { id: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

/** Says that these rules found nothing in memories that still have the version in which they were looked over. */
export async function setSafetyVersion(
  tx: Db,
  {
    organization_id,
    memories,
    safety_version,
  }: Tenant & { memories: readonly Pick<Memory, "id" | "version">[]; safety_version: number },
): Promise<void> {
  for (const version of new Set(memories.map((memory) => memory.version)))
    await tx.memory.updateMany({
      where: {
        organization_id,
        version,
        id: { in: memories.filter((memory) => memory.version === version).map(({ id }) => id) },
      },
      data: { safety_version },
    });
}

/** The last event of this type of each of these memories. */
export async function findLastEvents(
  db: Db,
  { organization_id, memory_ids, type }: Tenant & { memory_ids: readonly string[]; type: MemoryEventType },
): Promise<Map<string, MemoryEvent>> {
  const rows = await db.memory_event.findMany({
    where: { organization_id, memory_id: { in: [...memory_ids] }, type },
    orderBy: { id: "desc" },
    distinct: ["memory_id"],
  });
  return new Map(rows.map((row) => [row.memory_id, toEvent(row)]));
}

// Links ------------------------------------------------------------------------------------------------------

const NEAR_DUPLICATE = "near_duplicate";

/** Replaces what a memory is suspected to repeat. */
export async function setNearDuplicates(
  db: Db,
  {
    organization_id,
    memory_id,
    others,
    now,
  }: Tenant & { memory_id: string; others: readonly { id: string; similarity: number }[]; now: Date },
): Promise<void> {
  await db.memory_link.deleteMany({ where: { organization_id, memory_id, relation: NEAR_DUPLICATE } });
  if (others.length > 0)
    await db.memory_link.createMany({
      data: others.map(({ id, similarity }) => ({
        organization_id,
        memory_id,
        other_id: id,
        relation: NEAR_DUPLICATE,
        similarity,
        created_at: now,
      })),
      skipDuplicates: true,
    });
}

/** The memories that one is suspected to repeat, or to be repeated by. */
export async function findNearDuplicates(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<Set<string>> {
  const rows = await db.memory_link.findMany({
    where: { organization_id, relation: NEAR_DUPLICATE, OR: [{ memory_id }, { other_id: memory_id }] },
    select: { memory_id: true, other_id: true },
  });
  return new Set(rows.map((row) => (row.memory_id === memory_id ? row.other_id : row.memory_id)));
}

// Events -----------------------------------------------------------------------------------------------------

export type NewEvent = {
  /** Given when it is to be named before it is stored. */
  id?: string;
  memory_id: string;
  type: MemoryEventType;
  reason?: string | null;
  detail?: Record<string, unknown>;
};

/** Events as `lib/db/sql` takes them, in their order, which their ids keep. */
export function toEventRows(events: readonly NewEvent[]): EventRow[] {
  return events.map(({ id = newId(), memory_id, type, reason = null, detail = {} }) => ({
    id,
    memory_id,
    type,
    reason,
    detail,
  }));
}

export async function insertEvents(
  db: Db,
  {
    organization_id,
    actor,
    events,
    now,
  }: Tenant & { actor: ActorRef; events: readonly NewEvent[]; now: Date },
): Promise<void> {
  await insertEventRows(db, { organization_id, actor, now, events: toEventRows(events) });
}

function toEvent(row: Prisma.memory_eventGetPayload<object>): MemoryEvent {
  return {
    id: row.id,
    memory_id: row.memory_id,
    type: known(MEMORY_EVENTS, row.type),
    at: row.at.toISOString(),
    actor: { kind: toActorKind(row.actor_kind), id: row.actor_id, name: row.actor_name },
    reason: row.reason,
    detail: object(row.detail),
  };
}

export async function listEvents(
  db: Db,
  {
    organization_id,
    memory_id,
    cursor,
    limit,
  }: Tenant & { memory_id: string; cursor?: string | undefined; limit: number },
): Promise<Page<MemoryEvent>> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const where: Prisma.memory_eventWhereInput = { organization_id, memory_id };
  const [rows, total] = await Promise.all([
    db.memory_event.findMany({
      where: after ? { ...where, id: { lt: after.id } } : where,
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.memory_event.count({ where }),
  ]);
  return toPage(rows.map(toEvent), limit, total, ({ at, id }) => ({ at, id }));
}

/** The event that brought a memory to its status, or null. */
export async function findArrival(
  db: Db,
  { organization_id, memory_id, status }: Tenant & { memory_id: string; status: MemoryStatus },
): Promise<MemoryEvent | null> {
  const row = await db.memory_event.findFirst({
    where: { organization_id, memory_id, detail: { path: ["to"], equals: status } },
    orderBy: { id: "desc" },
  });
  return row && toEvent(row);
}

/** Whether this actor has logged an event of this type of the memory with these details already. */
export async function hasEvent(
  db: Db,
  {
    organization_id,
    memory_id,
    type,
    actor,
    detail,
  }: Tenant & {
    memory_id: string;
    type: MemoryEventType;
    actor: ActorRef;
    detail: Record<string, string | null>;
  },
): Promise<boolean> {
  const found = await db.memory_event.findFirst({
    where: {
      organization_id,
      memory_id,
      type,
      actor_kind: actor.kind,
      actor_id: actor.id,
      AND: Object.entries(detail).map(([key, value]) => ({
        detail: { path: [key], equals: value ?? Prisma.JsonNull },
      })),
    },
    select: { id: true },
  });
  return found !== null;
}

/** The last event that changed the status of a memory, or null when it has the one it began with. */
export async function findLastMove(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<MemoryEvent | null> {
  const row = await db.memory_event.findFirst({
    where: {
      organization_id,
      memory_id,
      OR: MEMORY_STATUSES.map((status) => ({ detail: { path: ["to"], equals: status } })),
    },
    orderBy: { id: "desc" },
  });
  return row && toEvent(row);
}

/** The latest 100 events of these types, newest first. */
export async function listSteps(
  db: Db,
  { organization_id, memory_id, types }: Tenant & { memory_id: string; types: readonly MemoryEventType[] },
): Promise<MemoryEvent[]> {
  const rows = await db.memory_event.findMany({
    where: { organization_id, memory_id, type: { in: [...types] } },
    orderBy: { id: "desc" },
    take: 100,
  });
  return rows.map(toEvent);
}

export async function findEvent(
  db: Db,
  { organization_id, memory_id, event_id }: Tenant & { memory_id: string; event_id: string },
): Promise<MemoryEvent | null> {
  const row = await db.memory_event.findFirst({ where: { organization_id, memory_id, id: event_id } });
  return row && toEvent(row);
}

/** How many memories this one replaced directly. */
export async function countPredecessors(
  db: Db,
  { organization_id, memory_id }: Tenant & { memory_id: string },
): Promise<number> {
  return db.memory.count({ where: { organization_id, superseded_by: memory_id } });
}

/** What use and checks said about each of these memories, counted from their events. */
export async function votesOf(
  db: Db,
  { organization_id, memories }: Tenant & { memories: readonly Pick<Memory, "id" | "usage_count">[] },
): Promise<Map<string, Votes>> {
  const rows = await db.memory_event.groupBy({
    by: ["memory_id", "type"],
    where: {
      organization_id,
      memory_id: { in: memories.map(({ id }) => id) },
      type: { in: ["applied", "verified_valid", "verified_invalid"] },
    },
    _count: { _all: true },
  });
  const ids = memories.map(({ id }) => id);
  const ratings = new Map(
    (await sumRatings(db, { organization_id, ids })).map(({ memory_id, ...sums }) => [memory_id, sums]),
  );
  const counts = new Map(rows.map(({ memory_id, type, _count }) => [`${memory_id} ${type}`, _count._all]));
  const count = (id: string, type: MemoryEventType) => counts.get(`${id} ${type}`) ?? 0;
  return new Map(
    memories.map(({ id, usage_count }) => [
      id,
      {
        recalled: usage_count,
        applied: count(id, "applied"),
        verified_valid: count(id, "verified_valid"),
        verified_invalid: count(id, "verified_invalid"),
        ...(ratings.get(id) ?? { helpful: 0, unhelpful: 0 }),
      },
    ]),
  );
}
