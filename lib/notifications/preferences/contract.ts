import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { cadenceSchema, notificationKindSchema, preferencesSchema } from "../fields";

export const notificationPreferencesSchema = preferencesSchema.extend({
  cadences: z.record(notificationKindSchema, cadenceSchema),
  email: z.string().meta({ description: "Where e-mail goes" }),
  sends_email: z.boolean().meta({ description: "This server has a mail server" }),
});

export type NotificationPreferences = z.output<typeof notificationPreferencesSchema>;

export const notificationPreferencesGet = defineContract({
  name: "notification_preferences_get",
  module: "notifications",
  summary: "How you are notified: of what, how often, and when not",
  effect: "read",
  reads: ["notifications"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  http: { method: "GET", path: "/notifications/preferences", status: 200 },
  input: z.strictObject({}),
  output: notificationPreferencesSchema,
});

export const notificationPreferencesUpdate = defineContract({
  name: "notification_preferences_update",
  module: "notifications",
  summary: "Set how you want to be notified; settings left out have their default",
  effect: "write",
  changes: ["notifications"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  http: { method: "PUT", path: "/notifications/preferences", status: 200 },
  input: preferencesSchema.refine(
    ({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null),
    { error: "must both be given, or neither", path: ["quiet_to"] },
  ),
  output: notificationPreferencesSchema,
});

export const notificationUnsubscribe = defineContract({
  name: "notification_unsubscribe",
  module: "notifications",
  summary: "Stop every e-mail to you; the list of notifications stays as it is",
  effect: "write",
  changes: ["notifications"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  http: { method: "POST", path: "/notifications/unsubscribe", status: 200 },
  input: z.strictObject({}),
  output: notificationPreferencesSchema,
});
