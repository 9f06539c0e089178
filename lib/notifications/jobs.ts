import { z } from "zod";
import { findOrganizationIds } from "@/lib/access";
import { env } from "@/lib/env";
import { defineJob } from "@/lib/jobs";
import { DAY_MS } from "@/lib/kernel/time";
import { deleteNotificationsBefore } from "./feed/queries";
import { sendDueMail } from "./mail/send-due";
import { deliver, MAX_ATTEMPTS } from "./webhooks/deliver";
import { WEBHOOK_DELIVER } from "./webhooks/job-schema";
import { deleteDeliveriesBefore } from "./webhooks/queries";
import { resealWebhooks } from "./webhooks/secrets";

const NOTIFICATIONS_DAYS = 90;
const DELIVERIES_DAYS = 30;

export const notificationMailJob = defineJob({
  name: "notification_mail",
  summary: "Send the e-mail that is due: at once, as a digest, or after quiet hours",
  schema: z.object({}),
  retry: { limit: 1, delay_seconds: 30 },
  expire_seconds: 600,
  schedule: { cron: "* * * * *", data: {} },
  poll_seconds: 10,
  handle: async (_, { db, now, signal }) => {
    if (env().CASEBOOK_SMTP_URL === undefined) return;
    for (const organization_id of await findOrganizationIds(db)) {
      signal.throwIfAborted();
      await sendDueMail(db, { organization_id, now });
    }
  },
});

export const webhookDeliverJob = defineJob({
  ...WEBHOOK_DELIVER,
  summary: "Call a webhook; if its server does not accept the message, retry for an hour",
  retry: { limit: MAX_ATTEMPTS - 1, delay_seconds: 30 },
  expire_seconds: 60,
  handle: (data, { db, now }) => deliver(db, { ...data, now: now() }),
});

export const notificationPurgeJob = defineJob({
  name: "notification_purge",
  summary: "Remove notifications of 90 days ago and messages to webhooks of 30 days ago",
  schema: z.object({}),
  retry: { limit: 2, delay_seconds: 60 },
  expire_seconds: 600,
  schedule: { cron: "55 3 * * *", data: {} },
  poll_seconds: 15,
  handle: async (_, { db, now }) => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
    for (const organization_id of await findOrganizationIds(db)) {
      await deleteNotificationsBefore(db, { organization_id, before: daysAgo(NOTIFICATIONS_DAYS) });
      await deleteDeliveriesBefore(db, { organization_id, before: daysAgo(DELIVERIES_DAYS) });
      if (env().CASEBOOK_ENCRYPTION_KEY_PREVIOUS !== undefined) await resealWebhooks(db, { organization_id });
    }
  },
});

export const jobs = [notificationMailJob, webhookDeliverJob, notificationPurgeJob];
