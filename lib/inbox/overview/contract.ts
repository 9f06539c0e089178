import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { SERVED_DAYS } from "@/lib/memories/read/stats-contract";

const OF_PEOPLE = {
  module: "inbox",
  effect: "read",
  permission: "organization:read",
  people_only: true,
  reach: "organization",
} as const;

export const overviewGet = defineContract({
  ...OF_PEOPLE,
  name: "overview_get",
  summary: "The figures of the overview: what is remembered and how much of it holds, and what was decided",
  reads: ["memories", "citations", "recalls", "proposals", "skills"],
  http: { method: "GET", path: "/overview", status: 200 },
  input: z.strictObject({
    from: timeSchema.meta({ description: "Memories count as stored from this moment on" }),
    compared_from: timeSchema.meta({ description: "And as stored before from this moment to `from`" }),
    repository: repositoryRefSchema.optional(),
  }),
  output: z.object({
    in_use: z.int().meta({ description: "Memories that are active or drifted" }),
    cited: z.int().meta({ description: "How many of them cite code" }),
    verified: z
      .int()
      .meta({ description: "How many of those have only valid citations at their last check" }),
    active: z.int().meta({ description: "Memories that are active" }),
    average_quality: z.number().nullable().meta({ description: "0–1, of the active ones" }),
    low_quality: z.int().meta({ description: "How many of the active ones have a quality below 0.5" }),
    stored: z.int().meta({ description: "Memories stored from `from` on, whatever their status" }),
    stored_before: z.int().meta({ description: "From `compared_from` to `from`" }),
    served_cited: z.int().meta({
      description: `How often agents were sent a memory that cites code in the last ${SERVED_DAYS} days, not counting searches`,
    }),
    served_verified: z.int().meta({ description: "How often it was verified then" }),
    approved: z.int().meta({ description: "Proposals, over all time" }),
    rejected: z.int().meta({ description: "Proposals, over all time" }),
  }),
});

export const setupGet = defineContract({
  ...OF_PEOPLE,
  name: "setup_get",
  summary: "How far the organization is set up: repositories, keys, memories and reviews",
  reads: ["repositories", "keys", "memories", "citations", "findings"],
  http: { method: "GET", path: "/setup", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    repositories: z.int(),
    ready_repository: z
      .string()
      .nullable()
      .meta({ description: "The name of one that was fetched; null: none was" }),
    failed_repository: z
      .object({ name: z.string(), problem: z.string() })
      .nullable()
      .meta({ description: "One that could not be fetched, and why" }),
    keys: z
      .object({
        total: z.int(),
        has_used: z.boolean().meta({ description: "An agent called with one of them" }),
      })
      .nullable()
      .meta({ description: "Null for those who may not manage keys" }),
    has_memories: z.boolean(),
    has_verified: z.boolean().meta({ description: "A memory in use has only valid citations" }),
    has_reviews: z.boolean(),
  }),
});

export const changesGet = defineContract({
  ...OF_PEOPLE,
  name: "changes_get",
  summary: "How many memories were stored, findings made and recalls answered from a moment on",
  reads: ["memories", "findings", "recalls"],
  http: { method: "GET", path: "/overview/changes", status: 200 },
  input: z.strictObject({ after: timeSchema, repository: repositoryRefSchema.optional() }),
  output: z.object({ memories: z.int(), findings: z.int(), recalls: z.int() }),
});
