import { actorColumns } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { positionOf, toPage } from "@/lib/kernel/pagination";
import { type ConversationDay, type ConversationLine, DAY_STATES, LINE_TYPES } from "../contract";
import { countFacts, inUse } from "./fact-queries";

export type NewLine = {
  type: (typeof LINE_TYPES)[number];
  source: string;
  speaker: string | null;
  said_at: Date | null;
  text: string;
  sha256: string;
  redactions: number;
};

type OfDay = Tenant & { day_id: string };

const ROWS_AT_ONCE = 500;

const withCounts = ({ organization_id }: Tenant) =>
  ({
    _count: { select: { lines: { where: { organization_id, deleted_at: null } } } },
  }) satisfies Prisma.conversation_dayInclude;

type DayRow = Prisma.conversation_dayGetPayload<{ include: ReturnType<typeof withCounts> }>;

const toDay = (row: DayRow, facts: number): ConversationDay => ({
  id: row.id,
  agent: row.agent,
  day: row.day,
  state: DAY_STATES.find((state) => state === row.state) ?? "open",
  lines: row._count.lines,
  facts,
  attempts: row.attempts,
  problem: row.problem,
  extractor: row.extractor,
  extracted_at: row.extracted_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** The log of an agent's day, made if it is new, locked until the transaction ends. */
export async function lockDay(
  tx: Db,
  { organization_id, agent, day, now }: Tenant & { agent: string; day: string; now: Date },
): Promise<{ id: string; last_line: number }> {
  await tx.conversation_day.createMany({
    data: [{ organization_id, id: newId(), agent, day, created_at: now }],
    skipDuplicates: true,
  });
  return tx.conversation_day.update({
    where: { organization_id_agent_day: { organization_id, agent, day } },
    data: { agent },
    select: { id: true, last_line: true },
  });
}

/** Which of these hashes a log has already. */
export async function findKnownHashes(
  tx: Db,
  { organization_id, day_id, hashes }: OfDay & { hashes: readonly string[] },
): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < hashes.length; at += ROWS_AT_ONCE) {
    const rows = await tx.conversation_line.findMany({
      where: { organization_id, day_id, sha256: { in: hashes.slice(at, at + ROWS_AT_ONCE) } },
      select: { sha256: true },
    });
    for (const { sha256 } of rows) known.add(sha256);
  }
  return known;
}

/** Adds lines after the last one of a log that is locked. What was read to its end is open again. */
export async function insertLines(
  tx: Db,
  {
    organization_id,
    day_id,
    last_line,
    lines,
    actor,
    now,
  }: OfDay & { last_line: number; lines: readonly NewLine[]; actor: ActorRef; now: Date },
): Promise<void> {
  const data = lines.map((line, index) => ({
    organization_id,
    id: newId(),
    day_id,
    number: last_line + index + 1,
    type: line.type,
    source: line.source,
    speaker: line.speaker,
    said_at: line.said_at,
    text: line.text,
    sha256: line.sha256,
    redactions: line.redactions,
    ...actorColumns("created_by", actor),
    created_at: now,
  }));
  for (let at = 0; at < data.length; at += ROWS_AT_ONCE)
    await tx.conversation_line.createMany({ data: data.slice(at, at + ROWS_AT_ONCE) });
  await tx.conversation_day.updateMany({
    where: { organization_id, id: day_id },
    data: { last_line: last_line + lines.length },
  });
  await reopenDay(tx, { organization_id, day_id });
}

/** Puts a log back to where its new lines wait; one that is being read is read to its new end anyway. */
async function reopenDay(tx: Db, { organization_id, day_id }: OfDay): Promise<void> {
  await tx.conversation_day.updateMany({
    where: { organization_id, id: day_id, state: { in: ["extracted", "failed"] } },
    data: { state: "open", attempts: 0, problem: null },
  });
}

/** Days with a log, the latest first. `only`: the agent whose logs alone may be seen; all may be when it is left out. */
export async function listDays(
  db: Db,
  {
    organization_id,
    only,
    agent = only,
    state,
    cursor,
    limit,
  }: Tenant & { only?: string; agent?: string; state?: string; cursor?: string; limit: number },
) {
  const where: Prisma.conversation_dayWhereInput = { organization_id, agent, state };
  const after = positionOf(cursor);
  const beyond: Prisma.conversation_dayWhereInput = after
    ? { OR: [{ day: { lt: after.at.slice(0, 10) } }, { day: after.at.slice(0, 10), id: { lt: after.id } }] }
    : {};
  const [rows, total, agents, failed] = await Promise.all([
    db.conversation_day.findMany({
      where: { organization_id, AND: [where, beyond] },
      include: withCounts({ organization_id }),
      orderBy: [{ day: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.conversation_day.count({ where }),
    db.conversation_day.groupBy({
      by: ["agent"],
      where: { organization_id, agent: only },
      orderBy: { agent: "asc" },
    }),
    db.conversation_day.count({ where: { organization_id, agent, state: "failed" } }),
  ]);
  const facts = await countFacts(db, { organization_id, day_ids: rows.map(({ id }) => id) });
  const days = rows.map((row) => toDay(row, facts.get(row.id) ?? 0));
  return {
    page: toPage(days, limit, total, ({ day, id }) => ({ at: `${day}T00:00:00.000Z`, id })),
    agents: agents.map((group) => group.agent),
    failed,
  };
}

export async function findDay(db: Db, { organization_id, day_id }: OfDay): Promise<ConversationDay | null> {
  const row = await db.conversation_day.findFirst({
    where: { organization_id, id: day_id },
    include: withCounts({ organization_id }),
  });
  if (!row) return null;
  const facts = await countFacts(db, { organization_id, day_ids: [day_id] });
  return toDay(row, facts.get(day_id) ?? 0);
}

export type LineRow = Omit<ConversationLine, "facts"> & { fact_ids: string[] };

type ShownLines = OfDay & { taught: boolean };

const shownLines = ({ organization_id, day_id, taught }: ShownLines): Prisma.conversation_lineWhereInput => ({
  organization_id,
  day_id,
  deleted_at: null,
  ...(taught && { facts: { some: { organization_id, memory: inUse(organization_id) } } }),
});

/** Where a part begins that has the lines after a number: of how many, behind how many, and after which the one before does. */
export async function placeOfPart(
  db: Db,
  { after, limit, ...shown }: ShownLines & { after: number; limit: number },
): Promise<{ total: number; before: number; previous_after: number | null }> {
  const where = shownLines(shown);
  const earlier = { ...where, number: { lte: after } };
  const [total, before, [first]] = await Promise.all([
    db.conversation_line.count({ where }),
    db.conversation_line.count({ where: earlier }),
    db.conversation_line.findMany({
      where: earlier,
      select: { number: true },
      orderBy: { number: "desc" },
      skip: limit - 1,
      take: 1,
    }),
  ]);
  return { total, before, previous_after: before === 0 ? null : (first?.number ?? 1) - 1 };
}

/** Lines after a number, in their order; those that taught something only, if `taught`. */
export async function listLines(
  db: Db,
  { after, limit, ...shown }: ShownLines & { after: number; limit: number },
): Promise<LineRow[]> {
  const { organization_id } = shown;
  const rows = await db.conversation_line.findMany({
    where: { ...shownLines(shown), number: { gt: after } },
    include: {
      facts: {
        select: { memory_id: true },
        where: { organization_id, memory: inUse(organization_id) },
        orderBy: { id: "asc" },
      },
    },
    orderBy: { number: "asc" },
    take: limit,
  });
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    type: LINE_TYPES.find((type) => type === row.type) ?? "conversation",
    source: row.source,
    speaker: row.speaker,
    said_at: row.said_at?.toISOString() ?? null,
    text: row.text,
    redactions: row.redactions,
    corrected_at: row.corrected_at?.toISOString() ?? null,
    extracted_at: row.extracted_at?.toISOString() ?? null,
    fact_ids: row.facts.map(({ memory_id }) => memory_id),
  }));
}

/** Puts another text in the place of a line's, which is then read again. @returns false when there is no such line. */
export async function correctLine(
  tx: Db,
  {
    organization_id,
    day_id,
    number,
    text,
    redactions,
    now,
  }: OfDay & { number: number; text: string; redactions: number; now: Date },
): Promise<boolean> {
  const { count } = await tx.conversation_line.updateMany({
    where: { organization_id, day_id, number, deleted_at: null },
    data: { text, redactions, corrected_at: now, extracted_at: null },
  });
  await tx.conversation_fact.deleteMany({ where: { organization_id, line: { day_id, number } } });
  if (count === 1) await reopenDay(tx, { organization_id, day_id });
  return count === 1;
}

/** Takes the text of a line away. @returns false when there is no such line. */
export async function eraseLine(
  tx: Db,
  { organization_id, day_id, number, now }: OfDay & { number: number; now: Date },
): Promise<boolean> {
  const { count } = await tx.conversation_line.updateMany({
    where: { organization_id, day_id, number, deleted_at: null },
    data: { text: "", speaker: null, deleted_at: now, extracted_at: now },
  });
  await tx.conversation_fact.deleteMany({ where: { organization_id, line: { day_id, number } } });
  return count === 1;
}

/** Removes a log with its lines. */
export async function deleteDay(tx: Db, { organization_id, day_id }: OfDay): Promise<void> {
  await tx.conversation_day.deleteMany({ where: { organization_id, id: day_id } });
}

/** How many logs there are of days before this one. */
export async function countDaysBefore(
  db: Db,
  { organization_id, day }: Tenant & { day: string },
): Promise<number> {
  return db.conversation_day.count({ where: { organization_id, day: { lt: day } } });
}

/** Removes logs of days before this one, the oldest first. @returns how many. */
export async function deleteDaysBefore(
  tx: Db,
  { organization_id, day, limit }: Tenant & { day: string; limit: number },
): Promise<number> {
  const rows = await tx.conversation_day.findMany({
    where: { organization_id, day: { lt: day } },
    select: { id: true },
    orderBy: { day: "asc" },
    take: limit,
  });
  const { count } = await tx.conversation_day.deleteMany({
    where: { organization_id, id: { in: rows.map(({ id }) => id) } },
  });
  return count;
}
