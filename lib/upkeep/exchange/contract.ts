import { z } from "zod";
import { defineContract, TAGS } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";

/** Of the first line of an export. It changes when an older Casebook could not read what a newer one writes. */
export const EXPORT_VERSION = 2;

/** Files of this version have no last line that seals them. */
export const UNSEALED_VERSION = 1;

const personSchema = z.object({ id: idSchema, name: z.string(), email: z.string(), role: z.string() });

export const exportHeaderSchema = z.object({
  casebook_export: z.literal([EXPORT_VERSION, UNSEALED_VERSION], {
    error: `must be ${EXPORT_VERSION} or older; import it with the Casebook that wrote it, or a newer one`,
  }),
  casebook: z.string().meta({ description: "Version of the Casebook that wrote it" }),
  exported_at: timeSchema,
  organization: z.object({
    id: idSchema,
    name: z.string(),
    settings: z.record(z.string(), z.unknown()),
  }),
  people: z.array(personSchema).max(10_000).meta({ description: "Members; an import does not create them" }),
  counts: z.record(z.string(), z.int()).meta({ description: "Records of each table" }),
  left_out: z
    .array(z.object({ what: z.string(), why: z.string() }))
    .meta({ description: "Data of the organization that is not in the file" }),
});

export type ExportHeader = z.output<typeof exportHeaderSchema>;

/** The last line: whether the file is whole, and as it was written. */
export const exportTrailerSchema = z.strictObject({
  casebook_export_end: z.literal(1),
  counts: z.record(z.string(), z.int()),
  sha256: z.string().length(64),
});

/** One line after the first. `later`: columns that name a record of the same table, set when all of them are there. */
export const exportRecordSchema = z.strictObject({
  table: z.string().max(60),
  row: z.record(z.string(), z.unknown()),
  later: z.literal(true).optional(),
});

export type ExportRecord = z.output<typeof exportRecordSchema>;

export const organizationExport = defineContract({
  name: "organization_export",
  module: "upkeep",
  summary: "Everything in the organization, a page of JSON Lines records at a time, without secrets",
  effect: "read",
  reads: TAGS,
  permission: "organization:manage",
  reach: "organization",
  when_off: "not_found",
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
  module: "upkeep",
  summary: "Import records of an export, in order; existing records are not changed",
  effect: "write",
  changes: TAGS,
  permission: "organization:manage",
  // A file says what members wrote and did.
  agents_need: "members:manage",
  reach: "organization",
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
    settings: z.enum(["taken", "kept"]).meta({
      description:
        "taken: those of the file took the place of defaults, which only the first call into an organization without content does; memory is switched on by none",
    }),
    created: z.record(z.string(), z.int()).meta({ description: "New records of each table" }),
    present: z.int().meta({ description: "Records that existed already" }),
    skipped: z.array(skippedSchema),
    cut: z
      .array(skippedSchema)
      .meta({ description: "Records imported without a reference to something that is not here" }),
  }),
});

export type ImportAnswer = z.output<typeof organizationImport.output>;
