import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { predictionSchema } from "@/lib/skills/proposals/proposal-schema";
import { inboxKindSchema, inboxReferenceSchema, personRefSchema } from "../fields";
import { INBOX_KINDS } from "../kinds";

export const MAX_REFERENCES = 200;

export const inboxItemSchema = z.object({
  kind: inboxKindSchema,
  subject_id: idSchema.meta({
    description: "The record that is decided on: a memory, a proposal, a conflict …",
  }),
  title: z.string(),
  repository: z.object({ id: idSchema, name: z.string() }).nullable(),
  reach: z.int().meta({
    description:
      "How much depends on it, at least 1: how often a memory was served, how many findings or occurrences are behind it",
  }),
  since: timeSchema.meta({ description: "Since when it has been waiting" }),
  assignee: personRefSchema.nullable(),
  snoozed_until: timeSchema.nullable().meta({ description: "Set by the person who asks" }),
  comments: z.int(),
  predicted: predictionSchema.nullable().meta({
    description:
      "Of a proposal: what it would have done to the findings of the last 30 days; null before that was computed",
  }),
});

export type InboxItem = z.output<typeof inboxItemSchema>;

/** Everything that an item is made of. */
const READS = [
  "inbox",
  "proposals",
  "memories",
  "conflicts",
  "suggestions",
  "suspicious_heads",
  "findings",
  "failures",
  "imports",
] as const;

export const inboxList = defineContract({
  name: "inbox_list",
  module: "inbox",
  summary:
    "Items that wait for the person who asks, and that they may decide on; widest reach and longest wait first",
  effect: "read",
  reads: READS,
  permission: "organization:read",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/inbox", status: 200 },
  input: z.strictObject({
    ...pageInput,
    kind: z.array(inboxKindSchema).min(1).max(INBOX_KINDS.length).optional(),
    repository: repositoryRefSchema.optional(),
    assignee: z
      .union([z.enum(["me", "nobody"]), idSchema])
      .optional()
      .meta({ description: "me, nobody, or the id of a person" }),
    snoozed: z
      .boolean()
      .default(false)
      .meta({ description: "Instead of what waits now: what the person who asks snoozed" }),
  }),
  output: pageOf(inboxItemSchema),
});

export const inboxCounts = defineContract({
  name: "inbox_counts",
  module: "inbox",
  summary: "How many items wait in the inbox, by kind",
  effect: "read",
  reads: READS,
  permission: "organization:read",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/inbox/counts", status: 200 },
  input: z.strictObject({ repository: repositoryRefSchema.optional() }),
  output: z.object({
    total: z.int().meta({ description: "Without snoozed items" }),
    mine: z.int().meta({ description: "Of these, how many are assigned to the person who asks" }),
    snoozed: z.int(),
    kinds: z.array(z.object({ kind: inboxKindSchema, count: z.int() })).meta({
      description: "Every kind that the person who asks may decide on",
    }),
  }),
});

export const inboxArrivals = defineContract({
  name: "inbox_arrivals",
  module: "inbox",
  summary: "How many items arrived in the inbox after a moment, by kind",
  effect: "read",
  reads: READS,
  permission: "organization:read",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/inbox/arrivals", status: 200 },
  input: z.strictObject({ after: timeSchema }),
  output: z.object({
    kinds: z.array(z.object({ kind: inboxKindSchema, count: z.int() })).meta({
      description:
        "The kinds of which items arrived and still wait, of those that the person who asks may decide on",
    }),
  }),
});

const referencesSchema = z
  .array(inboxReferenceSchema)
  .min(1, "must hold an item")
  .max(MAX_REFERENCES, `must be at most ${MAX_REFERENCES} items`);

export const inboxSnooze = defineContract({
  name: "inbox_snooze",
  module: "inbox",
  summary: "Snooze items for yourself until a moment, or unsnooze them",
  effect: "write",
  changes: ["inbox"],
  permission: "organization:read",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/inbox/snooze", status: 200 },
  input: z.strictObject({
    items: referencesSchema,
    until: timeSchema.nullable().meta({ description: "null: unsnooze them now" }),
  }),
  output: z.object({
    count: z.int(),
    before: z
      .array(inboxReferenceSchema.extend({ until: timeSchema }))
      .meta({ description: "Those that were snoozed before, and until when: what an undo restores" }),
  }),
});

export const inboxAssign = defineContract({
  name: "inbox_assign",
  module: "inbox",
  summary: "Assign items to a person, or to nobody; for a proposal use proposal_assign",
  effect: "write",
  changes: ["inbox", "notifications"],
  permission: "memories:decide",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/inbox/assign", status: 200 },
  input: z.strictObject({
    items: referencesSchema,
    person_id: idSchema.nullable().meta({ description: "A member; null: nobody" }),
  }),
  output: z.object({ count: z.int() }),
});
