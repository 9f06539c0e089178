import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { memoryBriefSchema } from "@/lib/memories/memory/contract";
import { conversationAgentSchema, DAY_STATES, daySchema, LINE_TYPES } from "../fields";

export const MAX_MESSAGES = 1_000;
export const MAX_CALL_BYTES = 1_048_576;
export const MAX_LINE = 20_000;
const MAX_NUMBER = 2_147_483_647;

const messageSchema = z.strictObject({
  speaker: text({ max: 100 })
    .optional()
    .meta({ description: "Who said it, such as user, assistant or a name" }),
  at: timeSchema
    .optional()
    .meta({ description: "When; its day in the organization's time zone is the log's" }),
  text: text({ max: MAX_CALL_BYTES, blank: true }),
});

export type ConversationMessage = z.output<typeof messageSchema>;

export const conversationDaySchema = z.object({
  id: idSchema,
  agent: z.string(),
  day: daySchema,
  state: z.enum(DAY_STATES),
  lines: z.int(),
  facts: z.int().meta({ description: "Memories learned from its lines" }),
  attempts: z.int().meta({ description: "How often reading it failed since it last succeeded" }),
  problem: z.string().nullable(),
  extractor: z.string().nullable().meta({ description: "rules, or the language model" }),
  extracted_at: timeSchema.nullable(),
  created_at: timeSchema,
});

export type ConversationDay = z.output<typeof conversationDaySchema>;

export const conversationLineSchema = z.object({
  id: idSchema,
  number: z.int(),
  type: z.enum(LINE_TYPES),
  source: z.string(),
  speaker: z.string().nullable(),
  said_at: timeSchema.nullable(),
  text: z.string(),
  redactions: z
    .int()
    .meta({ description: "Secrets and personal data that were removed before it was stored" }),
  corrected_at: timeSchema.nullable(),
  extracted_at: timeSchema.nullable(),
  facts: z
    .array(memoryBriefSchema)
    .meta({ description: "What was learned from it; of a fact that was corrected, the correction" }),
});

export type ConversationLine = z.output<typeof conversationLineSchema>;

export const conversationAppend = defineContract({
  name: "conversation_append",
  module: "conversations",
  summary:
    "Append messages or markdown to the log of an agent's day; what exists already is not stored again",
  effect: "write",
  changes: ["conversations"],
  permission: "memories:write",
  reach: "self",
  when_off: () => ({ days: [], stored: 0, known: 0, redactions: 0 }),
  http: { method: "POST", path: "/conversations", status: 200, max_body_bytes: MAX_CALL_BYTES },
  mcp: {
    title: "conversation.append",
    set: "logs",
    description:
      "Append what was said to your log of the day; facts are learned from it at night. Send messages, or markdown. " +
      "Repeating a call stores nothing twice. Not for single durable facts: use memory_store.",
  },
  input: z.strictObject({
    agent: conversationAgentSchema.optional().meta({ description: "Default: who calls" }),
    date: daySchema
      .optional()
      .meta({ description: "Day of messages without a time. Default: today in that time zone" }),
    type: z.enum(LINE_TYPES).default("conversation"),
    source: text({ max: 60 }).default("api").meta({ description: "Such as voice_agent, claude_code" }),
    messages: z
      .array(messageSchema)
      .min(1, "must hold a message")
      .max(MAX_MESSAGES, `must be at most ${MAX_MESSAGES}`)
      .optional(),
    markdown: text({ max: MAX_CALL_BYTES }).optional().meta({
      description: "A log as text: a block for each message, which may begin with **Name:** or Name:",
    }),
  }),
  output: z.object({
    days: z.array(z.object({ conversation_id: idSchema, day: daySchema, stored: z.int() })),
    stored: z.int(),
    known: z.int().meta({ description: "Messages that were in the log already" }),
    redactions: z.int(),
  }),
});

export const conversationList = defineContract({
  name: "conversation_list",
  module: "conversations",
  summary: "Days that have a log, the latest first",
  effect: "read",
  reads: ["conversations", "memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ ...EMPTY_PAGE, agents: [], failed: 0 }),
  http: { method: "GET", path: "/conversations", status: 200 },
  input: z.strictObject({
    ...pageInput,
    agent: conversationAgentSchema.optional(),
    state: z.enum(DAY_STATES).optional(),
  }),
  output: pageOf(conversationDaySchema).extend({
    agents: z.array(z.string()).meta({ description: "Agents that have logs" }),
    failed: z.int().meta({ description: "Days whose extraction failed" }),
  }),
});

export const conversationGet = defineContract({
  name: "conversation_get",
  module: "conversations",
  summary: "The log of a day, with what was learned from each line",
  effect: "read",
  reads: ["conversations", "memories"],
  permission: "memories:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/conversations/{conversation_id}", status: 200 },
  mcp: {
    title: "conversation.get",
    set: "logs",
    description: "Your log of one day by its id, with line numbers and the facts learned from each line.",
  },
  input: z.strictObject({
    conversation_id: idSchema,
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(MAX_NUMBER)
      .default(0)
      .meta({ description: "Lines after this number" }),
    limit: z.coerce.number().int().min(1).max(500).default(200),
    taught: z
      .stringbool()
      .or(z.boolean())
      .default(false)
      .meta({ description: "Only lines that facts were learned from" }),
  }),
  output: conversationDaySchema.extend({
    log: z.array(conversationLineSchema),
    total: z.int().meta({ description: "Total number of lines" }),
    before: z.int().meta({ description: "Number of lines before this part" }),
    previous_after: z
      .int()
      .nullable()
      .meta({ description: "`after` of the part before; null: this is the beginning" }),
    next_after: z.int().nullable().meta({ description: "`after` of the next part; null: this is the end" }),
  }),
});

export const conversationDelete = defineContract({
  name: "conversation_delete",
  module: "conversations",
  summary: "Erase the log of a day and, with with_facts, the facts learned only from it",
  effect: "destroy",
  changes: ["conversations", "memories"],
  permission: "memories:decide",
  reach: "repository",
  when_off: () => ({ lines: 0, facts: 0 }),
  http: { method: "DELETE", path: "/conversations/{conversation_id}", status: 200 },
  input: z.strictObject({
    conversation_id: idSchema,
    with_facts: z
      .stringbool()
      .or(z.boolean())
      .default(true)
      .meta({ description: "Also delete the facts that were learned from no other line. Default: true" }),
  }),
  output: z.object({ lines: z.int(), facts: z.int() }),
});

const lineInput = { conversation_id: idSchema, number: z.coerce.number().int().min(1).max(MAX_NUMBER) };

export const conversationLineUpdate = defineContract({
  name: "conversation_line_update",
  module: "conversations",
  summary: "Correct a line of a log: its facts are deleted, and it is read again",
  effect: "write",
  changes: ["conversations", "memories"],
  permission: "memories:decide",
  reach: "repository",
  when_off: "refused",
  http: { method: "PATCH", path: "/conversations/{conversation_id}/lines/{number}", status: 200 },
  input: z.strictObject({ ...lineInput, text: text({ max: MAX_LINE }) }),
  output: z.object({ number: z.int(), facts: z.int().meta({ description: "Facts that were deleted" }) }),
});

export const conversationLineDelete = defineContract({
  name: "conversation_line_delete",
  module: "conversations",
  summary: "Erase a line of a log, with the facts that were learned from no other line",
  effect: "destroy",
  changes: ["conversations", "memories"],
  permission: "memories:decide",
  reach: "repository",
  when_off: "refused",
  http: { method: "DELETE", path: "/conversations/{conversation_id}/lines/{number}", status: 200 },
  input: z.strictObject(lineInput),
  output: z.object({ number: z.int(), facts: z.int() }),
});

export const conversationExtract = defineContract({
  name: "conversation_extract",
  module: "conversations",
  summary: "Learn from the new lines of a day now, or retry after a failure",
  effect: "write",
  changes: ["conversations", "memories", "jobs"],
  permission: "memories:decide",
  reach: "repository",
  when_off: "refused",
  http: { method: "POST", path: "/conversations/{conversation_id}/extract", status: 202 },
  input: z.strictObject({ conversation_id: idSchema }),
  output: z.object({ state: z.enum(DAY_STATES) }),
});
