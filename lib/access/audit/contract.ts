import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { actorRefSchema } from "../fields";

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
      "agent_not_allowed: not among allowed_agents; agent_type_not_allowed: its key may not use this agent type; repository_not_allowed: its key is bound to other repositories than the one it worked in, so nothing was learned; global_not_allowed: its key may not store for the whole organization, so the memory has a narrower scope",
  }),
  agent: z.string().nullable().meta({ description: "Name of the agent; null: it was asked for by a person" }),
  agent_type: z.string().meta({ description: "The type that it was mapped to" }),
  named: z.string().nullable().meta({ description: "What it called itself" }),
  session_id: z.string().nullable(),
  count: z.int().meta({ description: "How often in this session" }),
  first_at: timeSchema,
  last_at: timeSchema,
});

export type Refusal = z.output<typeof refusalSchema>;

export const refusalList = defineContract({
  name: "refusal_list",
  module: "access",
  summary: "What agents were refused because of settings or keys in the last 30 days, latest first",
  effect: "read",
  reads: ["refusals"],
  permission: "organization:read",
  reach: "organization",
  people_only: true,
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
  imported: z
    .boolean()
    .meta({ description: "Came with an import: it is what the file says, and did not happen here" }),
  detail: z.record(z.string(), z.unknown()),
});

const auditProblemSchema = z.object({
  what: z.enum(["changed", "missing", "unchained", "broken", "forged"]).meta({
    description: "forged: entries were removed, but not by this server",
  }),
  number: z.int().nullable(),
  entry_id: idSchema,
});

const auditStartSchema = z.object({ number: z.int(), before: timeSchema, removed_at: timeSchema });

export const auditVerify = defineContract({
  name: "audit_verify",
  module: "access",
  summary: "Whether any entry of the audit was changed or removed",
  effect: "read",
  reads: ["audit"],
  permission: "audit:read",
  reach: "organization",
  http: { method: "GET", path: "/audit/verification", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    intact: z.boolean(),
    entries: z.int(),
    imported: z.int().meta({ description: "Those of them that came with imports and did not happen here" }),
    head: z.object({ number: z.int(), sha256: z.string() }).nullable().meta({
      description: "The end of the chain; store it elsewhere to prove later that nothing before it changed",
    }),
    since: auditStartSchema.nullable().meta({
      description:
        "Since when the audit is complete; older entries were removed by the setting audit_retention_days",
    }),
    problems: z.array(auditProblemSchema).meta({ description: "The first 100" }),
  }),
});

export const auditList = defineContract({
  name: "audit_list",
  module: "access",
  summary: "Who did what and when, newest first",
  effect: "read",
  reads: ["audit"],
  permission: "audit:read",
  reach: "organization",
  http: { method: "GET", path: "/audit", status: 200 },
  input: z.strictObject({
    ...pageInput,
    subject_id: z.string().max(100).optional(),
    actor: z.string().max(200).optional(),
    operation: z.string().max(100).optional(),
    from: timeSchema.optional(),
    before: timeSchema.optional(),
  }),
  output: pageOf(auditEntrySchema),
});
