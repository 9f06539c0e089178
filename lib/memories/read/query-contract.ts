import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { totalSchema } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { MEMORY_STATUSES, statusSchema } from "../fields";
import { memorySchema } from "../memory/contract";
import { memoryConditionSchema } from "../search/condition-schema";

const MAX_OFFSET = 1_000_000;

const pageShape = {
  limit: z.int().min(1).max(200).default(100),
  offset: z.int().min(0).max(MAX_OFFSET).default(0).meta({ description: "Rows to skip" }),
};

export const memoryQuery = defineContract({
  name: "memory_query",
  module: "memories",
  summary: "Memories that match a condition, a page at a time, the newest first",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ items: [], total: 0 }),
  http: { method: "POST", path: "/memories/query", status: 200 },
  input: z.strictObject({
    where: memoryConditionSchema.optional(),
    status: z.array(statusSchema).min(1).max(MEMORY_STATUSES.length).optional(),
    ...pageShape,
  }),
  output: z.object({ items: z.array(memorySchema), total: totalSchema }),
});

export const ENTITY_TYPES = ["user", "agent", "app", "run"] as const;

export const memoryEntityList = defineContract({
  name: "memory_entity_list",
  module: "memories",
  summary: "Users, agents, applications (repositories) and runs (sessions) with their memories, by name",
  effect: "read",
  reads: ["memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ items: [], total: 0 }),
  http: { method: "GET", path: "/memories/entities", status: 200 },
  input: z.strictObject({ type: z.enum(ENTITY_TYPES).optional(), ...pageShape }),
  output: z.object({
    items: z.array(
      z.object({
        type: z.enum(ENTITY_TYPES),
        name: z.string(),
        memories: z.int(),
        created_at: timeSchema.meta({ description: "Of the first of them" }),
        updated_at: timeSchema.meta({ description: "Of the last of them" }),
      }),
    ),
    total: totalSchema,
  }),
});
