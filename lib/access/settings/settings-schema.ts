import { z } from "zod";
import { text } from "@/lib/kernel/text";
import { isTimeZone } from "@/lib/kernel/time-zones";
import { agentTypeMappingSchema, agentTypeSchema, DEFAULT_AGENT_TYPE_MAP } from "../agents/agent-type-schema";

/** How memory works for an organization. A repository may override every field, see `repository_settings_update`. */
export const settingsSchema = z.object({
  enabled: z.boolean().default(false).meta({ description: "Memory is on: agents read and write" }),
  review_scope: z.enum(["organization", "repository"]).default("repository").meta({
    description: "Scope of memories made from reviews: the reviewed repository, or the whole organization",
  }),
  high_rejection_rate: z.number().min(0).max(1).default(0.3),
  high_rejection_flagged: z.int().min(1).max(1000).default(5),
  language_model_daily_tokens: z.int().min(0).max(1_000_000_000).default(200_000).meta({
    description:
      "Tokens, asked and answered, that a language model may use in a day (UTC); 0: it is not used",
  }),
  extraction_daily_tokens: z.int().min(0).max(1_000_000_000).default(100_000).meta({
    description:
      "Of those tokens, what may go into reading agents' answers for learnings; 0: no answer is sent to a language model",
  }),
  auto_consolidate: z
    .boolean()
    .default(true)
    .meta({ description: "Sessions are consolidated when they stop" }),
  nightly_consolidation: z.boolean().default(false).meta({
    description: "Every night, memories that say the same are merged; memory_consolidate previews it",
  }),
  relevance_floor: z.number().min(0).max(1).nullable().default(null).meta({
    description:
      "Probability of being relevant from which a memory is served at all; null: as measured for the embedder",
  }),
  relevance_learning: z.boolean().default(true).meta({
    description:
      "Outcomes in the organization raise the floor if they show that served memories were not useful; false: as measured",
  }),
  max_context_memories: z
    .int()
    .min(1)
    .max(50)
    .default(4)
    .meta({ description: "Maximum number of memories in a pack" }),
  token_budget: z
    .int()
    .min(100)
    .max(8_000)
    .default(2_000)
    .meta({ description: "Maximum number of tokens in a pack" }),
  context_characters: z
    .int()
    .min(300)
    .max(7_900)
    .nullable()
    .default(null)
    .meta({ description: "Target length of a pack in characters; null: depends on the agent's role" }),
  allowed_agents: z
    .array(text({ max: 100 }))
    .max(200, "must be at most 200 agent types and names")
    .nullable()
    .default(null)
    .meta({
      description:
        "Agents that are served context packs and learned from, each by its type or its name; null: every agent",
    }),
  agent_types: z
    .array(agentTypeSchema)
    .max(50, "must be at most 50 agent types")
    .default([])
    .meta({ description: "Custom agent types, in addition to the known ones" }),
  agent_type_map: z
    .array(agentTypeMappingSchema)
    .max(200, "must be at most 200 patterns")
    .default(DEFAULT_AGENT_TYPE_MAP)
    .meta({
      description:
        "Which agent type a name is mapped to: the first matching pattern counts, and no match means main",
    }),
  recall_retention_days: z
    .int()
    .min(1)
    .max(3_650)
    .default(90)
    .meta({ description: "Days that recalls are kept" }),
  session_retention_days: z
    .int()
    .min(1)
    .max(3_650)
    .default(180)
    .meta({ description: "Days that sessions are kept after their last activity" }),
  deleted_retention_days: z
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .meta({ description: "Days that a deleted memory can be restored before it is removed for good" }),
  conversation_retention_days: z
    .int()
    .min(1)
    .max(3_650)
    .default(180)
    .meta({ description: "Days that conversation logs are kept; facts learned from them stay" }),
  time_zone: text({ max: 60 })
    .refine(isTimeZone, "must be a time zone, such as Europe/Lisbon")
    .default("UTC")
    .meta({ description: "Time zone in which the days of conversations begin and end" }),
  audit_retention_days: z
    .int()
    .min(90)
    .max(36_500)
    .nullable()
    .default(null)
    .meta({ description: "Days that audit entries are kept; null: forever" }),
  holdout_share: z.number().min(0).max(0.5).default(0).meta({
    description:
      "Share of sessions, 0–0.5, that get no memory so that they can be compared with the others; 0: every session gets it",
  }),
});

export type Settings = z.output<typeof settingsSchema>;

const { shape } = settingsSchema;

/** Some of the settings. Without defaults: what is not named is not touched. */
export const settingsChangeSchema = z
  .strictObject({
    enabled: shape.enabled.unwrap(),
    review_scope: shape.review_scope.unwrap(),
    high_rejection_rate: shape.high_rejection_rate.unwrap(),
    high_rejection_flagged: shape.high_rejection_flagged.unwrap(),
    language_model_daily_tokens: shape.language_model_daily_tokens.unwrap(),
    extraction_daily_tokens: shape.extraction_daily_tokens.unwrap(),
    auto_consolidate: shape.auto_consolidate.unwrap(),
    nightly_consolidation: shape.nightly_consolidation.unwrap(),
    relevance_floor: shape.relevance_floor.unwrap(),
    relevance_learning: shape.relevance_learning.unwrap(),
    max_context_memories: shape.max_context_memories.unwrap(),
    token_budget: shape.token_budget.unwrap(),
    context_characters: shape.context_characters.unwrap(),
    allowed_agents: shape.allowed_agents.unwrap(),
    agent_types: shape.agent_types.unwrap(),
    agent_type_map: shape.agent_type_map.unwrap(),
    recall_retention_days: shape.recall_retention_days.unwrap(),
    session_retention_days: shape.session_retention_days.unwrap(),
    deleted_retention_days: shape.deleted_retention_days.unwrap(),
    conversation_retention_days: shape.conversation_retention_days.unwrap(),
    time_zone: shape.time_zone.unwrap(),
    audit_retention_days: shape.audit_retention_days.unwrap(),
    holdout_share: shape.holdout_share.unwrap(),
  } satisfies Record<keyof Settings, z.ZodType>)
  .partial();

export type SettingsChange = z.output<typeof settingsChangeSchema>;
