import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { timeSchema } from "@/lib/kernel/time";

export const serverStatusGet = defineContract({
  name: "server_status_get",
  module: "upkeep",
  summary: "What this server runs on, and how much work is waiting",
  effect: "read",
  reads: ["jobs", "vectors"],
  permission: "organization:read",
  reach: "self",
  http: { method: "GET", path: "/server", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    database: z.string().meta({ description: "Such as PostgreSQL 17.5, or embedded (PostgreSQL 18.3)" }),
    embedder: z.string().nullable().meta({ description: "The model that embeds; null: none" }),
    language_model: z.string().nullable(),
    memories: z.int().meta({ description: "Of the organization, without the deleted ones" }),
    unembedded: z.int().meta({ description: "How many of them have no vector of the embedder yet" }),
    jobs: z.object({
      waiting: z.int().meta({ description: "Of the organization, waiting or running" }),
      failed: z.int().meta({ description: "Failed jobs, see job_list" }),
    }),
    at: timeSchema,
  }),
});

export const CHECK_NAMES = [
  "database",
  "migrations",
  "extensions",
  "embedder",
  "language_model",
  "jobs",
  "webhooks",
  "disk",
  "clock",
  "public_url",
  "round_trip",
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/** From best to worst; `off` is a part that is not configured and need not be. */
export const CHECK_STATES = ["ok", "off", "warning", "failed"] as const;

export const doctorCheckSchema = z.object({
  name: z.enum(CHECK_NAMES),
  state: z.enum(CHECK_STATES),
  found: z.string().meta({ description: "What was found, in a sentence" }),
  remedy: z.string().nullable().meta({ description: "What to do; null when there is nothing to do" }),
  ms: z.number().meta({ description: "How long the check took" }),
});

export type DoctorCheck = z.output<typeof doctorCheckSchema>;

export const doctorRun = defineContract({
  name: "doctor_run",
  module: "upkeep",
  summary: "Check every part of the server, with a round trip that leaves nothing behind",
  // What it stores for the proof is rolled back.
  effect: "read",
  reads: ["jobs", "vectors", "settings"],
  permission: "organization:manage",
  reach: "organization",
  http: { method: "POST", path: "/doctor", status: 200 },
  input: z.strictObject({
    ask_language_model: z
      .boolean()
      .default(true)
      .meta({ description: "Ask the language model for one word, which costs a few tokens" }),
  }),
  output: z.object({
    healthy: z.boolean().meta({ description: "No check failed" }),
    checks: z.array(doctorCheckSchema),
    at: timeSchema,
  }),
});
