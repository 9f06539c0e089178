import type { Db } from "@/lib/db/client";
import { lockDayOfLines } from "@/lib/db/sql/conversation-facts";
import { enqueue } from "@/lib/jobs";
import { type Actor, type Tenant, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { briefsByIds, deleteMemories, redactTexts } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { EXTRACT_DAY } from "../extraction/job-schema";
import { prepareLog, storeLog } from "./append";
import * as factQueries from "./fact-queries";
import * as logs from "./queries";

const conversationAppend = defineCommand(contract.conversationAppend, {
  prepare: ({ db, actor, input, now }) => prepareLog(db, { actor, log: input, now: now() }),
  write: async ({ db, actor, prepared, now, audit }) => {
    const { days, known } = await storeLog(db, { actor, prepared, now: now() });
    const stored = days.reduce((sum, one) => sum + one.stored, 0);
    const { redactions } = prepared;
    audit({
      detail: { days: days.map(({ conversation_id }) => conversation_id), stored, known, redactions },
    });
    return { days, stored, known, redactions };
  },
});

const conversationList = defineQuery(contract.conversationList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const only = actor.kind === "agent" ? actor.name : undefined;
    if (only !== undefined && input.agent !== undefined && input.agent !== only)
      return { items: [], next_cursor: null, total: 0, agents: [], failed: 0 };
    const { page, ...rest } = await logs.listDays(db, { ...tenantOf({ actor }), ...input, only });
    return { ...page, ...rest };
  },
});

type OfDay = { db: Db; actor: Actor; input: { conversation_id: string } };

const noLog = () => new AppError("not_found", "This log does not exist.");

async function loadDay({ db, actor, input }: OfDay): Promise<contract.ConversationDay> {
  const day = await logs.findDay(db, { ...tenantOf({ actor }), day_id: input.conversation_id });
  if (!day) throw noLog();
  return day;
}

/**
 * What lines of a log taught, and nothing else did. The log is held first: what a worker is storing of these lines at this
 * moment would not be seen before it is committed, and would stay in use.
 * @throws AppError not_found when the log was deleted meanwhile.
 */
async function ownFactsOf(tx: Db, of: Tenant & { day_id: string; number?: number }): Promise<string[]> {
  if (!(await lockDayOfLines(tx, of))) throw noLog();
  return factQueries.findOwnFacts(tx, of);
}

/** People see every agent's logs, an agent its own. */
const maySeeDay = (actor: Actor, { agent }: contract.ConversationDay) =>
  actor.kind !== "agent" || actor.name === agent;

const conversationGet = defineQuery(contract.conversationGet, {
  load: loadDay,
  authorize: maySeeDay,
  read: async ({ db, actor, input: { after, limit, taught }, subject: day }) => {
    const tenant = tenantOf({ actor });
    const shown = { ...tenant, day_id: day.id, taught, after };
    const [rows, place] = await Promise.all([
      logs.listLines(db, { ...shown, limit: limit + 1 }),
      logs.placeOfPart(db, { ...shown, limit }),
    ]);
    const log = await withFacts(db, { ...tenant, rows: rows.slice(0, limit) });
    const next_after = rows.length > limit ? (log.at(-1)?.number ?? null) : null;
    return { ...day, ...place, log, next_after };
  },
});

/** Lines with what holds now of what they taught. */
async function withFacts(
  db: Db,
  { organization_id, rows }: Tenant & { rows: readonly logs.LineRow[] },
): Promise<contract.ConversationLine[]> {
  const taught = rows.flatMap(({ fact_ids }) => fact_ids);
  const corrected = await factQueries.findCorrected(db, { organization_id, ids: taught });
  const current = (id: string) => factQueries.inPlaceOf(corrected, id);
  const ids = [...new Set(taught.flatMap((id) => current(id) ?? []))];
  const briefs = new Map((await briefsByIds(db, { organization_id, ids })).map((brief) => [brief.id, brief]));
  return rows.map(({ fact_ids, ...line }) => ({
    ...line,
    facts: [...new Set(fact_ids.flatMap((id) => current(id) ?? []))].flatMap((id) => briefs.get(id) ?? []),
  }));
}

const conversationDelete = defineCommand(contract.conversationDelete, {
  load: loadDay,
  authorize: maySeeDay,
  write: async ({ db, actor, input: { with_facts }, subject: day, now, audit }) => {
    const tenant = tenantOf({ actor });
    const ids = with_facts ? await ownFactsOf(db, { ...tenant, day_id: day.id }) : [];
    await logs.deleteDay(db, { ...tenant, day_id: day.id });
    const facts = await deleteMemories(db, {
      actor,
      ids,
      reason: "The log it came from was erased.",
      now: now(),
    });
    audit({ subject_id: day.id, detail: { day: day.day, lines: day.lines, facts } });
    return { lines: day.lines, facts };
  },
});

const NO_LINE = "This log has no such line.";

const conversationLineUpdate = defineCommand(contract.conversationLineUpdate, {
  load: loadDay,
  authorize: maySeeDay,
  prepare: async ({ input }) => {
    const [redacted] = await redactTexts([{ text: input.text }]);
    return redacted ?? { text: "", redactions: [] };
  },
  write: async ({ db, actor, input: { number }, prepared, subject: day, now, audit }) => {
    const of = { ...tenantOf({ actor }), day_id: day.id };
    const at = now();
    const ids = await ownFactsOf(db, { ...of, number });
    const corrected = { text: prepared.text, redactions: prepared.redactions.length };
    if (!(await logs.correctLine(db, { ...of, number, ...corrected, now: at })))
      throw new AppError("not_found", NO_LINE);
    const reason = "The line it came from was corrected.";
    const facts = await deleteMemories(db, { actor, ids, reason, now: at });
    // Of a day that is over, what the corrected line says is learned at once; the others wait for their night.
    if (day.state !== "open") await enqueue(db, EXTRACT_DAY, of, { key: day.id });
    audit({ subject_id: day.id, detail: { line: number, facts } });
    return { number, facts };
  },
});

const conversationLineDelete = defineCommand(contract.conversationLineDelete, {
  load: loadDay,
  authorize: maySeeDay,
  write: async ({ db, actor, input: { number }, subject: day, now, audit }) => {
    const of = { ...tenantOf({ actor }), day_id: day.id };
    const at = now();
    const ids = await ownFactsOf(db, { ...of, number });
    if (!(await logs.eraseLine(db, { ...of, number, now: at }))) throw new AppError("not_found", NO_LINE);
    const reason = "The line it came from was deleted.";
    const facts = await deleteMemories(db, { actor, ids, reason, now: at });
    audit({ subject_id: day.id, detail: { line: number, facts } });
    return { number, facts };
  },
});

const conversationExtract = defineCommand(contract.conversationExtract, {
  load: loadDay,
  authorize: maySeeDay,
  write: async ({ db, actor, subject: day, audit }) => {
    const of = { ...tenantOf({ actor }), day_id: day.id };
    if (day.state !== "extracting") await enqueue(db, EXTRACT_DAY, of, { key: day.id });
    audit({ subject_id: day.id, detail: { state: day.state } });
    return { state: day.state };
  },
});

export const logOperations = [
  conversationAppend,
  conversationList,
  conversationGet,
  conversationDelete,
  conversationLineUpdate,
  conversationLineDelete,
  conversationExtract,
];
