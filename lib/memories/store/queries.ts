import { actorColumns } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import type { Memory } from "../contract";
import { EDITS, wordsOf } from "../memory/change-queries";
import { memoriesByIds, object } from "../memory/queries";
import { insertMemoryRows } from "../memory/rows";
import { triggerKeys } from "../triggers/keys";
import type { PreparedMemory } from "./prepare";

export async function insertMemories(
  db: Db,
  {
    organization_id,
    actor,
    memories,
    now,
  }: Tenant & {
    actor: ActorRef;
    memories: readonly (PreparedMemory & {
      id: string;
      suspicion: { reason: string } | null;
      taint: { reason: string } | null;
    })[];
    now: Date;
  },
): Promise<void> {
  await insertMemoryRows(db, {
    organization_id,
    rows: memories.map(
      ({ citations: _, suspicions: __, taints: ___, suspicion, taint, source, ...memory }) => ({
        ...memory,
        ...actorColumns("created_by", actor),
        source_kind: source.kind,
        source_id: source.id,
        status: suspicion ? "quarantined" : "active",
        status_reason: suspicion?.reason ?? null,
        held_at: taint ? now : null,
        held_reason: taint?.reason ?? null,
        search_length: wordsOf(memory.search_text),
        applies_to_keys: triggerKeys(memory.applies_to),
        status_since: now,
        refreshed_at: now,
        created_at: now,
        updated_at: now,
      }),
    ),
  });
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
  return new Map(
    rows.flatMap(({ id, source_id }) => {
      if (source_id === null) return [];
      return [[source_id, id] as const];
    }),
  );
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
  return memories.flatMap(({ id, statement, metadata, status, deleted_at, version, source }) => {
    if (source.id === null) return [];
    return [
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
    ];
  });
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
