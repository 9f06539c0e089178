import { z } from "zod";
import { findOrganizationIds } from "@/lib/access";
import { defineJob, forEachInTurn } from "@/lib/jobs";
import { announceArrivals } from "./arrivals/arrivals";

export const inboxArrivalsJob = defineJob({
  name: "inbox_arrivals",
  summary: "Notify people of what arrived in the inbox in the last minute",
  schema: z.object({}),
  retry: { limit: 1, delay_seconds: 30 },
  expire_seconds: 300,
  schedule: { cron: "* * * * *", data: {} },
  poll_seconds: 10,
  handle: async (_, { db, now, signal }) =>
    forEachInTurn(await findOrganizationIds(db), { signal }, (organization_id) =>
      announceArrivals(db, { organization_id, now: now() }),
    ),
});

export const jobs = [inboxArrivalsJob];
