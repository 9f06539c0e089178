import { z } from "zod";
import { agentTypeNameSchema } from "@/lib/access/agents/agent-type-schema";
import { line, pathSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { taskSchema as askedTaskSchema, changedFilesSchema } from "@/lib/recall/fields";
import {
  agentFileSchema,
  hookInput,
  metadataSchema,
  refSchema,
  sessionIdSchema,
  sessionReportSchema,
  TASK,
  taskSchema,
} from "../fields";

export const hookSessionStart = defineContract({
  name: "hook_session_start",
  module: "sessions",
  summary: "Open a session: is memory on, and the repository's recent conventions",
  effect: "write",
  changes: ["sessions", "recalls", "refusals"],
  permission: "memories:write",
  reach: "repository",
  http: { method: "POST", path: "/hooks/session-start", status: 200 },
  ignores_unknown: true,
  input: hookInput({
    session_id: sessionIdSchema,
    client: text({ max: 60, blank: true }).default("api"),
    repository: repositoryRefSchema.optional(),
    ref: refSchema.optional(),
  }),
  output: z.object({ enabled: z.boolean(), session_id: z.string(), memory_context: z.string() }),
});

export const hookBeforeAgent = defineContract({
  name: "hook_before_agent",
  module: "sessions",
  summary: "What an agent is served before it works; empty when nothing applies",
  effect: "read",
  reads: ["memories", "citations", "settings"],
  permission: "memories:read",
  reach: "repository",
  http: { method: "POST", path: "/hooks/before-agent", status: 200 },
  ignores_unknown: true,
  input: hookInput({
    task: askedTaskSchema.meta({ description: TASK }),
    agent_type: agentTypeNameSchema.optional(),
    agent_file: agentFileSchema.optional(),
    category: text({ max: 100, blank: true }).optional(),
    session_id: sessionIdSchema.optional(),
    repository: repositoryRefSchema.optional(),
    ref: refSchema.optional(),
    changed_files: changedFilesSchema,
    developer: text({ max: 200, blank: true }).optional(),
    goal: text({ max: 4_000, blank: true }).optional(),
    issue_title: text({ max: 1_000, blank: true }).optional(),
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
  module: "sessions",
  summary: "Learn from what an agent answered",
  effect: "write",
  changes: ["sessions", "memories", "citations", "recalls", "refusals", "model_use", "failures"],
  permission: "memories:write",
  reach: "repository",
  http: { method: "POST", path: "/hooks/after-agent", status: 200 },
  ignores_unknown: true,
  input: hookInput({
    agent_type: agentTypeNameSchema.optional(),
    agent_file: agentFileSchema.optional(),
    task: taskSchema.optional(),
    output: text({ min: 0, max: 2_000_000 }).meta({ description: "The agent's answer, in markdown" }),
    diff: text({ min: 0, max: 2_000_000 }).optional().meta({
      description:
        "Unified diff of what the agent changed: used to infer how memories were used, and not stored",
    }),
    duration_seconds: z.number().min(0).max(10_000_000).optional(),
    success: z.boolean().default(true),
    category: text({ max: 100, blank: true })
      .default("general")
      .meta({ description: "general: each learning's is guessed from its statement, then from the task" }),
    session_id: sessionIdSchema.optional(),
    client: text({ max: 60, blank: true }).default("api"),
    repository: repositoryRefSchema.optional(),
    ref: refSchema.optional(),
  }),
  output: z.object({
    memories_stored: z.int(),
    memory_ids: z.array(idSchema),
    reason: z.enum(AFTER_AGENT_REASONS).nullable().meta({ description: "Why nothing was learned from" }),
  }),
});

export const hookStop = defineContract({
  name: "hook_stop",
  module: "sessions",
  summary: "Report that a session stopped: consolidate what it learned and return its report",
  effect: "write",
  changes: ["sessions", "memories", "duplicates", "conflicts"],
  permission: "memories:write",
  reach: "repository",
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
  module: "sessions",
  summary: "An event of Claude Code's own hooks, answered as that client reads it",
  effect: "write",
  changes: ["sessions", "memories", "citations", "recalls", "refusals", "model_use", "failures", "tasks"],
  permission: "memories:write",
  reach: "repository",
  http: { method: "POST", path: "/hooks/claude-code", status: 200 },
  ignores_unknown: true,
  input: hookInput({
    hook_event_name: z.string().max(100),
    session_id: sessionIdSchema,
    prompt: longText.nullish(),
    tool_name: longText.nullish(),
    tool_input: z.record(z.string(), z.unknown()).nullish(),
    agent_id: longText.nullish().meta({ description: "The subagent that the event is about" }),
    agent_type: longText.nullish(),
    last_assistant_message: longText.nullish(),
    tool_response: z.unknown().optional().meta({ description: "PostToolUse: what the tool answered" }),
    error: longText.nullish().meta({ description: "PostToolUseFailure: what the tool answered" }),
    task_id: longText.nullish().meta({ description: "TaskCreated, TaskCompleted" }),
    task_subject: longText.nullish(),
    task_description: longText.nullish(),
    casebook: z
      .object({
        repository: repositoryRefSchema.optional(),
        ref: refSchema.optional(),
        edits: z
          .array(
            z.object({
              path: z.string().max(1_000),
              added: z.int().min(0).max(1_000_000),
              removed: z.int().min(0).max(1_000_000),
              lines: z.string().max(4_000).default(""),
              age_ms: z.int().min(0).max(1_000_000_000),
            }),
          )
          .max(200)
          .optional()
          .meta({ description: "With a run of tests: the session's edits, and how long ago each was" }),
        changed_files: z
          .array(text({ max: 1_000, blank: true }))
          .max(200)
          .optional()
          .meta({
            description:
              "With a task, and after an edit: the files that are being changed, from the root of the repository",
          }),
        changed_lines: z
          .array(z.object({ path: pathSchema, start: line("First"), end: line("Last") }))
          .max(1_000)
          .optional()
          .meta({ description: "Lines of these files that are being changed, from 1, as they were before" }),
        delivered: z.array(idSchema).max(50).optional().meta({
          description: "Recalls of this session whose packs the client received since it last reported",
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
        recall_id: idSchema.optional().meta({ description: "To be sent in `delivered` with a later event" }),
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
