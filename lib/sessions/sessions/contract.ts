import { z } from "zod";
import { refusalSchema } from "@/lib/access/audit/contract";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text, wordsFilter } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { memoryBriefSchema } from "@/lib/memories/memory/contract";
import { recallSchema, USES } from "@/lib/recall/ledger/contract";
import { sessionIdSchema, sessionReportSchema } from "../fields";
import { SESSION_ENDS } from "../hooks/contract";

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
    .meta({ description: "silence: no activity for 6 hours, so a job closed it" }),
  failures: z.int().meta({ description: "Answers of agents that reported a failure" }),
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
  module: "sessions",
  summary: "Sessions of agents, last seen first",
  effect: "read",
  reads: ["sessions"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/sessions", status: 200 },
  input: z.strictObject({
    ...pageInput,
    q: wordsFilter.meta({
      description: "Words that must all occur in its id, agent, client, or in one task of it",
    }),
    repository: repositoryRefSchema.optional(),
    client: text({ max: 60 }).optional(),
    agent: text({ max: 100 }).optional().meta({ description: "Name of the agent, or person, that ran it" }),
    outcome: z.enum(SESSION_OUTCOMES).optional().meta({
      description: "open; ended; silent: closed by a job; failed: one of its agents reported a failure",
    }),
    after: timeSchema.optional().meta({ description: "Last seen at this moment or later" }),
    before: timeSchema.optional().meta({ description: "Last seen before this moment" }),
  }),
  output: pageOf(sessionSchema),
});

export const sessionGet = defineContract({
  name: "session_get",
  module: "sessions",
  summary: "One session with its steps, oldest first",
  effect: "read",
  reads: ["sessions"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/sessions/{session_id}", status: 200 },
  input: z.strictObject({ session_id: sessionIdSchema }),
  output: sessionSchema.extend({
    steps: z.array(sessionStepSchema),
    timeline: z.array(timelineItemSchema).meta({ description: "What happened, oldest first; at most 1,000" }),
  }),
});

export const sessionReportGet = defineContract({
  name: "session_report",
  module: "sessions",
  summary: "What a session got from memory and added to it so far",
  effect: "read",
  reads: ["sessions"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/sessions/{session_id}/report", status: 200 },
  mcp: {
    title: "session.report",
    set: "administration",
    description:
      "Report of a session: how many memories it was served and stored, of high quality, reaching the organization, merged, " +
      "kept, and which contradictions its learnings caused. Call it at the end of a session, to report what was learned.",
  },
  input: z.strictObject({ session_id: sessionIdSchema }),
  output: z.object({ session_id: z.string(), report: sessionReportSchema }),
});
