import { z } from "zod";
import { unknownAgentsSchema } from "@/lib/access/agents/agent-type-schema";
import { type Settings, settingsChangeSchema, settingsSchema } from "@/lib/access/settings/settings-schema";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";

export const repositorySettingsSchema = z.object({
  repository_id: idSchema,
  own: settingsChangeSchema.meta({ description: "Settings of the repository itself" }),
  in_force: settingsSchema.meta({ description: "The repository's settings over the organization's" }),
  version: z.int().meta({ description: "0 while the repository overrides nothing" }),
});

export const repositorySettingsGet = defineContract({
  name: "repository_settings_get",
  module: "recall",
  summary: "Memory settings of a repository: its own, and those in effect",
  effect: "read",
  reads: ["settings"],
  permission: "organization:read",
  reach: "repository",
  http: { method: "GET", path: "/repositories/{repository_id}/settings", status: 200 },
  input: z.strictObject({ repository_id: idSchema }),
  output: repositorySettingsSchema,
});

/** What only an organization as a whole can set. */
const OF_ORGANIZATION = {
  recall_retention_days: true,
  session_retention_days: true,
  deleted_retention_days: true,
  language_model_daily_tokens: true,
  agent_types: true,
} as const satisfies Partial<Record<keyof Settings, true>>;

const overridable = settingsChangeSchema.omit(OF_ORGANIZATION);

export const repositorySettingsUpdate = defineContract({
  name: "repository_settings_update",
  module: "recall",
  summary: "Override the organization's memory settings for a repository, or use the organization's again",
  effect: "write",
  changes: ["settings"],
  permission: "organization:manage",
  reach: "repository",
  http: { method: "PATCH", path: "/repositories/{repository_id}/settings", status: 200 },
  input: z.strictObject({
    repository_id: idSchema,
    settings: overridable.default({}),
    inherit: z
      .array(overridable.keyof())
      .max(50)
      .default([])
      .meta({ description: "Settings to use from the organization again" }),
    version: z
      .int32()
      .min(0)
      .optional()
      .meta({ description: "The version you read; refused if it has changed since" }),
  }),
  output: repositorySettingsSchema.extend({ unknown_agents: unknownAgentsSchema }),
});
