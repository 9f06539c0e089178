import { z } from "zod";
import { settingsChangeSchema } from "@/lib/access/settings/settings-schema";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";

/** Recalls that are asked again for a preview. */
export const REPLAYED_RECALLS = 20;

/** Days of recalls of which a share is held out in a preview. */
export const HOLDOUT_PREVIEW_DAYS = 7;

const { relevance_floor, max_context_memories, token_budget, context_characters, holdout_share } =
  settingsChangeSchema.shape;

const packSchema = z.object({
  memories: z.int().meta({ description: "Number of memories in the pack" }),
  tokens: z.int(),
});

export type PreviewedPack = z.output<typeof packSchema>;

export const settingsPreview = defineContract({
  name: "settings_preview",
  module: "recall",
  summary:
    "Preview changed pack settings: the latest recalls replayed with them and with the current ones; nothing is recorded",
  effect: "read",
  reads: ["recalls", "memories", "settings", "relevance"],
  permission: "organization:manage",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/settings/preview", status: 200 },
  input: z.strictObject({
    relevance_floor,
    max_context_memories,
    token_budget,
    context_characters,
    holdout_share,
  }),
  output: z.object({
    recalls: z
      .array(
        z.object({
          recall_id: idSchema,
          at: timeSchema,
          task: z.string(),
          before: packSchema.meta({ description: "With the current settings" }),
          after: packSchema,
        }),
      )
      .meta({
        description: `The last ${REPLAYED_RECALLS} questions of agents, newest first, as they would be answered now; a repository's own settings stay in force`,
      }),
    holdout: z
      .object({
        recalls: z.int().meta({ description: "In sessions, of the last days" }),
        held_out_before: z.int().meta({ description: "How many with the current share" }),
        held_out_after: z.int().meta({ description: "How many with the other share" }),
      })
      .meta({
        description: `The last ${HOLDOUT_PREVIEW_DAYS} days, had the share been in force in each session`,
      }),
  }),
});

export type SettingsPreview = z.output<typeof settingsPreview.output>;
