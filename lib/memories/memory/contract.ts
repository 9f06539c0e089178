import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { citationSchema, repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { kindSchema, scopeSchema, statusSchema } from "../fields";
import { appliesToSchema } from "../triggers/contract";

export {
  CITED_KINDS,
  KINDS_AS_READ,
  type KindMetadata,
  kindMetadataSchemas,
  MEMORY_KINDS,
  type MemoryKind,
} from "../kinds";

const FIRST_SIGNALS = [
  "meaning",
  "words",
  "coverage",
  "rare_words",
  "cited_file",
  "changed_glob",
  "kind_of_change",
  "agent_type",
  "category",
] as const;

/** What the probability of being relevant to a task is made of; see lib/memories/relevance/signals.ts. */
export const RELEVANCE_SIGNALS = [...FIRST_SIGNALS, "cited_lines"] as const;

export type RelevanceSignal = (typeof RELEVANCE_SIGNALS)[number];

/**
 * Signals of recalls that are kept, with those that earlier models had. Rows have a number for each in this order: a new signal
 * goes to the end.
 */
export const RECORDED_SIGNALS = [
  ...FIRST_SIGNALS,
  "cited_folder",
  "subject_of_change",
  "cited_lines",
] as const;

export type RecordedSignal = (typeof RECORDED_SIGNALS)[number];

export const MEMORY_EVENTS = [
  "created",
  "observed",
  "updated",
  "retrieved",
  "verified_valid",
  "verified_invalid",
  "corrected",
  "refreshed",
  "recited",
  "superseded",
  "merged",
  "unmerged",
  "promoted",
  "rescoped",
  "attached",
  "global_suggested",
  "global_dismissed",
  "invalidated",
  "applied",
  "rated",
  "ignored",
  "addressed",
  "unaddressed",
  "expired",
  "restored",
  "quarantined",
  "held",
  "released",
  "deleted",
] as const;

export type MemoryEventType = (typeof MEMORY_EVENTS)[number];

/** A cited place as it travels with every memory: enough to go and read it. */
export const citationRefSchema = citationSchema.pick({
  id: true,
  repository: true,
  inferred: true,
  path: true,
  line_start: true,
  line_end: true,
  commit_sha: true,
  status: true,
  confidence: true,
  stands_at: true,
  facts: true,
  symbol_path: true,
  checked_at: true,
  checked_commit: true,
});

export const redactionSchema = z.object({
  type: z.string().meta({ description: "Placeholder in its place, such as EMAIL" }),
  field: z.string().meta({ description: "RFC 6901 pointer into the memory" }),
  start: z.int().meta({ description: "Offset of the placeholder in the stored text, in UTF-16 code units" }),
});

export type Redaction = z.output<typeof redactionSchema>;

export const memorySchema = z.object({
  id: idSchema,
  kind: kindSchema,
  scope: scopeSchema,
  repository: repositoryBriefSchema.nullable(),
  pending_repository: z.string().nullable().meta({
    description:
      "Name of the unregistered repository that it was stored for; not served until that is registered",
  }),
  session_id: z.string().nullable(),
  statement: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  category: z.string(),
  tags: z.array(z.string()),
  agent: z.string().nullable(),
  agent_type: z.string().nullable(),
  user: z.string().nullable(),
  created_by: actorRefSchema,
  reasoning: z.string().nullable(),
  outcome: z.string().nullable(),
  confidence: z.number().nullable().meta({ description: "0–1, of its extractor" }),
  quality: z.number().meta({ description: "0–1; high from 0.7, low below 0.5" }),
  usage_count: z.int().meta({
    description:
      "How often a pack or memory_get served it to an agent, or it was applied without being served in the last 24 hours; searches and lists do not count",
  }),
  verification_count: z.int().meta({ description: "How often a check verified its citations" }),
  observation_count: z.int().meta({ description: "How often it was stored" }),
  source: z.object({ kind: z.string(), id: z.string().nullable() }),
  status: statusSchema,
  status_reason: z.string().nullable(),
  status_since: timeSchema,
  superseded_by: idSchema.nullable(),
  pinned: z.boolean(),
  redactions: z.array(redactionSchema),
  applies_to: appliesToSchema
    .nullable()
    .meta({ description: "The changes it applies to. null: not determined yet" }),
  safety_version: z.int().meta({ description: "Version of the safety rules that last scanned it" }),
  citations: z.array(citationRefSchema),
  refreshed_at: timeSchema,
  addressed_at: timeSchema.nullable(),
  deleted_at: timeSchema.nullable(),
  held_at: timeSchema.nullable().meta({ description: "Since when it is held back from other agents" }),
  held_reason: z.string().nullable(),
  suggested_at: timeSchema
    .nullable()
    .meta({ description: "Since when it waits for a lead to make it global" }),
  created_at: timeSchema,
  updated_at: timeSchema,
  version: z
    .int()
    .meta({ description: "Send it with an update, which is refused if the memory has changed since" }),
});

export type Memory = z.output<typeof memorySchema>;

/** A memory in one line: for chains and lists of similar ones. */
export const memoryBriefSchema = memorySchema.pick({
  id: true,
  kind: true,
  statement: true,
  status: true,
  status_reason: true,
  status_since: true,
  created_at: true,
  superseded_by: true,
});

export type MemoryBrief = z.output<typeof memoryBriefSchema>;

/** A memory of which it could not be found out in time whether its code still says so. */
export const unverifiedMemorySchema = memorySchema.pick({
  id: true,
  kind: true,
  statement: true,
  citations: true,
});

export type UnverifiedMemory = z.output<typeof unverifiedMemorySchema>;

export const checkBeforeUseSchema = z.array(unverifiedMemorySchema).meta({
  description:
    "Also found, but their citations could not be checked in time: read the cited lines before using one. Empty for people",
});

export const qualityPartSchema = z.object({ label: z.string(), value: z.number() });

export const memoryEventSchema = z.object({
  id: idSchema,
  memory_id: idSchema,
  type: z.enum(MEMORY_EVENTS),
  at: timeSchema,
  actor: actorRefSchema,
  reason: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});

export type MemoryEvent = z.output<typeof memoryEventSchema>;

/**
 * The answer of every write. `memory` is null where it says what was there before and is not shown to the caller.
 * `stored` is false, with a `reason`, when nothing was changed as asked:
 * - `memory_off`: the organization has memory switched off for agents; `memory` is null.
 * - `suggested`: a person decides, and nothing changes until then; `notes` say why.
 * - `citations_invalid`, `citations_unreachable`: a refresh needs a check that holds; the check was recorded.
 */
export const writeAnswerSchema = z.object({
  stored: z.boolean(),
  reason: z.enum(["memory_off", "suggested", "citations_invalid", "citations_unreachable"]).nullable(),
  memory: memorySchema.nullable(),
  duplicate_of: idSchema
    .nullable()
    .meta({ description: "The existing memory that says the same, now observed again" }),
  notes: z.array(z.string()).meta({ description: "What was done differently than asked" }),
});

export type WriteAnswer = z.output<typeof writeAnswerSchema>;

/** What an agent gets for a write while memory is switched off. */
export const OFF_ANSWER: WriteAnswer = {
  stored: false,
  reason: "memory_off",
  memory: null,
  duplicate_of: null,
  notes: [],
};
