import { z } from "zod";
import { findOrganizationIds, settingsOf } from "@/lib/access";
import { transaction } from "@/lib/db/client";
import { defineJob, enqueue, forEachInTurn } from "@/lib/jobs";
import { extractDay } from "./extraction/extract-day";
import { EXTRACT_DAY } from "./extraction/job-schema";
import { findDue } from "./extraction/queries";
import { lastDayDue } from "./logs/due-days";
import { synthesizeWeek } from "./synthesis/synthesize";

const DAYS_AT_ONCE = 500;

/** Time zones differ by quarters of an hour, so that 23:59 is at one of these minutes everywhere. */
const AT_2359 = "14,29,44,59 * * * *";

export const conversationNightJob = defineJob({
  name: "conversation_night",
  summary:
    "Start reading the logs whose day has ended in the organization's time zone (23:59), and late ones",
  schema: z.object({}),
  retry: { limit: 2, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: AT_2359, data: {}, at_start: true },
  poll_seconds: 15,
  handle: async (_, { db, now, signal }) =>
    forEachInTurn(await findOrganizationIds(db), { signal }, async (organization_id) => {
      const { time_zone, enabled } = await settingsOf(db, { organization_id });
      if (!enabled) return;
      const day = lastDayDue(now(), time_zone);
      const due = await findDue(db, { organization_id, day, now: now(), limit: DAYS_AT_ONCE });
      if (due.length === 0) return;
      await transaction(db, async (tx) => {
        for (const day_id of due)
          await enqueue(tx, conversationExtractJob, { organization_id, day_id }, { key: day_id });
      });
    }),
});

export const conversationExtractJob = defineJob({
  ...EXTRACT_DAY,
  summary: "Learn facts from the unread lines of a day's log",
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 1_800,
  handle: (data, { db, ai, now, signal }) =>
    extractDay(db, { ...data, model: ai.language_model, now, signal }),
});

export const conversationSynthesisJob = defineJob({
  name: "conversation_synthesis",
  summary: "Find what each agent's conversations of the past week have in common, once the week has ended",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 120 },
  expire_seconds: 1_800,
  schedule: { cron: "20 * * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, ai, now, signal }) =>
    forEachInTurn(await findOrganizationIds(db), { signal }, (organization_id) =>
      synthesizeWeek(db, { organization_id, ai, now, signal }),
    ),
});

export const jobs = [conversationNightJob, conversationExtractJob, conversationSynthesisJob];
