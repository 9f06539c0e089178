import { z } from "zod";
import { findOrganizationIds, jobActor, recordWork } from "@/lib/access";
import { transaction } from "@/lib/db/client";
import { defineJob } from "@/lib/jobs";
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

export const sessionCloseJob = defineJob({
  name: "session_close",
  summary: "Close sessions without activity for 6 hours: consolidate them and store their reports",
  schema: z.object({}),
  retry: { limit: 2, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "*/15 * * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, ai: { embedder }, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const actor = jobActor(organization_id, sessionCloseJob.name);
      const before = new Date(now().getTime() - SILENT_MS);
      const silent = await sessionsQueries.findSilent(db, { organization_id, before, limit: AT_ONCE });
      for (const session_id of silent) {
        signal.throwIfAborted();
        await transaction(db, (tx) =>
          stop(tx, { actor, session_id, end: "silence", embedder_id: embedder?.id ?? null, now: now() }),
        );
      }
      if (silent.length === 0) continue;
      await recordWork(db, {
        organization_id,
        job: sessionCloseJob.name,
        detail: { closed: silent.length },
        now: now(),
      });
      log().info({ organization_id, closed: silent.length }, "silent sessions closed");
    }
  },
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
