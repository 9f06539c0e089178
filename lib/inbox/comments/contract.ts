import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { inboxKindSchema, personRefSchema } from "../fields";

export const inboxCommentSchema = z.object({
  id: idSchema,
  author: actorRefSchema,
  body: z.string(),
  mentions: z
    .array(personRefSchema)
    .meta({ description: "Members who may see it and are mentioned in it with @ and their name" }),
  created_at: timeSchema,
});

export type InboxComment = z.output<typeof inboxCommentSchema>;

export const inboxCommentList = defineContract({
  name: "inbox_comment_list",
  module: "inbox",
  summary: "What people said about an item, the oldest first",
  effect: "read",
  reads: ["inbox", "members"],
  permission: "organization:read",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/inbox/{kind}/{subject_id}/comments", status: 200 },
  input: z.strictObject({ ...pageInput, kind: inboxKindSchema, subject_id: idSchema }),
  output: pageOf(inboxCommentSchema),
});

export const inboxComment = defineContract({
  name: "inbox_comment",
  module: "inbox",
  summary:
    "Comment on an item; members who may decide on it and are mentioned with @ and their name are notified",
  effect: "write",
  changes: ["inbox", "notifications"],
  permission: "reviews:write",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/inbox/{kind}/{subject_id}/comments", status: 201 },
  input: z.strictObject({ kind: inboxKindSchema, subject_id: idSchema, body: text({ max: 4_000 }) }),
  output: inboxCommentSchema,
});
