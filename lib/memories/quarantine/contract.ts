import { z } from "zod";
import { agentTypeSchema } from "@/lib/access/agents/agent-type-schema";
import { actorRefSchema } from "@/lib/access/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { kindSchema, reasonSchema, refusedMemorySchema, repositoryRefSchema } from "../fields";
import { MEMORY_KINDS } from "../kinds";
import { memorySchema } from "../memory/contract";

export const suspicionSchema = z.object({
  rule: z.string().meta({ description: "Such as override, or install for memories that are held back" }),
  reason: z.string().meta({ description: 'Why it was stopped, after "because it"' }),
  field: z.string().meta({ description: "RFC 6901 pointer into the memory" }),
  start: z.int().meta({ description: "Where it begins in that text, in UTF-16 code units" }),
  end: z.int().meta({ description: "Where it ends, exclusive" }),
  reveals: z.string().nullable().meta({ description: "What it says when it is decoded" }),
});

export type Suspicion = z.output<typeof suspicionSchema>;

export const REACH_DAYS = 7;

export const memoryReachSchema = z.object({
  agents: z.int().meta({ description: "Different agents among those recalls" }),
  recalls: z.int().meta({
    description: "Recalls of the last 7 days that could have served it, by its scope and the agent types",
  }),
  candidate: z.int().meta({ description: "Recalls of that time that considered it" }),
  served: z.int().meta({ description: "How many of them served it to an agent" }),
});

export type MemoryReach = z.output<typeof memoryReachSchema>;

export const quarantinedSchema = z.object({
  memory: memorySchema,
  suspicions: z
    .array(suspicionSchema)
    .meta({ description: "What the current rules find and nobody released; empty when they find nothing" }),
  texts: z
    .array(z.object({ field: z.string(), text: z.string() }))
    .meta({ description: "Every text in which something was found, by its pointer" }),
  by: actorRefSchema.nullable().meta({ description: "Who or what quarantined it" }),
  reach: memoryReachSchema,
});

export type Quarantined = z.output<typeof quarantinedSchema>;

export const QUARANTINE_SORTS = ["status_since", "reach"] as const;

export const quarantineList = defineContract({
  name: "quarantine_list",
  module: "memories",
  summary:
    "Quarantined and held memories with what the rules found in them, and who would be served them; for leads",
  effect: "read",
  reads: ["memories"],
  permission: "proposals:decide",
  people_only: true,
  reach: "repository",
  http: { method: "GET", path: "/quarantine", status: 200 },
  input: z.strictObject({
    ...pageInput,
    memory_id: idSchema.optional().meta({ description: "Only this one" }),
    repository: repositoryRefSchema.optional(),
    kind: z.array(kindSchema).min(1).max(MEMORY_KINDS.length).optional(),
    agent_type: agentTypeSchema.optional(),
    sort: z.enum(QUARANTINE_SORTS).default("status_since"),
  }),
  output: pageOf(quarantinedSchema),
});

export const quarantineDecide = defineContract({
  name: "quarantine_decide",
  module: "memories",
  summary:
    "Release up to 100 quarantined or held memories, or reject them; a failure for one does not affect the others",
  effect: "write",
  changes: ["memories"],
  permission: "proposals:decide",
  people_only: true,
  reach: "repository",
  http: { method: "POST", path: "/quarantine/decisions", status: 200 },
  input: z.strictObject({
    ids: z.array(idSchema).min(1, "must hold an id").max(100, "must be at most 100"),
    decision: z.enum(["release", "reject"]),
    reason: reasonSchema.meta({ description: "Recorded in the history of each" }),
  }),
  output: z.object({
    ids: z.array(idSchema).meta({ description: "Memories that were decided as asked" }),
    refused: z.array(refusedMemorySchema),
  }),
});
