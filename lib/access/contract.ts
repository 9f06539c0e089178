import { z } from "zod";
import { defineContract, TOOL_SETS } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { DEFAULT_AGENT_PERMISSIONS, PERMISSIONS, ROLES } from "@/lib/kernel/permissions";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";

const room = "access";

export const permissionSchema = z.enum(PERMISSIONS);

export const actorRefSchema = z.object({
  kind: z.enum(["person", "agent", "job"]),
  id: z.string(),
  name: z.string(),
});

export const AGENT_TYPES = [
  "architect",
  "builder",
  "reviewer",
  "tester",
  "optimizer",
  "security",
  "database",
  "api-designer",
  "integration",
  "analyzer",
  "cleanup",
  "fix-agent",
  "pre-commit-diagnostic",
  "ci-diagnostic",
  "main",
] as const;
export const agentTypeSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and hyphens, at most 40")
  .meta({ description: `The agent's trade, such as ${AGENT_TYPES.slice(0, 3).join(", ")}` });

/** What an agent calls itself, which need be no type that is known: the settings map it to one. */
export const agentTypeNameSchema = text({ max: 200 }).meta({
  description: `The agent's type, or the name it goes by: the settings map a name to a type such as ${AGENT_TYPES.slice(0, 3).join(", ")}`,
});

export const agentTypeMappingSchema = z.strictObject({
  pattern: text({ max: 100 }).meta({ description: "An agent's name, with * for any characters" }),
  agent_type: agentTypeSchema,
});
export type AgentTypeMapping = z.output<typeof agentTypeMappingSchema>;

const mapped = (agent_type: (typeof AGENT_TYPES)[number], patterns: readonly string[]): AgentTypeMapping[] =>
  patterns.map((pattern) => ({ pattern, agent_type }));

/**
 * Which type an agent's name means while nobody has changed the map. The first pattern that matches counts, so what an
 * agent does with code (review, test) stands before the part that it does it to (frontend, database).
 */
export const DEFAULT_AGENT_TYPE_MAP: AgentTypeMapping[] = [
  ...mapped("main", ["general-purpose", "explore*", "plan", "planner"]),
  ...mapped("security", ["*secur*", "*vulnerab*", "*pentest*"]),
  ...mapped("pre-commit-diagnostic", ["*pre-commit*"]),
  ...mapped("ci-diagnostic", ["ci", "ci-*", "*-ci", "*-ci-*", "*pipeline*"]),
  ...mapped("reviewer", ["*review*", "*critic*"]),
  ...mapped("tester", ["*test*", "qa", "qa-*", "*-qa", "*-qa-*", "*quality-assurance*"]),
  ...mapped("fix-agent", ["*debug*", "fix*", "*-fix*", "*bugfix*", "*troubleshoot*"]),
  ...mapped("optimizer", ["*perf*", "*optimi*", "*profiler*"]),
  ...mapped("cleanup", ["*refactor*", "*clean*", "*simplif*", "*lint*"]),
  ...mapped("architect", ["*architect*", "*system-design*"]),
  ...mapped("database", ["db", "db-*", "*-db", "*-db-*", "*dba", "*database*", "*sql*", "*schema*"]),
  ...mapped("api-designer", ["api", "api-*", "*-api", "*-api-*", "*graphql*"]),
  ...mapped("integration", ["*integrat*"]),
  ...mapped("analyzer", ["*analy*", "*research*", "*investigat*"]),
  ...mapped("builder", [
    "*frontend*",
    "*backend*",
    "*fullstack*",
    "*full-stack*",
    "*dev",
    "*-dev-*",
    "dev-*",
  ]),
  ...mapped("builder", ["*developer*", "*engineer*", "*coder*", "*coding*", "*programmer*", "*implement*"]),
];

/** How memory works for an organization. A repository may override every field, see `repository_settings_update`. */
export const settingsSchema = z.object({
  enabled: z.boolean().default(false).meta({ description: "Memory is on: agents read and write" }),
  review_scope: z.enum(["organization", "repository"]).default("repository").meta({
    description:
      "How far memories made from reviews reach: the repository that was reviewed, or the whole organization",
  }),
  high_rejection_rate: z.number().min(0).max(1).default(0.3),
  high_rejection_flagged: z.int().min(1).max(1000).default(5),
  language_model_daily_tokens: z.int().min(0).max(1_000_000_000).default(200_000).meta({
    description:
      "Tokens, asked and answered, that a language model may use in a day (UTC); 0: it is not asked",
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
    description: "Every night what says the same is merged; see memory_consolidate for what that would be",
  }),
  relevance_floor: z.number().min(0).max(1).nullable().default(null).meta({
    description:
      "Probability of being relevant from which a memory is given at all; null: as measured for the embedder",
  }),
  relevance_learning: z.boolean().default(true).meta({
    description:
      "Outcomes of the organization raise the floor where they show that what was given did not matter; false: as measured",
  }),
  max_context_memories: z.int().min(1).max(50).default(4).meta({ description: "Memories in a pack at most" }),
  token_budget: z
    .int()
    .min(100)
    .max(8_000)
    .default(2_000)
    .meta({ description: "Tokens a pack never exceeds" }),
  context_characters: z
    .int()
    .min(300)
    .max(7_900)
    .nullable()
    .default(null)
    .meta({ description: "Characters a pack has, about; null: by the agent's role" }),
  allowed_agents: z
    .array(text({ max: 100 }))
    .max(200, "must be at most 200 agent types and names")
    .nullable()
    .default(null)
    .meta({
      description:
        "Agents that are given context packs and learned from, each by its type or its name; null: every agent",
    }),
  agent_types: z
    .array(agentTypeSchema)
    .max(50, "must be at most 50 agent types")
    .default([])
    .meta({ description: "Agent types of your own, besides the known ones" }),
  agent_type_map: z
    .array(agentTypeMappingSchema)
    .max(200, "must be at most 200 patterns")
    .default(DEFAULT_AGENT_TYPE_MAP)
    .meta({
      description:
        "Which agent type is meant by a name that is none: the first pattern that matches counts, and no match means main",
    }),
  recall_retention_days: z
    .int()
    .min(1)
    .max(3_650)
    .default(90)
    .meta({ description: "Days that recalls are kept in the ledger" }),
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
    holdout_share: shape.holdout_share.unwrap(),
  } satisfies Record<keyof Settings, z.ZodType>)
  .partial();
export type SettingsChange = z.output<typeof settingsChangeSchema>;

export const organizationSchema = z.object({
  id: idSchema,
  slug: z.string(),
  name: z.string(),
  settings: settingsSchema,
  version: z.int(),
  created_at: timeSchema,
});
export type Organization = z.output<typeof organizationSchema>;

export const organizationGet = defineContract({
  name: "organization_get",
  room,
  summary: "The organization, its settings, and who is asking",
  effect: "read",
  permission: "organization:read",
  http: { method: "GET", path: "/organization", status: 200 },
  input: z.strictObject({}),
  output: organizationSchema.extend({
    actor: actorRefSchema.extend({
      role: z.enum(ROLES).nullable(),
      permissions: z.array(permissionSchema),
    }),
  }),
});

/** Of the answer that saves `allowed_agents`. */
export const unknownAgentsSchema = z.array(z.string()).meta({
  description:
    "Entries of allowed_agents that are no known agent type and no agent's name so far; they are kept, and count once there is such an agent",
});

export const organizationUpdate = defineContract({
  name: "organization_update",
  room,
  summary: "Rename the organization or change its settings",
  effect: "write",
  permission: "organization:manage",
  http: { method: "PATCH", path: "/organization", status: 200 },
  input: z.strictObject({
    name: text({ max: 100 }).optional(),
    settings: settingsChangeSchema.optional(),
    version: z
      .int()
      .optional()
      .meta({ description: "The version you read; refused when it changed meanwhile" }),
  }),
  output: organizationSchema.extend({ unknown_agents: unknownAgentsSchema }),
});

export const memberSchema = z.object({
  id: idSchema,
  person_id: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  created_at: timeSchema,
});
export type Member = z.output<typeof memberSchema>;

export const memberList = defineContract({
  name: "member_list",
  room,
  summary: "People in the organization",
  effect: "read",
  permission: "organization:read",
  http: { method: "GET", path: "/members", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(memberSchema),
});

export const memberAdd = defineContract({
  name: "member_add",
  room,
  summary: "Add a person by e-mail address; answers a one-time sign-in link to hand over",
  effect: "write",
  permission: "members:manage",
  http: { method: "POST", path: "/members", status: 201 },
  answers_secret: true,
  input: z.strictObject({
    email: z.email("must be an e-mail address").max(254),
    name: text({ max: 100 }),
    role: z.enum(ROLES).default("developer"),
  }),
  output: z.object({ member: memberSchema, sign_in_url: z.string(), sign_in_url_expires_at: timeSchema }),
});

export const memberUpdate = defineContract({
  name: "member_update",
  room,
  summary: "Change a member's role",
  effect: "write",
  permission: "members:manage",
  http: { method: "PATCH", path: "/members/{member_id}", status: 200 },
  input: z.strictObject({ member_id: idSchema, role: z.enum(ROLES) }),
  output: memberSchema,
});

export const memberRemove = defineContract({
  name: "member_remove",
  room,
  summary: "Remove a member; what they wrote stays",
  effect: "destroy",
  permission: "members:manage",
  http: { method: "DELETE", path: "/members/{member_id}", status: 200 },
  input: z.strictObject({ member_id: idSchema }),
  output: z.object({ removed: z.literal(true) }),
});

export const agentKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  agent: z.string(),
  agent_types: z.array(z.string()).nullable().meta({ description: "null: every agent type" }),
  prefix: z.string().meta({ description: "First characters of the key, to recognise it by" }),
  permissions: z.array(permissionSchema),
  repository_ids: z.array(idSchema).nullable().meta({ description: "null: every repository" }),
  tool_sets: z
    .array(z.enum(TOOL_SETS))
    .meta({ description: "Sets of MCP tools that its clients see beside the default one" }),
  created_by: z.string(),
  created_at: timeSchema,
  last_used_at: timeSchema.nullable(),
  expires_at: timeSchema.nullable(),
  revoked_at: timeSchema.nullable(),
  replaced_by: idSchema.nullable().meta({
    description:
      "The key that took its place when it was rotated; it still works until expires_at or revoked_at",
  }),
});
export type AgentKey = z.output<typeof agentKeySchema>;

export const agentKeyList = defineContract({
  name: "agent_key_list",
  room,
  summary: "Agent keys, newest first; never the keys themselves",
  effect: "read",
  permission: "keys:manage",
  http: { method: "GET", path: "/agent-keys", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(agentKeySchema),
});

export const agentKeyCreate = defineContract({
  name: "agent_key_create",
  room,
  summary: "Make an agent key; the key is in this answer only",
  effect: "write",
  permission: "keys:manage",
  http: { method: "POST", path: "/agent-keys", status: 201 },
  answers_secret: true,
  input: z.strictObject({
    name: text({ max: 100 }),
    agent: text({ max: 100 }).meta({
      description: "Name of the agent, such as review-bot; made when it is new",
    }),
    agent_types: z
      .array(agentTypeSchema)
      .min(1)
      .max(20)
      .nullable()
      .default(null)
      .meta({ description: "Agent types that the key may speak as; null: every type" }),
    permissions: z
      .array(permissionSchema)
      .min(1)
      .max(PERMISSIONS.length)
      .default([...DEFAULT_AGENT_PERMISSIONS]),
    repository_ids: z.array(idSchema).min(1).max(500).nullable().default(null),
    tool_sets: z.array(z.enum(TOOL_SETS)).max(TOOL_SETS.length).default([]).meta({
      description:
        "Sets of MCP tools that its clients see beside the default one; each takes up to 2,500 tokens of every request",
    }),
    expires_at: timeSchema.nullable().default(null),
  }),
  output: z.object({ agent_key: agentKeySchema, key: z.string() }),
});

export const agentKeyRevoke = defineContract({
  name: "agent_key_revoke",
  room,
  summary: "Revoke an agent key at once",
  effect: "destroy",
  permission: "keys:manage",
  http: { method: "DELETE", path: "/agent-keys/{agent_key_id}", status: 200 },
  input: z.strictObject({ agent_key_id: idSchema }),
  output: agentKeySchema,
});

export const agentKeyRotate = defineContract({
  name: "agent_key_rotate",
  room,
  summary: "Make an agent key anew, as the old one was, once; the new key is in this answer only",
  effect: "write",
  permission: "keys:manage",
  http: { method: "POST", path: "/agent-keys/{agent_key_id}/rotate", status: 201 },
  answers_secret: true,
  input: z.strictObject({
    agent_key_id: idSchema,
    overlap_hours: z
      .int()
      .min(0)
      .max(720)
      .default(0)
      .meta({ description: "So long the old key still works; 0: it is revoked at once" }),
  }),
  output: z.object({ agent_key: agentKeySchema, key: z.string(), replaced: agentKeySchema }),
});

// Connections ------------------------------------------------------------------------------------------------

export const CONNECTION_KINDS = ["github_token", "github_app", "git_password"] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** The address of github.com's API. */
export const GITHUB_API = "https://api.github.com";

const secretText = (max: number) =>
  text({ max }).refine((value) => value.trim() === value, "must not begin or end with white space");
const decimal = (what: string) => z.string().regex(/^[1-9][0-9]{0,18}$/, `must be ${what}, a number`);

export const credentialsSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("github_token"),
      token: secretText(1000)
        .regex(/^[\x21-\x7e]+$/, "must not hold white space")
        .meta({ description: "A personal access token, fine-grained or classic" }),
    }),
    z.strictObject({
      kind: z.literal("github_app"),
      app_id: text({ max: 100 })
        .regex(/^[A-Za-z0-9._-]+$/, "must be an App's id or client id")
        .meta({ description: "The App's id or its client id" }),
      private_key: text({ max: 20_000 })
        .regex(
          /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
          "must be a private key in PEM form, with its first and last line",
        )
        .meta({ description: "The App's private key, the whole .pem file" }),
      installation_id: decimal("an installation's id").meta({
        description: "Number at the end of the installation's address on GitHub",
      }),
    }),
    z.strictObject({
      kind: z.literal("git_password"),
      username: text({ max: 200 }).regex(/^[^:\s]+$/, "must not hold a colon or white space"),
      password: secretText(2000).meta({ description: "A password or an access token of that forge" }),
    }),
  ],
  { error: 'must have kind "github_token", "github_app" or "git_password", with the fields of that kind' },
);
export type Credentials = z.output<typeof credentialsSchema>;

const webhookSecretSchema = secretText(200)
  .refine((value) => value.length >= 16, "must have at least 16 characters")
  .nullable()
  .meta({ description: "Secret that signs the webhooks of this connection; GitHub only" });

export const rateLimitSchema = z.object({
  resource: z.string().meta({ description: "core (REST), graphql, or as GitHub names it" }),
  limit: z.int().meta({ description: "Requests or points an hour" }),
  remaining: z.int(),
  reset_at: timeSchema,
  seen_at: timeSchema,
});
export type RateLimit = z.output<typeof rateLimitSchema>;

export const connectionTestSchema = z.object({
  at: timeSchema,
  ok: z.boolean(),
  account: z.string().nullable().meta({ description: "The account or the App that GitHub saw" }),
  permissions: z
    .array(z.string())
    .nullable()
    .meta({ description: "Scopes of a token or permissions of an App; null when GitHub does not tell" }),
  problem: z.string().nullable().meta({ description: "Why it failed" }),
});
export type ConnectionTest = z.output<typeof connectionTestSchema>;

export const connectionSchema = z.object({
  id: idSchema,
  kind: z.enum(CONNECTION_KINDS),
  label: z.string(),
  base_url: z.string().meta({ description: "GitHub: the API's address. Git: the https address it is for" }),
  username: z.string().nullable(),
  app_id: z.string().nullable(),
  installation_id: z.string().nullable(),
  has_webhook_secret: z.boolean(),
  repositories: z.int().meta({ description: "How many repositories are read through it" }),
  test: connectionTestSchema.nullable().meta({ description: "What the last test found" }),
  rate_limits: z.array(rateLimitSchema).meta({ description: "As GitHub told them last" }),
  version: z.int(),
  created_at: timeSchema,
});
export type Connection = z.output<typeof connectionSchema>;

const labelSchema = text({ max: 100 });
const baseUrlSchema = text({ max: 500 }).meta({
  description: `GitHub: the API's address, ${GITHUB_API} or https://HOST/api/v3. Git: https://HOST/`,
});

export const connectionList = defineContract({
  name: "connection_list",
  room,
  summary: "Connections to GitHub and to private git servers; never their secrets",
  effect: "read",
  permission: "connections:manage",
  http: { method: "GET", path: "/connections", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(connectionSchema),
});

export const connectionCreate = defineContract({
  name: "connection_create",
  room,
  summary: "Connect a GitHub account or App, or give the password of a private git server",
  effect: "write",
  permission: "connections:manage",
  http: { method: "POST", path: "/connections", status: 201 },
  input: z.strictObject({
    label: labelSchema,
    base_url: baseUrlSchema.default(GITHUB_API),
    credentials: credentialsSchema,
    webhook_secret: webhookSecretSchema.default(null),
  }),
  output: connectionSchema,
});

export const connectionUpdate = defineContract({
  name: "connection_update",
  room,
  summary: "Rename a connection, or give it new credentials or another webhook secret",
  effect: "write",
  permission: "connections:manage",
  http: { method: "PATCH", path: "/connections/{connection_id}", status: 200 },
  input: z.strictObject({
    connection_id: idSchema,
    label: labelSchema.optional(),
    base_url: baseUrlSchema.optional(),
    credentials: credentialsSchema.optional(),
    webhook_secret: webhookSecretSchema.optional(),
    version: z
      .int()
      .optional()
      .meta({ description: "The version you read; refused when it changed meanwhile" }),
  }),
  output: connectionSchema,
});

export const connectionTest = defineContract({
  name: "connection_test",
  room,
  summary: "Ask GitHub who a connection is, what it may do and how much of its limits is left",
  effect: "write",
  permission: "connections:manage",
  http: { method: "POST", path: "/connections/{connection_id}/test", status: 200 },
  input: z.strictObject({ connection_id: idSchema }),
  output: connectionSchema,
});

export const connectionRemove = defineContract({
  name: "connection_remove",
  room,
  summary: "Remove a connection that no repository is read through, and forget its secrets",
  effect: "destroy",
  permission: "connections:manage",
  http: { method: "DELETE", path: "/connections/{connection_id}", status: 200 },
  input: z.strictObject({ connection_id: idSchema }),
  output: z.object({ removed: z.literal(true) }),
});

// Refusals ---------------------------------------------------------------------------------------------------

export const REFUSALS = [
  "agent_not_allowed",
  "agent_type_not_allowed",
  "repository_not_allowed",
  "global_not_allowed",
] as const;
export type RefusalKind = (typeof REFUSALS)[number];

export const refusalSchema = z.object({
  id: idSchema,
  what: z.enum(REFUSALS).meta({
    description:
      "agent_not_allowed: not among allowed_agents; agent_type_not_allowed: its key may not speak as this type; repository_not_allowed: its key is bound to other repositories than the one it worked in, so nothing was learned; global_not_allowed: its key may not store for the whole organization, so the memory reaches less",
  }),
  agent: z.string().nullable().meta({ description: "Name of the agent; null: it was asked for by a person" }),
  agent_type: z.string().meta({ description: "The type that it was taken for" }),
  named: z.string().nullable().meta({ description: "What it called itself" }),
  session_id: z.string().nullable(),
  count: z.int().meta({ description: "How often in this session" }),
  first_at: timeSchema,
  last_at: timeSchema,
});
export type Refusal = z.output<typeof refusalSchema>;

export const refusalList = defineContract({
  name: "refusal_list",
  room,
  summary: "What settings and keys kept agents from in the last 30 days, the last first",
  effect: "read",
  permission: "organization:read",
  http: { method: "GET", path: "/refusals", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(refusalSchema),
});

export const auditEntrySchema = z.object({
  id: idSchema,
  at: timeSchema,
  actor: actorRefSchema,
  operation: z.string(),
  subject_id: z.string().nullable(),
  request_id: z.string(),
  detail: z.record(z.string(), z.unknown()),
});

export const auditList = defineContract({
  name: "audit_list",
  room,
  summary: "Who did what and when, newest first",
  effect: "read",
  permission: "audit:read",
  http: { method: "GET", path: "/audit", status: 200 },
  input: z.strictObject({ ...pageInput, subject_id: z.string().max(100).optional() }),
  output: pageOf(auditEntrySchema),
});
