import { z } from "zod";
import { env } from "@/lib/env";
import { defineJob } from "@/lib/jobs";
import { log } from "@/lib/telemetry/log";
import { resealCheckpoint } from "./audit/retention";
import { recordWork } from "./audit/work";
import { resealConnections } from "./connections/connections";
import { loginLimits } from "./logins/limits";
import { findOrganizationIds, purgeExpired } from "./unscoped";

const accessPurge = defineJob({
  name: "access_purge",
  summary: "Remove ended logins, and stored answers, links and invitations older than a week",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 300,
  schedule: { cron: "40 3 * * *", data: {} },
  poll_seconds: 15,
  handle: (_, { db, now }) => purgeExpired(db, { now: now(), ...loginLimits(now()) }),
});

const credentialsReseal = defineJob({
  name: "credentials_reseal",
  summary: "Re-encrypt credentials with the current CASEBOOK_ENCRYPTION_KEY",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "50 3 * * *", data: {}, at_start: true },
  poll_seconds: 15,
  handle: async (_, { db, now }) => {
    if (env().CASEBOOK_ENCRYPTION_KEY_PREVIOUS === undefined) return;
    const { by_organization, ...counts } = await resealConnections(db);
    for (const organization_id of await findOrganizationIds(db))
      await resealCheckpoint(db, { organization_id });
    for (const [organization_id, secrets] of by_organization)
      await recordWork(db, {
        organization_id,
        job: credentialsReseal.name,
        detail: { resealed: secrets },
        now: now(),
      });
    log().info(counts, "credentials were encrypted with the key of now");
  },
});

export const jobs = [accessPurge, credentialsReseal];
