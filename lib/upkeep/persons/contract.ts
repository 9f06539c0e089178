import { z } from "zod";
import { defineContract, TAGS } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";

const FATES = ["erased", "author_replaced", "name_removed", "revoked", "kept_for_reading"] as const;

/** Who is meant: somebody who is or was a member, or a developer whom only reviews name. */
const personFields = {
  person_id: idSchema.optional().meta({ description: "A current or former member" }),
  names: z
    .array(text({ max: 200 }))
    .max(20)
    .default([])
    .meta({ description: "Other names that reviews and memories use for them: git authors, logins" }),
};

const erasureFields = {
  ...personFields,
  written: z.enum(["keep", "erase"]).default("keep").meta({
    description:
      "keep: their memories and comments stay, attributed to a former member; erase: they are deleted too",
  }),
};

const partSchema = z.object({
  what: z.string(),
  count: z.int(),
  fate: z.enum(FATES).meta({
    description:
      "author_replaced: stays, attributed to a former member; name_removed: stays, without a name; kept_for_reading: mentions the name in its text, and stays until somebody decides",
  }),
});

export type ErasurePart = z.output<typeof partSchema>;

const impactSchema = z.object({
  person: z.object({ id: idSchema, name: z.string(), email: z.string() }).nullable(),
  names: z.array(z.string()),
  shared_names: z
    .array(z.string())
    .meta({ description: "Names that another member also has: records with only such a name stay" }),
  parts: z.array(partSchema),
  keys: z
    .array(z.object({ id: idSchema, name: z.string() }))
    .meta({ description: "Revoked; first rotate those that must keep working" }),
  mentioned_in: z.array(idSchema).meta({ description: "Memories that mention a name, 100 at most" }),
  account: z.enum(["removed", "stays", "none"]).meta({
    description: "The account to sign in with. stays: they are a member of another organization",
  }),
});

export type ErasureImpact = z.output<typeof impactSchema>;

export const personPreview = defineContract({
  name: "person_preview",
  module: "upkeep",
  summary: "What erasing a person would remove, and what would stay without their name",
  effect: "read",
  reads: TAGS,
  permission: "members:manage",
  reach: "organization",
  people_only: true,
  http: { method: "GET", path: "/persons/erasure", status: 200 },
  input: z.strictObject(erasureFields),
  output: impactSchema,
});

export const personErase = defineContract({
  name: "person_erase",
  module: "upkeep",
  summary: "Erase a person's data for good; what the team needs stays, attributed to a former member",
  effect: "destroy",
  changes: TAGS,
  permission: "members:manage",
  reach: "organization",
  people_only: true,
  http: { method: "POST", path: "/persons/erasure", status: 200 },
  input: z.strictObject(erasureFields),
  // Without names: an answer may be kept for a repeated request.
  output: impactSchema.pick({ parts: true, account: true }),
});

export const personExport = defineContract({
  name: "person_export",
  module: "upkeep",
  summary: "What is stored about a person and by them, a page at a time: one's own, or for owners a member's",
  effect: "read",
  reads: TAGS,
  permission: "organization:read",
  reach: "organization",
  people_only: true,
  http: { method: "GET", path: "/persons/export", status: 200 },
  input: z.strictObject({
    ...personFields,
    cursor: text({ max: 500 }).optional(),
    limit: z.int().min(1).max(500).default(200),
  }),
  output: z.object({
    records: z.array(z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) })),
    next_cursor: z.string().nullable(),
  }),
});
