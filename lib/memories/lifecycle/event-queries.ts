import { readActor } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { type EventRow, insertEventRows } from "@/lib/db/sql/lifecycle";
import { countVotes } from "@/lib/db/sql/memory-counts";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { afterCursor, type Page, toPage } from "@/lib/kernel/pagination";
import {
  MEMORY_EVENTS,
  MEMORY_STATUSES,
  type Memory,
  type MemoryEvent,
  type MemoryEventType,
  type MemoryStatus,
} from "../contract";
import { NO_VOTES, type Votes } from "../feedback/quality";
import { object } from "../memory/queries";

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

export function toEvent(row: Prisma.memory_eventGetPayload<object>): MemoryEvent {
  return {
    id: row.id,
    memory_id: row.memory_id,
    type: oneOf(MEMORY_EVENTS, row.type),
    at: row.at.toISOString(),
    actor: readActor(row, "actor"),
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
  }: Tenant & { memory_id: string; cursor?: string; limit: number },
): Promise<Page<MemoryEvent>> {
  const where: Prisma.memory_eventWhereInput = { organization_id, memory_id };
  const [rows, total] = await Promise.all([
    db.memory_event.findMany({
      where: { ...where, ...afterCursor(cursor) },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.memory_event.count({ where }),
  ]);
  return toPage(rows.map(toEvent), limit, total, ({ at, id }) => ({ at, id }));
}

/** The last event that led to this status, or null: an undoing as well. */
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

/** So many changes of the status are read at once. */
const MOVES = 100;

/**
 * The latest event that changed a memory's status and still stands, of those that are wanted: without `isWanted`, the one
 * that brought it to its present status. Null when none did. What was undone, and the undoing of it, are as if neither
 * had been; a restoring is a step of its own.
 */
export async function findStandingMove(
  db: Db,
  {
    organization_id,
    memory_id,
    isWanted = () => true,
  }: Tenant & { memory_id: string; isWanted?: (move: MemoryEvent) => boolean },
): Promise<MemoryEvent | null> {
  const undone = new Set<unknown>();
  let before: string | undefined;
  for (;;) {
    const rows = await db.memory_event.findMany({
      where: {
        organization_id,
        memory_id,
        id: { lt: before },
        OR: MEMORY_STATUSES.map((status) => ({ detail: { path: ["to"], equals: status } })),
      },
      orderBy: { id: "desc" },
      take: MOVES,
    });
    for (const move of rows.map(toEvent)) {
      const { undoes } = move.detail;
      if (undoes !== undefined) undone.add(undoes);
      else if (!undone.has(move.id) && isWanted(move)) return move;
    }
    before = rows.at(-1)?.id;
    if (rows.length < MOVES || before === undefined) return null;
  }
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
  const ids = memories.map(({ id }) => id);
  const rows = await countVotes(db, { organization_id, ids });
  const counted = new Map(rows.map(({ memory_id, ...votes }) => [memory_id, votes]));
  return new Map(
    memories.map(({ id, usage_count }) => [id, { ...NO_VOTES, ...counted.get(id), recalled: usage_count }]),
  );
}
