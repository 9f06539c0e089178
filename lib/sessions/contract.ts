import { z } from "zod";
import { actorRefSchema, agentTypeNameSchema, refusalSchema } from "@/lib/access/contract";
import { repositoryBriefSchema } from "@/lib/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { memoryBriefSchema } from "@/lib/memories/contract";
import { taskSchema as askedTaskSchema, changedFilesSchema, recallSchema, USES } from "@/lib/recall/contract";

const room = "sessions";

const sessionIdSchema = text({ max: 200 }).meta({ description: "The client's own id of the run" });
const repositoryRefSchema = text({ max: 200 }).meta({ description: "owner/name of a repository, or its id" });
const refSchema = text({ max: 200 }).meta({ description: "Branch, tag or commit the agent works on" });
const agentFileSchema = text({ max: 1_000 }).meta({
  description: "The agent's definition, such as architect.md; names its type",
});
const TASK = "What the agent is, or was, to do";
const taskSchema = text({ max: 100_000 }).meta({ description: TASK });

// A newer client must not lose its memory: hooks ignore fields that they do not know.
const hookInput = <S extends z.ZodRawShape>(shape: S) => z.object(shape);

const metadataSchema = z.object({
  memories_loaded: z.int(),
  agent_type: z.string().nullable(),
  recall_id: idSchema.nullable(),
});

// Hooks ------------------------------------------------------------------------------------------------------

export const hookSessionStart = defineContract({
  name: "hook_session_start",
  room,
  summary: "Open a session: is memory on, and the repository's recent conventions",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/hooks/session-start", status: 200 },
  ignores_unknown: true,
  input: hookInput({
    session_id: sessionIdSchema,
    client: text({ max: 60 }).default("api"),
    repository: repositoryRefSchema.optional(),
    ref: refSchema.optional(),
  }),
  output: z.object({ enabled: z.boolean(), session_id: z.string(), memory_context: z.string() }),
});

export const hookBeforeAgent = defineContract({
  name: "hook_before_agent",
  room,
  summary: "What an agent is to be told before it works; empty when there is nothing to tell",
  effect: "read",
  permission: "memories:read",
  http: { method: "POST", path: "/hooks/before-agent", status: 200 },
  ignores_unknown: true,
  input: hookInput({
    task: askedTaskSchema.meta({ description: TASK }),
    agent_type: agentTypeNameSchema.optional(),
    agent_file: agentFileSchema.optional(),
    category: text({ max: 100 }).optional(),
    session_id: sessionIdSchema.optional(),
    repository: repositoryRefSchema.optional(),
    ref: refSchema.optional(),
    changed_files: changedFilesSchema,
    developer: text({ max: 200 }).optional(),
    goal: text({ max: 4_000 }).optional(),
    issue_title: text({ max: 1_000 }).optional(),
    token_budget: z.int().min(50).max(8_000).optional(),
  }),
  output: z.object({ memory_context: z.string(), metadata: metadataSchema }),
});

export const AFTER_AGENT_REASONS = [
  "memory_off",
  "not_allowed",
  "agent_type_not_allowed",
  "repository_not_allowed",
] as const;

export const hookAfterAgent = defineContract({
  name: "hook_after_agent",
  room,
  summary: "Learn from what an agent answered",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/hooks/after-agent", status: 200 },
  ignores_unknown: true,
  input: hookInput({
    agent_type: agentTypeNameSchema.optional(),
    agent_file: agentFileSchema.optional(),
    task: taskSchema.optional(),
    output: text({ min: 0, max: 2_000_000 }).meta({ description: "The agent's answer, in markdown" }),
    diff: text({ min: 0, max: 2_000_000 }).optional().meta({
      description: "Unified diff of what the agent changed: read for what became of memories, and not stored",
    }),
    duration_seconds: z.number().min(0).max(10_000_000).optional(),
    success: z.boolean().default(true),
    category: text({ max: 100 })
      .default("general")
      .meta({ description: "general: each learning's is guessed from its statement, then from the task" }),
    session_id: sessionIdSchema.optional(),
    client: text({ max: 60 }).default("api"),
    repository: repositoryRefSchema.optional(),
    ref: refSchema.optional(),
  }),
  output: z.object({
    memories_stored: z.int(),
    memory_ids: z.array(idSchema),
    reason: z.enum(AFTER_AGENT_REASONS).nullable().meta({ description: "Why nothing was learned from" }),
  }),
});

export const sessionReportSchema = z.object({
  memories_used: z.int().meta({ description: "Different memories served in its recalls" }),
  memories_stored: z.int().meta({ description: "New memories learned in it" }),
  memories_observed: z.int().meta({ description: "Learned again: they were known already" }),
  high_quality: z.int().meta({ description: "Of those learned, with a quality of 0.7 or more" }),
  global: z.int().meta({ description: "Of those learned, reaching the whole organization" }),
  agents_with_memory: z.array(z.string()).meta({ description: "Agent types that were served something" }),
  recalls: z.int(),
  merged: z.int().default(0).meta({ description: "Memories folded into one that says the same" }),
  promoted: z.int().default(0).meta({ description: "Session memories kept beyond it" }),
  ended: z.int().default(0).meta({ description: "Session memories that ended with it" }),
  conflicts: z.int().default(0).meta({ description: "Contradictions that its learnings brought up" }),
});
export type SessionReport = z.output<typeof sessionReportSchema>;

export const hookStop = defineContract({
  name: "hook_stop",
  room,
  summary: "A session stopped: consolidate what it learned and report",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/hooks/stop", status: 200 },
  ignores_unknown: true,
  input: hookInput({ session_id: sessionIdSchema }),
  output: z.object({ session_id: z.string(), report: sessionReportSchema.nullable() }),
});

/** Whatever a client hands on; what cannot be stored of it is left out where it is read. */
const longText = z.string().max(2_000_000);

/** The fields of Claude Code's hook events that are read, as its own types have them. Codex sends the same. */
export const hookClaudeCode = defineContract({
  name: "hook_claude_code",
  room,
  summary: "An event of Claude Code's own hooks, answered as that client reads it",
  effect: "write",
  permission: "memories:write",
  http: { method: "POST", path: "/hooks/claude-code", status: 200 },
  ignores_unknown: true,
  input: hookInput({
    hook_event_name: z.string().max(100),
    session_id: sessionIdSchema,
    prompt: longText.nullish(),
    tool_name: longText.nullish(),
    tool_input: z.record(z.string(), z.unknown()).nullish(),
    agent_id: longText.nullish().meta({ description: "Of the subagent that the event is of" }),
    agent_type: longText.nullish(),
    last_assistant_message: longText.nullish(),
    casebook: z
      .object({
        repository: repositoryRefSchema.optional(),
        ref: refSchema.optional(),
        delivered: z.array(idSchema).max(50).optional().meta({
          description: "Recalls of this session whose packs the client has since it last said so",
        }),
      })
      .optional()
      .meta({ description: "Where the agent works and what reached it, as the plugin's script adds it" }),
  }),
  output: z.object({
    hookSpecificOutput: z
      .object({
        hookEventName: z.string(),
        additionalContext: z.string().optional(),
        updatedInput: z.record(z.string(), z.unknown()).optional(),
      })
      .optional(),
    casebook: z
      .object({
        recall_id: idSchema.optional().meta({ description: "To be said in `delivered` of a later event" }),
        repository: z.literal("unknown").optional().meta({
          description:
            "At the start of a session: the repository is not registered, or the key cannot see it",
        }),
      })
      .optional()
      .meta({ description: "For the script that sent the event; no client reads it" }),
  }),
});
export type ClaudeCodeEvent = z.output<typeof hookClaudeCode.input>;
export type ClaudeCodeAnswer = z.output<typeof hookClaudeCode.output>;

export const SESSION_ENDS = ["stop", "session_end", "silence"] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

// Sessions ---------------------------------------------------------------------------------------------------

export const sessionSchema = z.object({
  id: idSchema,
  session_id: z.string(),
  client: z.string(),
  actor: actorRefSchema,
  repository: repositoryBriefSchema.nullable(),
  ref: z.string().nullable(),
  started_at: timeSchema,
  last_seen_at: timeSchema,
  stopped_at: timeSchema.nullable().meta({ description: "Of the last stop; a session may go on after one" }),
  ended_at: timeSchema.nullable().meta({ description: "null: it is open" }),
  ended_by: z
    .enum(SESSION_ENDS)
    .nullable()
    .meta({ description: "silence: nothing was heard of it for 6 hours, so a job closed it" }),
  failures: z.int().meta({ description: "Answers of agents that said they had failed" }),
  report: sessionReportSchema.nullable(),
});
export type Session = z.output<typeof sessionSchema>;

export const SESSION_HOOKS = ["session_start", "after_agent", "stop"] as const;

export const sessionStepSchema = z.object({
  id: idSchema,
  at: timeSchema,
  hook: z.enum(SESSION_HOOKS),
  agent_type: z.string().nullable(),
  task: z.string().nullable(),
  category: z.string().nullable(),
  success: z.boolean().nullable(),
  duration_seconds: z.number().nullable(),
  memory_ids: z.array(idSchema).meta({ description: "Memories learned in it, new or observed again" }),
  learned: z.int().meta({ description: "Of them, the new ones" }),
  note: z.string().nullable(),
  latency_ms: z.number(),
});
export type SessionStep = z.output<typeof sessionStepSchema>;

const momentSchema = { at: timeSchema };

/** One thing that happened in a run, as the timeline of its page tells it. */
export const timelineItemSchema = z.discriminatedUnion("what", [
  z.object({ what: z.literal("pack"), ...momentSchema, recall: recallSchema }),
  z.object({
    what: z.literal("use"),
    ...momentSchema,
    recall_id: idSchema,
    use: z.enum(USES),
    actor: actorRefSchema,
    reason: z.string().nullable(),
    memory: memoryBriefSchema,
  }),
  z.object({
    what: z.literal("answer"),
    ...momentSchema,
    step: sessionStepSchema,
    memories: z.array(memoryBriefSchema),
  }),
  z.object({ what: z.literal("check"), ...momentSchema, holds: z.boolean(), memory: memoryBriefSchema }),
  z.object({
    what: z.literal("consolidated"),
    ...momentSchema,
    merged: z.int(),
    promoted: z.int(),
    ended: z.int(),
    conflicts: z.int(),
  }),
  z.object({ what: z.literal("refused"), ...momentSchema, refusal: refusalSchema }),
  z.object({ what: z.literal("stopped"), ...momentSchema }),
  z.object({ what: z.literal("ended"), ...momentSchema, by: z.enum(SESSION_ENDS) }),
]);
export type TimelineItem = z.output<typeof timelineItemSchema>;

export const SESSION_OUTCOMES = ["open", "ended", "silent", "failed"] as const;

export const sessionList = defineContract({
  name: "session_list",
  room,
  summary: "Runs of agents, the one seen last first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/sessions", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository: repositoryRefSchema.optional(),
    client: text({ max: 60 }).optional(),
    agent: text({ max: 100 }).optional().meta({ description: "Name of the agent, or person, that ran it" }),
    outcome: z.enum(SESSION_OUTCOMES).optional().meta({
      description: "open; ended; silent: closed by a job; failed: an agent of it said it had failed",
    }),
    after: timeSchema.optional().meta({ description: "Seen last at this moment or later" }),
    before: timeSchema.optional().meta({ description: "Seen last before this moment" }),
  }),
  output: pageOf(sessionSchema),
});

export const sessionGet = defineContract({
  name: "session_get",
  room,
  summary: "One run with its steps, oldest first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/sessions/{session_id}", status: 200 },
  input: z.strictObject({ session_id: sessionIdSchema }),
  output: sessionSchema.extend({
    steps: z.array(sessionStepSchema),
    timeline: z.array(timelineItemSchema).meta({ description: "What happened, oldest first; at most 1,000" }),
  }),
});

export const sessionReportGet = defineContract({
  name: "session_report",
  room,
  summary: "What a run took from memory and gave to it so far",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/sessions/{session_id}/report", status: 200 },
  mcp: {
    title: "session.report",
    set: "administration",
    description:
      "Report of a session: how many memories it was given and stored, of high quality, reaching the organization, merged, " +
      "kept, and which contradictions its learnings brought up. Call it at the end of a run, to tell what was learned.",
  },
  input: z.strictObject({ session_id: sessionIdSchema }),
  output: z.object({ session_id: z.string(), report: sessionReportSchema }),
});

// Language model ---------------------------------------------------------------------------------------------

/** waiting: not read yet; read; skipped: the budget or the settings kept it; failed: the model did not read it. */
export const READING_STATES = ["waiting", "read", "skipped", "failed"] as const;

const counted = z.int().min(0);

export const modelUseGet = defineContract({
  name: "model_use_get",
  room,
  summary: "What language models were asked today (UTC), and what is left of the budget",
  effect: "read",
  permission: "memories:read",
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
      help: "Agents' answers of today (UTC) by what became of them.",
      values: READING_STATES.map((state) => ({ labels: { state }, value: answers[state] })),
    },
  ],
  input: z.strictObject({}),
  output: z.object({
    model: z.string().nullable().meta({ description: "Server and model; null: none is configured" }),
    since: timeSchema.meta({ description: "Midnight in UTC, when the day of the budget began" }),
    daily_tokens: counted.meta({ description: "The budget; 0: it is not asked" }),
    extraction_daily_tokens: counted.meta({ description: "Of it, for reading agents' answers" }),
    used_tokens: counted.meta({ description: "What is set aside for questions under way counts in full" }),
    purposes: z.array(
      z.object({
        purpose: z.string().meta({ description: "extraction, contradictions, proposal_draft" }),
        calls: counted,
        failed: counted.meta({ description: "Of those, not answered, or not as asked" }),
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

// Agents -----------------------------------------------------------------------------------------------------

export const FIGURES = [
  "pack_precision",
  "pack_precision_inferred",
  "packs_empty",
  "tokens_per_pack",
  "delivered_twice",
  "disputed_served",
  "verified_before_use",
  "verified_in_searches",
  "average_quality",
  "low_quality",
  "with_metadata",
  "agent_types_contributing",
  "invalid_detection",
  "false_alarms",
  "bytes_per_10000",
] as const;

const figureSchema = z.object({
  name: z.enum(FIGURES),
  value: z.number().nullable().meta({ description: "null where nothing was counted; a share is 0–1" }),
  unit: z.enum(["share", "score", "bytes", "tokens"]),
  low: z.number().nullable().meta({ description: "95 % interval; null where there is none" }),
  high: z.number().nullable(),
  count: z.number().nullable().meta({ description: "What the value counts, of `of`" }),
  of: z.number().meta({ description: "The sample" }),
  target: z
    .object({ is: z.enum(["at_least", "above", "at_most", "below"]), value: z.number() })
    .nullable()
    .meta({ description: "null: none is set" }),
  met: z.boolean().nullable(),
});
export type Figure = z.output<typeof figureSchema>;

const milliseconds = z.number().nullable().meta({ description: "Milliseconds; null where there was none" });
const agentFiguresSchema = z.object({
  agent_type: z.string(),
  agents: z.int().meta({ description: "Different agents of this type that asked" }),
  recalls: z.int(),
  recalls_served: z.int().meta({ description: "Of those, how many served something" }),
  recalls_empty: z.int().meta({ description: "How many were whole and had nothing to serve" }),
  recalls_failed: z.int(),
  recalls_degraded: z.int().meta({ description: "How many were answered with a part missing" }),
  memories_loaded: z.int(),
  query_p50: milliseconds,
  query_p95: milliseconds,
  answers: z.int().meta({ description: "Answers in sessions that were learned from" }),
  memories_stored: z.int().meta({ description: "New memories from them" }),
  storage_p50: milliseconds,
  storage_p95: milliseconds,
  memories: z.int().meta({ description: "Active memories of this agent type now" }),
  average_quality: z.number().nullable(),
  high_quality: z.int().meta({ description: "Quality of 0.7 and more" }),
  low_quality: z.int().meta({ description: "Quality below 0.5" }),
});
export type AgentFigures = z.output<typeof agentFiguresSchema>;

export const agentStats = defineContract({
  name: "agent_stats",
  room,
  summary: "What each agent type takes from memory and gives to it, and the figures that have a target",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/agents/stats", status: 200 },
  gauges: ({ reuse_rate: reuse }) => {
    const help = "Active memories served or applied more than once, of all active ones, 0–1.";
    return [
      { name: "memory_reuse_rate", help, values: reuse === null ? [] : [{ labels: {}, value: reuse }] },
    ];
  },
  input: z.strictObject({
    repository: repositoryRefSchema.optional(),
    days: z.int().min(1).max(365).default(30).meta({ description: "Up to now" }),
  }),
  output: z.object({
    since: timeSchema,
    agents: z.array(agentFiguresSchema),
    reuse_rate: z
      .number()
      .nullable()
      .meta({ description: "Active memories served or applied more than once, of all active ones, 0–1" }),
    figures: z.array(figureSchema),
  }),
});
export type AgentStats = z.output<typeof agentStats.output>;

// Holdout ----------------------------------------------------------------------------------------------------

export const HOLDOUT_MEASURES = [
  "findings_rejected",
  "retries",
  "errors_met_again",
  "corrections",
  "session_minutes",
] as const;

/** Sessions that each group needs before a difference is said to be there or not. */
export const HOLDOUT_SESSIONS = 20;

export const holdoutGroupSchema = z.object({
  sessions: z.int().meta({ description: "Sessions in which there was something to count" }),
  of: z.number().meta({ description: "What was counted in them: findings, memories learned, or sessions" }),
  value: z.number().nullable().meta({ description: "A share, a number for each session, or minutes" }),
  low: z.number().nullable().meta({ description: "95 % interval; null with fewer than two sessions" }),
  high: z.number().nullable(),
});
export type HoldoutGroup = z.output<typeof holdoutGroupSchema>;

const holdoutMeasureSchema = z.object({
  name: z.enum(HOLDOUT_MEASURES),
  with_memory: holdoutGroupSchema,
  held_out: holdoutGroupSchema,
  difference: z
    .object({ value: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .meta({ description: "With memory less held out, with its 99 % interval (Welch, over sessions)" }),
  verdict: z.enum(["too_few", "none", "lower", "higher"]).meta({
    description: `With memory it is lower or higher; none: no difference shown yet; too_few: a group has fewer than ${HOLDOUT_SESSIONS} sessions`,
  }),
});
export type HoldoutMeasure = z.output<typeof holdoutMeasureSchema>;

export const holdoutGet = defineContract({
  name: "holdout_get",
  room,
  summary: "Does memory help: sessions that get it compared with a random share that does not",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/holdout", status: 200 },
  input: z.strictObject({
    repository: repositoryRefSchema.optional(),
    days: z.int().min(1).max(365).default(30).meta({ description: "Up to now" }),
  }),
  output: z.object({
    since: timeSchema,
    repository: repositoryBriefSchema.nullable(),
    share: z.number().meta({ description: "In force for the repository, or for the organization" }),
    with_memory: z
      .int()
      .meta({ description: "Sessions that ended, were assigned to a group and got memory" }),
    held_out: z.int().meta({ description: "Sessions that ended and got none" }),
    open: z.int().meta({ description: "Assigned sessions that have not ended; they are not compared yet" }),
    mixed: z
      .int()
      .meta({ description: "Held out, and given memory after the holdout was switched off; not compared" }),
    measures: z.array(holdoutMeasureSchema),
  }),
});
export type Holdout = z.output<typeof holdoutGet.output>;
