import { z } from "zod";
import { defineJob } from "@/lib/jobs";
import { loginLimits } from "./logins/limits";
import { purgeExpired } from "./unscoped";

const accessPurge = defineJob({
  name: "access_purge",
  summary: "Remove logins that have ended, and kept answers, links and invitations older than a week",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 300,
  schedule: { cron: "40 3 * * *", data: {} },
  poll_seconds: 15,
  handle: (_, { db, now }) => purgeExpired(db, { now: now(), ...loginLimits(now()) }),
});

export const jobs = [accessPurge];
