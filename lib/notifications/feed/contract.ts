import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { notificationKindSchema } from "../fields";

export const notificationSchema = z.object({
  id: idSchema,
  kind: notificationKindSchema,
  title: z.string(),
  path: z.string().meta({ description: "Path of the page that it is about" }),
  count: z.int().meta({ description: "How many it is about" }),
  actor: actorRefSchema,
  created_at: timeSchema,
  read_at: timeSchema.nullable(),
});

export type Notification = z.output<typeof notificationSchema>;

export const notificationList = defineContract({
  name: "notification_list",
  module: "notifications",
  summary: "What you were notified of, the newest first",
  effect: "read",
  reads: ["notifications"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  http: { method: "GET", path: "/notifications", status: 200 },
  input: z.strictObject({ ...pageInput, unread: z.boolean().default(false) }),
  output: pageOf(notificationSchema).extend({
    unread: z.int().meta({ description: "Total number of unread ones" }),
  }),
});

const MAX_READ = 200;

export const notificationRead = defineContract({
  name: "notification_read",
  module: "notifications",
  summary: "Mark your notifications as read or unread, by their ids or all of them",
  effect: "write",
  changes: ["notifications"],
  permission: "organization:read",
  people_only: true,
  reach: "self",
  http: { method: "POST", path: "/notifications/read", status: 200 },
  input: z.strictObject({
    ids: z
      .array(idSchema)
      .min(1, "must hold an id")
      .max(MAX_READ, `must be at most ${MAX_READ} ids`)
      .optional()
      .meta({ description: "Default: all" }),
    read: z.boolean().default(true),
  }),
  output: z.object({ count: z.int().meta({ description: "How many were changed" }) }),
});
