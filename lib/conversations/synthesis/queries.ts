import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { positionOf, toPage } from "@/lib/kernel/pagination";
import { findCorrected, inPlaceOf } from "../logs/fact-queries";
import type { WeekFact, WeekPattern } from "./cluster";

type OfWeek = Tenant & { agent: string; week: string };

const STALE_MS = 10 * 60_000;
/** Of a week with more facts, the latest are compared. */
const MAX_FACTS = 500;

/** Agents that have logs of these days, and whether all of them were read, or failed. */
export async function findWeekAgents(
  db: Db,
  { organization_id, from, to }: Tenant & { from: string; to: string },
): Promise<{ agent: string; is_read: boolean }[]> {
  const days = await db.conversation_day.findMany({
    where: { organization_id, day: { gte: from, lte: to } },
    select: { agent: true, state: true },
    orderBy: { agent: "asc" },
  });
  const read = new Map<string, boolean>();
  for (const { agent, state } of days)
    read.set(agent, (read.get(agent) ?? true) && (state === "extracted" || state === "failed"));
  return [...read].map(([agent, is_read]) => ({ agent, is_read }));
}

/** Takes a week to synthesize it. Null: it is done, or another worker does it. */
export async function claimWeek(
  db: Db,
  { organization_id, agent, week, now }: OfWeek & { now: Date },
): Promise<{ id: string; claim: string } | null> {
  await db.conversation_synthesis.createMany({
    data: [{ organization_id, id: newId(), agent, week, created_at: now }],
    skipDuplicates: true,
  });
  const claim = newId();
  const { count } = await db.conversation_synthesis.updateMany({
    where: {
      organization_id,
      agent,
      week,
      OR: [{ state: "open" }, { state: "working", claimed_at: { lt: new Date(now.getTime() - STALE_MS) } }],
    },
    data: { state: "working", claim, claimed_at: now },
  });
  if (count === 0) return null;
  const row = await db.conversation_synthesis.findFirst({
    where: { organization_id, agent, week },
    select: { id: true },
  });
  return row && { id: row.id, claim };
}

/**
 * The facts that an agent's logs of these days taught, the latest first, and whether each is in use. In the place of one
 * that was corrected is its correction.
 */
export async function findWeekFacts(
  db: Db,
  { organization_id, agent, from, to }: Tenant & { agent: string; from: string; to: string },
): Promise<(WeekFact & { in_use: boolean })[]> {
  const taught = await db.memory.findMany({
    where: {
      organization_id,
      deleted_at: null,
      said: { some: { line: { day: { agent, day: { gte: from, lte: to } } } } },
    },
    select: { id: true },
    orderBy: { id: "desc" },
    take: MAX_FACTS,
  });
  const ids = taught.map(({ id }) => id);
  const corrected = await findCorrected(db, { organization_id, ids });
  const memories = await db.memory.findMany({
    where: { organization_id, id: { in: ids.flatMap((id) => inPlaceOf(corrected, id) ?? []) } },
    select: { id: true, statement: true, status: true, held_at: true },
    orderBy: { id: "desc" },
  });
  return memories.map(({ id, statement, status, held_at }) => ({
    id,
    statement,
    in_use: status === "active" && held_at === null,
  }));
}

/** Keeps the patterns of a week. @returns false when it is another worker's now. */
export async function finishWeek(
  tx: Db,
  {
    organization_id,
    id,
    claim,
    extractor,
    patterns,
    now,
  }: Tenant & { id: string; claim: string; extractor: string; patterns: readonly WeekPattern[]; now: Date },
): Promise<boolean> {
  const { count } = await tx.conversation_synthesis.updateMany({
    where: { organization_id, id, claim, state: "working" },
    data: { state: "done", claim: null, extractor, finished_at: now },
  });
  if (count === 0) return false;
  if (patterns.length === 0) return true;
  await tx.conversation_pattern.createMany({
    data: patterns.flatMap(({ statement, memory_ids }, position) =>
      memory_ids.map((memory_id) => ({
        organization_id,
        id: newId(),
        synthesis_id: id,
        position,
        statement,
        memory_id,
      })),
    ),
  });
  return true;
}

/** Gives a week back that could not be synthesized. */
export async function releaseWeek(
  db: Db,
  { organization_id, id, claim }: Tenant & { id: string; claim: string },
): Promise<void> {
  await db.conversation_synthesis.updateMany({
    where: { organization_id, id, claim, state: "working" },
    data: { state: "open", claim: null },
  });
}

export async function listSyntheses(
  db: Db,
  { organization_id, agent, cursor, limit }: Tenant & { agent?: string; cursor?: string; limit: number },
) {
  const where = { organization_id, agent, finished_at: { not: null } };
  const after = positionOf(cursor);
  const week = after?.at.slice(0, 10);
  const beyond = after ? { OR: [{ week: { lt: week } }, { week, id: { lt: after.id } }] } : {};
  const [rows, total] = await Promise.all([
    db.conversation_synthesis.findMany({
      where: { organization_id, AND: [where, beyond] },
      include: {
        patterns: {
          where: { memory: { deleted_at: null } },
          orderBy: [{ position: "asc" }, { id: "asc" }],
        },
      },
      orderBy: [{ week: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.conversation_synthesis.count({ where }),
  ]);
  return toPage(rows, limit, total, (row) => ({ at: `${row.week}T00:00:00.000Z`, id: row.id }));
}
