import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";

/** What this server talks to by its own settings; GitHub and webhooks have tests of their own. */
export const SERVICES = ["embedder", "language_model", "reranker", "mail"] as const;

export type Service = (typeof SERVICES)[number];

/** Tests of one service that an organization may ask for in a minute. */
export const TESTS_A_MINUTE = 6;

export const serviceTestSchema = z.object({
  service: z.enum(SERVICES),
  state: z.enum(["ok", "off", "failed"]).meta({ description: "off: it is not configured, and need not be" }),
  id: z.string().nullable().meta({ description: "Server and model; null: none" }),
  asked: z.string().meta({ description: "What was tested, in a sentence" }),
  found: z.string(),
  remedy: z.string().nullable(),
  ms: z.number(),
});

export type ServiceTest = z.output<typeof serviceTestSchema>;

export const serviceTestRun = defineContract({
  name: "service_test",
  module: "upkeep",
  summary: "Test a model or the mail server with one small request, and report the result",
  effect: "read",
  reads: ["settings"],
  permission: "connections:manage",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/services/test", status: 200 },
  input: z.strictObject({ service: z.enum(SERVICES) }),
  output: serviceTestSchema,
});
