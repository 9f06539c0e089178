import { z } from "zod";
import { findOrganizationIds, jobActor, recordWork } from "@/lib/access";
import { transaction } from "@/lib/db/client";
import { defineJob, forEachInTurn, type JobContext } from "@/lib/jobs";
import { idSchema } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/time";
import { log } from "@/lib/telemetry/log";
import { stop } from "./hooks/stop";
import * as learningQueries from "./learning/queries";
import { readAnswer } from "./learning/read-answer";
import * as sessionsQueries from "./sessions/queries";

/** Of a session that says nothing for so long its client is gone: it crashed, or never sends a stop. */
const SILENT_MS = 6 * 3_600_000;
const AT_ONCE = 100;

const CLOSE = "session_close";

/** Closes the silent sessions of an organization; what was closed is recorded, also where others fail. */
async function closeSilent(
  organization_id: string,
  { db, ai: { embedder }, now, signal }: JobContext,
): Promise<void> {
  const actor = jobActor(organization_id, CLOSE);
  const before = new Date(now().getTime() - SILENT_MS);
  const silent = await sessionsQueries.findSilent(db, { organization_id, before, limit: AT_ONCE });
  let closed = 0;
  const closing = forEachInTurn(silent, { signal }, async (session_id) => {
    await transaction(db, (tx) =>
      stop(tx, { actor, session_id, end: "silence", embedder_id: embedder?.id ?? null, now: now() }),
    );
    closed += 1;
  });
  await closing.finally(async () => {
    if (closed === 0) return;
    await recordWork(db, { organization_id, job: CLOSE, detail: { closed }, now: now() });
    log().info({ organization_id, closed }, "silent sessions closed");
  });
}

export const sessionCloseJob = defineJob({
  name: CLOSE,
  summary: "Close sessions without activity for 6 hours: consolidate them and store their reports",
  schema: z.object({}),
  retry: { limit: 2, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "*/15 * * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, context) =>
    forEachInTurn(await findOrganizationIds(context.db), context, (organization_id) =>
      closeSilent(organization_id, context),
    ),
});

export const answerReadJob = defineJob({
  name: "answer_read",
  summary: "Have the language model read an agent's answer for what the rules did not find",
  schema: z.object({ organization_id: idSchema, reading_id: idSchema }),
  retry: { limit: 2, delay_seconds: 60 },
  expire_seconds: 300,
  handle: (data, { db, ai, now, signal }) =>
    readAnswer(db, { ...data, model: ai.language_model, embedder: ai.embedder, now, signal }),
});

/** As long as a failed job can be tried again, which needs the answer. */
const READINGS_MS = 14 * DAY_MS;

export const answerForgetJob = defineJob({
  name: "answer_forget",
  summary: "Delete answers queued for the language model more than 14 days ago, read or not",
  schema: z.object({}),
  retry: { limit: 2, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "50 3 * * *", data: {} },
  handle: async (_, { db, now }) => {
    const before = new Date(now().getTime() - READINGS_MS);
    for (const organization_id of await findOrganizationIds(db))
      await learningQueries.deleteReadings(db, { organization_id, before });
  },
});

export const jobs = [sessionCloseJob, answerReadJob, answerForgetJob];
