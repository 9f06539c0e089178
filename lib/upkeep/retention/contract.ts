import { z } from "zod";
import { settingsChangeSchema } from "@/lib/access/settings/settings-schema";
import { defineContract } from "@/lib/kernel/contract";
import { timeSchema } from "@/lib/kernel/time";

const countSchema = z.object({
  days: z.int(),
  before: timeSchema,
  count: z.int().meta({ description: "How many are older and will be deleted by the next purge" }),
});

const {
  recall_retention_days,
  session_retention_days,
  deleted_retention_days,
  conversation_retention_days,
  audit_retention_days,
} = settingsChangeSchema.shape;

export const retentionPreview = defineContract({
  name: "retention_preview",
  module: "upkeep",
  summary: "What the nightly purge would delete, with the current settings or with other periods",
  effect: "read",
  reads: ["recalls", "sessions", "memories", "conversations", "settings"],
  permission: "audit:read",
  reach: "organization",
  http: { method: "GET", path: "/retention", status: 200 },
  input: z.strictObject({
    recall_retention_days,
    session_retention_days,
    deleted_retention_days,
    conversation_retention_days,
    audit_retention_days,
  }),
  output: z.object({
    recalls: countSchema,
    sessions: countSchema,
    deleted_memories: countSchema,
    conversations: countSchema.meta({ description: "Logs of days; facts learned from them stay" }),
    audit_entries: z.int(),
  }),
});
