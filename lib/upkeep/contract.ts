import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { memoryBriefSchema, memorySchema } from "@/lib/memories/contract";

const room = "upkeep";

// Scopes -----------------------------------------------------------------------------------------------------

export const MIGRATION_RULES = ["review", "confidence", "unregistered", "category"] as const;
export type MigrationRule = (typeof MIGRATION_RULES)[number];

const countsByRule = z.object({
  review: z.int().meta({ description: "Global from reviews: now of the repository that was reviewed" }),
  confidence: z.int().meta({ description: "Global by confidence: now of the repository that learned it" }),
  unregistered: z
    .int()
    .meta({ description: "Learned where no repository is registered: held, served to nobody" }),
  category: z.int().meta({ description: "Filed under general: now under what its statement is about" }),
});

export const scopeMigrationRun = defineContract({
  name: "scope_migration_run",
  room,
  summary:
    "Bring what earlier versions stored under the present rules of scope and category, or say what that is",
  effect: "write",
  permission: "organization:manage",
  http: { method: "POST", path: "/scope-migration", status: 200 },
  input: z.strictObject({
    dry_run: z.boolean().default(true).meta({ description: "true: count, and change nothing" }),
  }),
  output: z.object({
    dry_run: z.boolean(),
    looked_at: z.int(),
    changed: z.int(),
    by_rule: countsByRule,
  }),
});

const placeSchema = memorySchema.pick({ scope: true, pending_repository: true, category: true });

export const scopeMigrationItemSchema = z.object({
  event_id: idSchema,
  at: timeSchema,
  memory: memoryBriefSchema,
  rules: z.array(z.enum(MIGRATION_RULES)),
  reason: z.string().nullable(),
  before: placeSchema,
  after: placeSchema,
  undone: z.boolean(),
});

export const scopeMigrationList = defineContract({
  name: "scope_migration_list",
  room,
  summary: "What was brought under the present rules of scope and category, the last first",
  effect: "read",
  permission: "memories:read",
  http: { method: "GET", path: "/scope-migration", status: 200 },
  input: z.strictObject({
    ...pageInput,
    undone: z.boolean().optional().meta({ description: "Only what was taken back, or only the rest" }),
  }),
  output: pageOf(scopeMigrationItemSchema),
});

export const scopeMigrationUndo = defineContract({
  name: "scope_migration_undo",
  room,
  summary: "Put memories back to where they were before the present rules of scope, all or some",
  effect: "write",
  permission: "organization:manage",
  http: { method: "POST", path: "/scope-migration/undo", status: 200 },
  input: z.strictObject({
    memory_ids: z
      .array(idSchema)
      .min(1, "must hold an id")
      .max(500, "must be at most 500")
      .optional()
      .meta({ description: "Default: all, 500 at a time, the last first" }),
    reason: text({ max: 2_000 }).optional(),
  }),
  output: z.object({
    undone: z.int(),
    refused: z.array(z.object({ memory_id: idSchema, detail: z.string() })),
    left: z.int().meta({ description: "How many are not taken back; with those that were refused" }),
  }),
});

// Status -----------------------------------------------------------------------------------------------------

export const serverStatusGet = defineContract({
  name: "server_status_get",
  room,
  summary: "What this server runs on, and how much waits to be done",
  effect: "read",
  permission: "organization:read",
  http: { method: "GET", path: "/server", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    database: z.string().meta({ description: "Such as PostgreSQL 17.5, or embedded (PostgreSQL 18.3)" }),
    embedder: z.string().nullable().meta({ description: "The model that embeds; null: none" }),
    language_model: z.string().nullable(),
    memories: z.int().meta({ description: "Of the organization, without the deleted ones" }),
    unembedded: z.int().meta({ description: "Of those, how many have no vector of the embedder yet" }),
    jobs: z.object({
      waiting: z.int().meta({ description: "Of the organization, waiting or under way" }),
      failed: z.int().meta({ description: "Given up, see job_list" }),
    }),
    at: timeSchema,
  }),
});

// Doctor -----------------------------------------------------------------------------------------------------

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
  room,
  summary: "Look at every part of the server, and prove a round trip that leaves nothing behind",
  // What it stores for the proof is rolled back.
  effect: "read",
  permission: "organization:manage",
  http: { method: "POST", path: "/doctor", status: 200 },
  input: z.strictObject({
    ask_language_model: z
      .boolean()
      .default(true)
      .meta({ description: "Ask the language model for one word, which takes a few tokens" }),
  }),
  output: z.object({
    healthy: z.boolean().meta({ description: "No check failed" }),
    checks: z.array(doctorCheckSchema),
    at: timeSchema,
  }),
});

// Vectors ----------------------------------------------------------------------------------------------------

export const vectorStatusSchema = z.object({
  embedder: z.object({ id: z.string(), dimensions: z.int() }).nullable(),
  memories: z.int(),
  embedded: z.int().meta({ description: "How many have a vector of the embedder" }),
  working: z.boolean().meta({ description: "A job that embeds them waits or runs" }),
  problem: z.string().nullable().meta({ description: "What the last attempt failed with" }),
  models: z
    .array(z.object({ embedder_id: z.string(), dimensions: z.int(), vectors: z.int(), in_use: z.boolean() }))
    .meta({ description: "All models of which vectors are kept" }),
  index: z.object({
    exists: z.boolean().meta({ description: "Without one, search compares every vector; exact, and slower" }),
    bytes: z.int().nullable(),
  }),
});
export type VectorStatus = z.output<typeof vectorStatusSchema>;

export const vectorStatusGet = defineContract({
  name: "vector_status_get",
  room,
  summary: "How far the memories are embedded, and which models' vectors are kept",
  effect: "read",
  permission: "jobs:manage",
  http: { method: "GET", path: "/vectors", status: 200 },
  input: z.strictObject({}),
  output: vectorStatusSchema,
});

export const vectorRebuild = defineContract({
  name: "vector_rebuild",
  room,
  summary: "Embed what has no vector of the model in use, in the background; other models' vectors stay",
  effect: "write",
  permission: "jobs:manage",
  http: { method: "POST", path: "/vectors/rebuild", status: 202 },
  input: z.strictObject({}),
  output: vectorStatusSchema,
});

export const vectorClear = defineContract({
  name: "vector_clear",
  room,
  summary: "Delete the vectors of models that are not in use any more",
  effect: "destroy",
  permission: "organization:manage",
  http: { method: "POST", path: "/vectors/clear", status: 200 },
  input: z.strictObject({}),
  output: z.object({ deleted: z.int() }),
});

export const vectorReindex = defineContract({
  name: "vector_reindex",
  room,
  summary: "Build the vector index anew, in the background; it serves every organization of the server",
  effect: "write",
  permission: "organization:manage",
  http: { method: "POST", path: "/vectors/reindex", status: 202 },
  input: z.strictObject({}),
  output: vectorStatusSchema,
});

// Export and import ------------------------------------------------------------------------------------------

/** Of the first line of an export. It changes when an older Casebook could not read what a newer one writes. */
export const EXPORT_VERSION = 1;

const personSchema = z.object({ id: idSchema, name: z.string(), email: z.string(), role: z.string() });

export const exportHeaderSchema = z.object({
  casebook_export: z.literal(EXPORT_VERSION, {
    error: `must be ${EXPORT_VERSION}; import it with the Casebook that wrote it, or a newer one`,
  }),
  casebook: z.string().meta({ description: "Version of the Casebook that wrote it" }),
  exported_at: timeSchema,
  organization: z.object({
    id: idSchema,
    name: z.string(),
    settings: z.record(z.string(), z.unknown()),
  }),
  people: z.array(personSchema).max(10_000).meta({ description: "Members; they are not made by an import" }),
  counts: z.record(z.string(), z.int()).meta({ description: "Records of each table" }),
  left_out: z
    .array(z.object({ what: z.string(), why: z.string() }))
    .meta({ description: "What belongs to an organization and is not in the file" }),
});
export type ExportHeader = z.output<typeof exportHeaderSchema>;

/** One line after the first. `later`: columns that name a record of the same table, set when all of them are there. */
export const exportRecordSchema = z.strictObject({
  table: z.string().max(60),
  row: z.record(z.string(), z.unknown()),
  later: z.literal(true).optional(),
});
export type ExportRecord = z.output<typeof exportRecordSchema>;

export const organizationExport = defineContract({
  name: "organization_export",
  room,
  summary: "Everything of the organization, a page of JSON Lines records at a time; no secret is among them",
  effect: "read",
  permission: "organization:manage",
  http: { method: "GET", path: "/organization/export", status: 200 },
  input: z.strictObject({
    cursor: text({ max: 2_000 }).optional().meta({ description: "`next_cursor` of the page before" }),
    limit: z.int().min(1).max(1_000).default(500),
  }),
  output: z.object({
    header: exportHeaderSchema.nullable().meta({ description: "On the first page: the first line" }),
    records: z.array(exportRecordSchema),
    next_cursor: z.string().nullable(),
  }),
});

/** Most records of one call; send more as further calls, in the order of the file. */
export const MAX_IMPORT_RECORDS = 1_000;

const skippedSchema = z.object({ table: z.string(), id: z.string(), reason: z.string() });
export type Skipped = z.output<typeof skippedSchema>;

export const organizationImport = defineContract({
  name: "organization_import",
  room,
  summary: "Take in records of an export, in their order; what is there already is left as it is",
  effect: "write",
  permission: "organization:manage",
  http: { method: "POST", path: "/organization/import", status: 200 },
  input: z.strictObject({
    header: exportHeaderSchema.meta({ description: "The first line of the file, with every call" }),
    records: z
      .array(exportRecordSchema)
      .max(MAX_IMPORT_RECORDS, `must be at most ${MAX_IMPORT_RECORDS}; send the rest with another call`),
  }),
  output: z.object({
    ids: z.enum(["kept", "mapped"]).meta({
      description: "kept: as in the file; mapped: new ones, the same for every import of this source",
    }),
    created: z.record(z.string(), z.int()).meta({ description: "New records of each table" }),
    present: z.int().meta({ description: "Records that were there already" }),
    skipped: z.array(skippedSchema),
    cut: z
      .array(skippedSchema)
      .meta({ description: "Records taken in without a reference to something that is not here" }),
  }),
});
export type ImportAnswer = z.output<typeof organizationImport.output>;
