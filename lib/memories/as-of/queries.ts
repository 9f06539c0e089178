import type { Db } from "@/lib/db/client";
import { findArrivals, findChecksAt } from "@/lib/db/sql/memory-as-of";
import type { Tenant } from "@/lib/kernel/actor";
import { MEMORY_EVENTS, type Memory, type MemoryEvent } from "../contract";
import { toEvent } from "../lifecycle/event-queries";
import { memoriesByIds } from "../memory/queries";
import { type MemoryThen, thenOf } from "./then";

/** Events that say nothing of what a memory is. */
const BESIDE: readonly string[] = [
  "retrieved",
  "applied",
  "rated",
  "ignored",
  "global_suggested",
  "global_dismissed",
];

const SAYING = MEMORY_EVENTS.filter((type) => !BESIDE.includes(type));

type Asked = Tenant & { at: string /** false: former texts are not given. */; texts: boolean };

/** Each of these memories as it was and as it is, with what happened between, in the order of the ids. */
export async function memoriesThen(
  db: Db,
  { organization_id, ids, at, texts }: Asked & { ids: readonly string[] },
): Promise<MemoryThen[]> {
  const memories = await memoriesByIds(db, { organization_id, ids });
  const touched = memories.filter(({ updated_at, refreshed_at }) => updated_at > at || refreshed_at > at);
  const citation_ids = memories.flatMap(({ citations }) => citations.map(({ id }) => id));
  const [events, arrivals, checks, cited] = await Promise.all([
    eventsSince(db, { organization_id, memories: touched, at }),
    findArrivals(db, { organization_id, ids: touched.map(({ id }) => id), types: SAYING, at }),
    findChecksAt(db, { organization_id, ids: citation_ids, at }),
    citedAt(db, { organization_id, citation_ids, at }),
  ]);
  return memories.map((memory) =>
    thenOf(memory, {
      at,
      texts,
      cited,
      events: events.filter(({ memory_id }) => memory_id === memory.id),
      arrivals: arrivals.filter(({ memory_id }) => memory_id === memory.id),
      checks: new Map(checks.map((check) => [check.citation_id, check])),
    }),
  );
}

async function eventsSince(
  db: Db,
  { organization_id, memories, at }: Tenant & { memories: readonly Memory[]; at: string },
): Promise<MemoryEvent[]> {
  if (memories.length === 0) return [];
  const rows = await db.memory_event.findMany({
    where: {
      organization_id,
      memory_id: { in: memories.map(({ id }) => id) },
      at: { gt: at },
      type: { in: SAYING },
    },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return rows.map(toEvent);
}

/** Which of these citations were there at a moment. */
async function citedAt(
  db: Db,
  { organization_id, citation_ids, at }: Tenant & { citation_ids: readonly string[]; at: string },
): Promise<Set<string>> {
  if (citation_ids.length === 0) return new Set();
  const rows = await db.citation.findMany({
    where: { organization_id, id: { in: [...citation_ids] }, created_at: { lte: at } },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}
