import { z } from "zod";
import { findOrganizationIds, recordWork, settingsOf } from "@/lib/access";
import { deleteDeliveredBefore, forgetDeliveredBefore } from "@/lib/db/sql/delivered";
import { deleteRecalls } from "@/lib/db/sql/recall";
import { defineJob, whileFull } from "@/lib/jobs";
import { DAY_MS } from "@/lib/kernel/time";
import { log } from "@/lib/telemetry/log";
import { learnRelevance } from "./learned-floor/learn-relevance";

const AT_ONCE = 1_000;
/** Longer than anybody leaves a session before it is resumed, which begins a context window. */
const DELIVERED_MS = 14 * DAY_MS;

export const recallPurgeJob = defineJob({
  name: "recall_purge",
  summary:
    "Remove recalls that are older than each organization keeps them, and forget what sessions received more than 14 days ago",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 1_800,
  schedule: { cron: "50 3 * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      const { recall_retention_days } = await settingsOf(db, { organization_id });
      const before = new Date(now().getTime() - recall_retention_days * DAY_MS);
      const removed = await whileFull({ size: AT_ONCE, signal }, () =>
        deleteRecalls(db, { organization_id, before, limit: AT_ONCE }),
      );
      await deleteDeliveredBefore(db, { organization_id, before });
      const forgotten = new Date(now().getTime() - DELIVERED_MS);
      await forgetDeliveredBefore(db, { organization_id, before: forgotten, now: now() });
      if (removed === 0) continue;
      await recordWork(db, {
        organization_id,
        job: recallPurgeJob.name,
        detail: { recalls: removed },
        now: now(),
      });
      log().info({ organization_id, removed }, "old recalls removed");
    }
  },
});

export const relevanceLearnJob = defineJob({
  name: "relevance_learn",
  summary: "Learn from each organization's outcomes whether its measured relevance floor is too low",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 1_800,
  schedule: { cron: "20 4 * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      signal.throwIfAborted();
      await learnRelevance(db, { organization_id, now: now() });
    }
  },
});

export const jobs = [recallPurgeJob, relevanceLearnJob];
