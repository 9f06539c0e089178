import { z } from "zod";
import { defineContract, TOOL_SETS } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { DEFAULT_AGENT_PERMISSIONS, PERMISSIONS } from "@/lib/kernel/permissions";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { permissionSchema } from "../organizations/contract";
import { agentTypeSchema } from "./agent-type-schema";

export const agentKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  agent: z.string(),
  agent_types: z.array(z.string()).nullable().meta({ description: "null: every agent type" }),
  prefix: z.string().meta({ description: "First characters of the key, to recognise it" }),
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
      "The key that replaced it when it was rotated; it still works until expires_at or revoked_at",
  }),
  created_by_key: idSchema
    .nullable()
    .meta({ description: "The key with which an agent made it; null: a person did" }),
});

export type AgentKey = z.output<typeof agentKeySchema>;

export const agentKeyList = defineContract({
  name: "agent_key_list",
  module: "access",
  summary: "Agent keys, newest first; an agent sees those that its key created. Never the keys themselves",
  effect: "read",
  reads: ["keys"],
  permission: "keys:manage",
  reach: "self",
  http: { method: "GET", path: "/agent-keys", status: 200 },
  input: z.strictObject({
    ...pageInput,
    created_by_key: idSchema.optional().meta({ description: "Only keys that this key made" }),
  }),
  output: pageOf(agentKeySchema),
});

export const agentKeyCreate = defineContract({
  name: "agent_key_create",
  module: "access",
  summary: "Create an agent key; the key is in this answer only",
  effect: "write",
  changes: ["keys"],
  permission: "keys:manage",
  reach: "self",
  http: { method: "POST", path: "/agent-keys", status: 201 },
  answers_secret: true,
  input: z.strictObject({
    name: text({ max: 100 }),
    agent: text({ max: 100 }).meta({
      description: "Name of the agent, such as review-bot; created if it is new",
    }),
    agent_types: z
      .array(agentTypeSchema)
      .min(1)
      .max(20)
      .nullable()
      .default(null)
      .meta({ description: "Agent types that the key may use; null: every type" }),
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
  module: "access",
  summary: "Revoke an agent key at once",
  effect: "destroy",
  changes: ["keys"],
  permission: "keys:manage",
  reach: "self",
  http: { method: "DELETE", path: "/agent-keys/{agent_key_id}", status: 200 },
  input: z.strictObject({
    agent_key_id: idSchema,
    with_made: z
      .boolean()
      .default(false)
      .meta({ description: "Also revoke the keys that it created, and keys created with those" }),
  }),
  output: agentKeySchema.extend({
    keys_made: z
      .array(agentKeySchema)
      .meta({ description: "The keys that it created: revoked too with `with_made`, else still valid" }),
  }),
});

export const agentKeyRotate = defineContract({
  name: "agent_key_rotate",
  module: "access",
  summary: "Replace an agent key by a new one with the same rights; the new key is in this answer only",
  effect: "write",
  changes: ["keys"],
  permission: "keys:manage",
  reach: "self",
  http: { method: "POST", path: "/agent-keys/{agent_key_id}/rotate", status: 201 },
  answers_secret: true,
  input: z.strictObject({
    agent_key_id: idSchema,
    overlap_hours: z
      .int()
      .min(0)
      .max(720)
      .default(0)
      .meta({ description: "How long the old key still works; 0: it is revoked at once" }),
  }),
  output: z.object({ agent_key: agentKeySchema, key: z.string(), replaced: agentKeySchema }),
});
