import { z } from "zod";
import { findOrganizationIds, jobActor, recordWork, settingsOf } from "@/lib/access";
import type { Database } from "@/lib/db/client";
import { transaction } from "@/lib/db/client";
import { defineJob } from "@/lib/jobs";
import { type ActorRef, actorRef } from "@/lib/kernel/actor";
import { log } from "@/lib/telemetry/log";
import { recordContradictions } from "./conflicts/conflicts";
import { judgeAlike } from "./conflicts/judge";
import * as store from "./conflicts/queries";
import { CONSOLIDATED_AT_ONCE, carryOut, planConsolidation, readClaims } from "./consolidation/consolidate";
import { judgeChanges } from "./supports/judge";

const READ_AT_ONCE = 500;

/** Reads what memories claim, some at a time, so that nobody waits long for the database. */
export async function readAll(
  db: Database,
  { organization_id, now, signal }: { organization_id: string; now: () => Date; signal?: AbortSignal },
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const from = after;
    const last = await transaction(db, (tx) =>
      readClaims(tx, {
        organization_id,
        session: null,
        embedder_id: null,
        now: now(),
        limit: READ_AT_ONCE,
        after: from,
      }),
    );
    if (last === null) return;
    after = last;
  }
}

/** Merges, keeps and ends, once through. @returns whether there may be more. */
export async function consolidateOnce(
  db: Database,
  {
    organization_id,
    actor,
    embedder_id,
    now,
  }: { organization_id: string; actor: ActorRef; embedder_id: string | null; now: Date },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const plan = await planConsolidation(tx, { organization_id, session: null, embedder_id });
    const { steps, ...did } = await carryOut(tx, { organization_id, actor, now, plan });
    if (steps.length === 0) return false;
    await store.insertConsolidation(tx, {
      organization_id,
      actor,
      now,
      session_id: null,
      steps,
      did: { ...did, conflicts: 0 },
    });
    await recordWork(tx, { organization_id, job: "memory_consolidate", detail: did, now });
    return steps.length >= CONSOLIDATED_AT_ONCE;
  });
}

export const memoryConsolidateJob = defineJob({
  name: "memory_consolidate",
  summary:
    "Search for contradictions and, where it is switched on, merge memories that say the same and end session memories",
  schema: z.object({}),
  retry: { limit: 2, delay_seconds: 120 },
  expire_seconds: 3_600,
  schedule: { cron: "30 3 * * *", data: {} },
  handle: async (_, { db, ai: { embedder, language_model }, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const actor = actorRef(jobActor(organization_id, memoryConsolidateJob.name));
      const { nightly_consolidation } = await settingsOf(db, { organization_id });
      const embedder_id = embedder?.id ?? null;
      while (
        nightly_consolidation &&
        (await consolidateOnce(db, { organization_id, actor, embedder_id, now: now() }))
      )
        signal.throwIfAborted();
      await readAll(db, { organization_id, now, signal });
      const conflicts = await transaction(db, (tx) =>
        recordContradictions(tx, { organization_id, actor, now: now(), session_id: null, ids: null }),
      );
      const judged = language_model
        ? await judgeAlike(db, { organization_id, actor, model: language_model, now, signal })
        : { found: 0, problem: null };
      if (conflicts + judged.found > 0)
        await recordWork(db, {
          organization_id,
          job: memoryConsolidateJob.name,
          detail: { conflicts_found: conflicts + judged.found },
          now: now(),
        });
      log().info({ organization_id, conflicts, ...judged }, "contradictions looked for");
    }
  },
});

export const memorySupportJudgeJob = defineJob({
  name: "memory_support_judge",
  summary:
    "Ask the language model whether memories are still true whose definitions changed, within the day's budget",
  schema: z.object({}),
  retry: { limit: 1, delay_seconds: 120 },
  expire_seconds: 1_200,
  schedule: { cron: "50 * * * *", data: {} },
  handle: async (_, { db, ai: { language_model }, now, signal }) => {
    if (language_model === null) return;
    for (const organization_id of await findOrganizationIds(db)) {
      const done = await judgeChanges(db, { organization_id, model: language_model, now, signal });
      if (done.judged > 0 || done.problem !== null)
        log().info({ organization_id, ...done }, "changed definitions were judged");
    }
  },
});

export const jobs = [memoryConsolidateJob, memorySupportJudgeJob];
