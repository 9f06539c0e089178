import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";

type Claimed = Tenant & { day_id: string; claim: string };

/** A worker that has not been heard of for so long was killed. */
const STALE_MS = 10 * 60_000;
/** After so many failures in a row a log is not woken any more by itself; then a person decides. */
const MAX_ATTEMPTS = 5;

/** Logs that wait to be read, of days up to this one, the oldest first. */
export async function findDue(
  db: Db,
  { organization_id, day, now, limit }: Tenant & { day: string; now: Date; limit: number },
): Promise<string[]> {
  const rows = await db.conversation_day.findMany({
    where: {
      organization_id,
      day: { lte: day },
      OR: [
        { state: "open" },
        { state: "failed", attempts: { lt: MAX_ATTEMPTS } },
        { state: "extracting", claimed_at: { lt: new Date(now.getTime() - STALE_MS) } },
      ],
    },
    select: { id: true },
    orderBy: [{ day: "asc" }, { id: "asc" }],
    take: limit,
  });
  return rows.map(({ id }) => id);
}

export type ClaimedDay = { claim: string; agent: string; day: string };

/** Takes a log to read it. Null: another worker reads it, or there is nothing in it to be read. */
export async function claimDay(
  db: Db,
  { organization_id, day_id, now }: Tenant & { day_id: string; now: Date },
): Promise<ClaimedDay | null> {
  const claim = newId();
  const { count } = await db.conversation_day.updateMany({
    where: {
      organization_id,
      id: day_id,
      OR: [
        { state: { in: ["open", "failed"] } },
        { state: "extracting", claimed_at: { lt: new Date(now.getTime() - STALE_MS) } },
      ],
    },
    data: { state: "extracting", claim, claimed_at: now },
  });
  if (count === 0) return null;
  const row = await db.conversation_day.findFirst({
    where: { organization_id, id: day_id },
    select: { agent: true, day: true },
  });
  return row && { claim, ...row };
}

/** Says that the worker is still at it, and keeps others off until the transaction ends. @returns false: it is another's now. */
export async function extendClaim(
  tx: Db,
  { organization_id, day_id, claim, now }: Claimed & { now: Date },
): Promise<boolean> {
  const { count } = await tx.conversation_day.updateMany({
    where: { organization_id, id: day_id, claim, state: "extracting" },
    data: { claimed_at: now },
  });
  return count === 1;
}

export type UnreadLine = {
  id: string;
  number: number;
  speaker: string | null;
  source: string;
  text: string;
  corrected_at: Date | null;
};

/** The first lines of a log that were not read. */
export async function findUnread(
  db: Db,
  { organization_id, day_id, limit }: Tenant & { day_id: string; limit: number },
): Promise<UnreadLine[]> {
  return db.conversation_line.findMany({
    where: { organization_id, day_id, extracted_at: null, deleted_at: null },
    select: { id: true, number: true, speaker: true, source: true, text: true, corrected_at: true },
    orderBy: { number: "asc" },
    take: limit,
  });
}

/** Of these lines, those that nobody read, corrected or deleted meanwhile, locked until the transaction ends. */
export async function markRead(
  tx: Db,
  { organization_id, lines, now }: Tenant & { lines: readonly UnreadLine[]; now: Date },
): Promise<Set<string>> {
  const read = new Set<string>();
  const plain = lines.filter(({ corrected_at }) => corrected_at === null).map(({ id }) => id);
  const rows = await tx.conversation_line.updateManyAndReturn({
    where: { organization_id, id: { in: plain }, extracted_at: null, deleted_at: null, corrected_at: null },
    data: { extracted_at: now },
    select: { id: true },
  });
  for (const { id } of rows) read.add(id);
  for (const { id, corrected_at } of lines) {
    if (corrected_at === null) continue;
    const { count } = await tx.conversation_line.updateMany({
      where: { organization_id, id, extracted_at: null, deleted_at: null, corrected_at },
      data: { extracted_at: now },
    });
    if (count === 1) read.add(id);
  }
  return read;
}

/** Links memories with the lines that taught them. */
export async function insertFacts(
  tx: Db,
  {
    organization_id,
    facts,
    now,
  }: Tenant & { facts: readonly { line_id: string; memory_id: string }[]; now: Date },
): Promise<void> {
  if (facts.length === 0) return;
  await tx.conversation_fact.createMany({
    data: facts.map(({ line_id, memory_id }) => ({
      organization_id,
      id: newId(),
      line_id,
      memory_id,
      created_at: now,
    })),
    skipDuplicates: true,
  });
}

/** Says that a log was read to its end. unread: lines came meanwhile; lost: it is another worker's now. */
export async function finishDay(
  tx: Db,
  { organization_id, day_id, claim, extractor, now }: Claimed & { extractor: string; now: Date },
): Promise<"finished" | "unread" | "lost"> {
  if (!(await extendClaim(tx, { organization_id, day_id, claim, now }))) return "lost";
  const unread = await tx.conversation_line.count({
    where: { organization_id, day_id, extracted_at: null, deleted_at: null },
  });
  if (unread > 0) return "unread";
  await tx.conversation_day.updateMany({
    where: { organization_id, id: day_id, claim },
    data: { state: "extracted", claim: null, attempts: 0, problem: null, extractor, extracted_at: now },
  });
  return "finished";
}

/** Notes why a log could not be read. It is kept, and tried again. */
export async function failDay(
  db: Db,
  { organization_id, day_id, claim, problem }: Claimed & { problem: string },
): Promise<void> {
  await db.conversation_day.updateMany({
    where: { organization_id, id: day_id, claim, state: "extracting" },
    data: { state: "failed", claim: null, problem, attempts: { increment: 1 } },
  });
}
