import { jobActor, settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { consolidateSession, sumConsolidations } from "@/lib/hygiene";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { memoriesByIds } from "@/lib/memories";
import { recallsOfSession } from "@/lib/recall";
import { metrics } from "@/lib/telemetry/metrics";
import type { Session, SessionEnd, SessionReport } from "../contract";
import { mayEndSession } from "../policy";
import * as sessionsQueries from "../sessions/queries";
import { reportOf } from "../sessions/report";

type Key = { organization_id: string; session_id: string };

/** What a session took from memory and gave to it so far. */
export async function reportNow(
  db: Db,
  { session, ...key }: Key & { session: Session },
): Promise<SessionReport> {
  const memories = await memoriesByIds(db, { ...key, ids: await learnedIn(db, key) });
  return reportOf({
    recalls: await recallsOfSession(db, key),
    learned: memories.map(({ id, quality, scope, created_at }) => ({
      id,
      quality,
      scope,
      is_new: created_at >= session.started_at,
    })),
    consolidated: await sumConsolidations(db, key),
  });
}

/** Ids of the memories that were learned in a session, new or observed again. */
async function learnedIn(db: Db, key: Key): Promise<string[]> {
  const steps = await sessionsQueries.listSteps(db, key);
  return [...new Set(steps.flatMap(({ memory_ids }) => memory_ids))];
}

/**
 * Consolidates a session and keeps its report; null for one that nobody opened, and to an agent for one of another. With an `end` no more is to come: what
 * reached only this session, and is not worth keeping, ends with it.
 */
export async function stop(
  tx: Db,
  {
    actor,
    session_id,
    end,
    embedder_id,
    now,
  }: { actor: Actor; session_id: string; end: SessionEnd | null; embedder_id: string | null; now: Date },
): Promise<SessionReport | null> {
  const { organization_id } = actor;
  const key = { organization_id, session_id };
  // An answer of this session may be stored at the same moment; its learnings are part of the report.
  await sessionsQueries.lockSession(tx, key);
  const session = await sessionsQueries.findSession(tx, key);
  if (!session || !mayEndSession(actor, session)) return null;
  const ended = end !== null || session.ended_at !== null;
  const report = await consolidated(tx, { actor, session, ended, embedder_id, now });
  await sessionsQueries.closeSession(tx, { ...key, report, end, now });
  // A client may stop a session after every turn; it is counted when it ends.
  if (end !== null && session.stopped_at === null) count(report);
  return report;
}

/**
 * What was learned from a session's answers after it had stopped is consolidated as at the stop, and in its report. Nothing
 * for a session that has not stopped: its stop will.
 */
export async function amendStop(
  tx: Db,
  { organization_id, session_id, embedder_id, now }: Key & { embedder_id: string | null; now: Date },
): Promise<void> {
  const key = { organization_id, session_id };
  const session = await sessionsQueries.findSession(tx, key);
  if (!session || (session.report === null && session.ended_at === null)) return;
  const actor = jobActor(organization_id, "answer_read");
  const ended = session.ended_at !== null;
  const report = await consolidated(tx, { actor, session, ended, embedder_id, now });
  await sessionsQueries.putReport(tx, { ...key, report });
}

async function consolidated(
  tx: Db,
  {
    actor,
    session,
    ended,
    embedder_id,
    now,
  }: { actor: Actor; session: Session; ended: boolean; embedder_id: string | null; now: Date },
): Promise<SessionReport> {
  const key = { organization_id: actor.organization_id, session_id: session.session_id };
  const { auto_consolidate } = await settingsOf(tx, {
    organization_id: actor.organization_id,
    repository_id: session.repository?.id,
  });
  await consolidateSession(tx, {
    ...key,
    actor: actorRef(actor),
    now,
    embedder_id,
    learned: await learnedIn(tx, key),
    ended,
    merge: auto_consolidate,
  });
  return reportNow(tx, { ...key, session });
}

function count(report: SessionReport): void {
  const counted = metrics();
  counted.session_memories_total.inc(report.memories_stored);
  counted.session_memories_high_quality.inc(report.high_quality);
  counted.session_memories_global.inc(report.global);
  counted.session_agents_with_memory.inc(report.agents_with_memory.length);
}
