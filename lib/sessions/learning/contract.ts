import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { timeSchema } from "@/lib/kernel/time";

/** waiting: not read yet; read; skipped: the budget or the settings kept it; failed: the model did not read it. */
export const READING_STATES = ["waiting", "read", "skipped", "failed"] as const;

const counted = z.int().min(0);

export const modelUseGet = defineContract({
  name: "model_use_get",
  module: "sessions",
  summary: "Language model usage today (UTC), and what is left of the budget",
  effect: "read",
  reads: ["model_use", "settings"],
  permission: "memories:read",
  reach: "organization",
  http: { method: "GET", path: "/language-model/use", status: 200 },
  gauges: ({ purposes, daily_tokens, extraction_daily_tokens, answers }) => [
    {
      name: "language_model_tokens_today",
      help: "Tokens asked and answered today (UTC), or set aside, by purpose.",
      values: purposes.map(({ purpose, tokens }) => ({ labels: { purpose }, value: tokens })),
    },
    {
      name: "language_model_failures_today",
      help: "Questions to the language model that were not answered as asked today (UTC), by purpose.",
      values: purposes.map(({ purpose, failed }) => ({ labels: { purpose }, value: failed })),
    },
    {
      name: "language_model_budget_tokens",
      help: "Tokens that language models may use in a day: in all, and of them for reading agents' answers.",
      values: [
        { labels: { of: "all" }, value: daily_tokens },
        { labels: { of: "extraction" }, value: extraction_daily_tokens },
      ],
    },
    {
      name: "answers_for_language_model",
      help: "Agents' answers of today (UTC) by result.",
      values: READING_STATES.map((state) => ({ labels: { state }, value: answers[state] })),
    },
  ],
  input: z.strictObject({}),
  output: z.object({
    model: z.string().nullable().meta({ description: "Server and model; null: none is configured" }),
    since: timeSchema.meta({ description: "Midnight in UTC, when the day of the budget began" }),
    daily_tokens: counted.meta({ description: "The budget; 0: it is not used" }),
    extraction_daily_tokens: counted.meta({ description: "Part of it for reading agents' answers" }),
    used_tokens: counted.meta({ description: "Tokens reserved for running requests count in full" }),
    purposes: z.array(
      z.object({
        purpose: z.string().meta({ description: "extraction, contradictions, proposal_draft" }),
        calls: counted,
        failed: counted.meta({ description: "How many were not answered, or not as asked" }),
        tokens: counted,
        cost_usd: z.number().nullable().meta({ description: "null without a price" }),
      }),
    ),
    answers: z.object({
      waiting: counted,
      read: counted,
      skipped: counted,
      failed: counted,
      learned: counted.meta({ description: "New memories from those read" }),
    }),
  }),
});

export type ModelUse = z.output<typeof modelUseGet.output>;
