import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { versionSchema } from "@/lib/kernel/version";
import { notificationKindSchema } from "../fields";
import { NOTIFICATION_KINDS } from "../kinds";

export const WEBHOOK_FORMATS = ["standard", "slack"] as const;

const formatSchema = z.enum(WEBHOOK_FORMATS).meta({
  description:
    "standard: JSON, signed as Standard Webhooks says (webhook-id, webhook-timestamp, webhook-signature); slack: a text for Slack and compatible chats",
});

export const notificationWebhookSchema = z.object({
  id: idSchema,
  label: z.string(),
  url: z.string().meta({ description: "Without its path and query, which may be a secret" }),
  format: formatSchema,
  kinds: z.array(notificationKindSchema),
  active: z.boolean(),
  version: z.int(),
  created_at: timeSchema,
});

export type NotificationWebhook = z.output<typeof notificationWebhookSchema>;

export const DELIVERY_STATUSES = ["waiting", "sent", "failed"] as const;

export const webhookDeliverySchema = z.object({
  id: idSchema,
  kind: z.string().meta({ description: "What it is about, or test" }),
  status: z.enum(DELIVERY_STATUSES).meta({ description: "waiting: being sent, or will be retried" }),
  attempts: z.int().meta({ description: "Since it was made, or last replayed" }),
  response_status: z.int().nullable(),
  problem: z.string().nullable(),
  title: z.string(),
  created_at: timeSchema,
  attempted_at: timeSchema.nullable(),
});

export type WebhookDelivery = z.output<typeof webhookDeliverySchema>;

const labelSchema = text({ max: 100 });
const urlSchema = text({ max: 2_000 }).meta({ description: "https address; private networks are refused" });
const kindsSchema = z
  .array(notificationKindSchema)
  .min(1, "must hold a kind")
  .max(NOTIFICATION_KINDS.length)
  .meta({ description: "Events it is called for" });

export const notificationWebhookList = defineContract({
  name: "notification_webhook_list",
  module: "notifications",
  summary: "Webhooks: addresses that are called when something happens, the newest first",
  effect: "read",
  reads: ["notifications"],
  permission: "connections:manage",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/notification-webhooks", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(notificationWebhookSchema),
});

export const notificationWebhookCreate = defineContract({
  name: "notification_webhook_create",
  module: "notifications",
  summary: "Have an address called when something happens; answers the secret that signs the calls, once",
  effect: "write",
  changes: ["notifications"],
  permission: "connections:manage",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/notification-webhooks", status: 201 },
  answers_secret: true,
  input: z.strictObject({
    label: labelSchema,
    url: urlSchema,
    format: formatSchema.default("standard"),
    kinds: kindsSchema,
  }),
  output: z.object({
    webhook: notificationWebhookSchema,
    secret: z.string().meta({ description: "whsec_…; shown once" }),
  }),
});

export const notificationWebhookUpdate = defineContract({
  name: "notification_webhook_update",
  module: "notifications",
  summary: "Rename a webhook, choose what it is called for, or switch it off and on",
  effect: "write",
  changes: ["notifications"],
  permission: "connections:manage",
  people_only: true,
  reach: "organization",
  versioned: "webhook",
  http: { method: "PATCH", path: "/notification-webhooks/{webhook_id}", status: 200 },
  input: z.strictObject({
    webhook_id: idSchema,
    label: labelSchema.optional(),
    kinds: kindsSchema.optional(),
    active: z.boolean().optional(),
    version: versionSchema,
  }),
  output: notificationWebhookSchema,
});

export const notificationWebhookRemove = defineContract({
  name: "notification_webhook_remove",
  module: "notifications",
  summary: "Remove a webhook with its log and its secret",
  effect: "destroy",
  changes: ["notifications"],
  permission: "connections:manage",
  people_only: true,
  reach: "organization",
  http: { method: "DELETE", path: "/notification-webhooks/{webhook_id}", status: 200 },
  input: z.strictObject({ webhook_id: idSchema }),
  output: z.object({ removed: z.literal(true) }),
});

export const notificationWebhookTest = defineContract({
  name: "notification_webhook_test",
  module: "notifications",
  summary: "Send a test message to a webhook",
  effect: "write",
  changes: ["notifications"],
  permission: "connections:manage",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/notification-webhooks/{webhook_id}/test", status: 202 },
  input: z.strictObject({ webhook_id: idSchema }),
  output: webhookDeliverySchema,
});

export const webhookDeliveryList = defineContract({
  name: "webhook_delivery_list",
  module: "notifications",
  summary: "What was sent to a webhook and the result, the newest first; kept for 30 days",
  effect: "read",
  reads: ["notifications"],
  permission: "connections:manage",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/notification-webhooks/{webhook_id}/deliveries", status: 200 },
  input: z.strictObject({ webhook_id: idSchema, ...pageInput }),
  output: pageOf(webhookDeliverySchema),
});

export const webhookDeliveryReplay = defineContract({
  name: "webhook_delivery_replay",
  module: "notifications",
  summary: "Send a message to its webhook again, with the same id",
  effect: "write",
  changes: ["notifications"],
  permission: "connections:manage",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/webhook-deliveries/{delivery_id}/replay", status: 202 },
  input: z.strictObject({ delivery_id: idSchema }),
  output: webhookDeliverySchema,
});
