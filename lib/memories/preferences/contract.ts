import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { versionSchema } from "@/lib/kernel/version";
import { statementSchema, statusSchema } from "../fields";
import { citationRefSchema, memorySchema } from "../memory/contract";

const gitAuthorSchema = text({ max: 200 }).meta({
  description: "A name that evaluations use for a developer: a git author or a login",
});

/** Most git authors that a person goes by beside name and e-mail address. */
export const MAX_GIT_AUTHORS = 10;

/** Where a preference comes from. */
export const PREFERENCE_ORIGINS = ["configuration", "fixes", "findings", "correction", "stated"] as const;
export type PreferenceOrigin = (typeof PREFERENCE_ORIGINS)[number];

const saidElsewhereSchema = z.object({
  tool: z.string(),
  value: z.string(),
  path: z.string(),
  line: z.int(),
});

/** What a tool's configuration says that is not the preference. */
export type SaidElsewhere = z.output<typeof saidElsewhereSchema>;

export const preferenceSchema = z.object({
  memory_id: idSchema,
  developer_id: z.string(),
  preference_type: z.string(),
  preference_value: z.string(),
  statement: z.string(),
  confidence: z
    .number()
    .nullable()
    .meta({ description: "0–1; learned ones: the lower bound of the share that was implemented" }),
  observation_count: z.int().nullable().meta({ description: "Findings it was learned from" }),
  flagged: z
    .int()
    .nullable()
    .meta({ description: "Of how many findings of the same kind; null: not counted" }),
  origin: z.enum(PREFERENCE_ORIGINS).meta({
    description:
      "configuration: cited tools' configuration; fixes: accepted suggested fixes; findings: findings that were " +
      "implemented; correction: the developer corrected it; stated: somebody stored it",
  }),
  holds_for: z
    .string()
    .nullable()
    .meta({ description: "Language, glob or folder; null: everywhere in its scope" }),
  repository: memorySchema.shape.repository,
  citations: z.array(citationRefSchema).meta({ description: "The lines of configuration that say it" }),
  status: statusSchema.meta({ description: "drifted: its lines changed, so it is not served" }),
  contradicted_by: z
    .array(saidElsewhereSchema)
    .meta({ description: "Weaker tools that are configured otherwise for the same files" }),
  configured: saidElsewhereSchema.nullable().meta({
    description: "What configuration says that differs from the developer's correction, which has priority",
  }),
  learned: z.boolean().meta({ description: "From implemented findings; else somebody stored it" }),
  corrected: z.boolean().meta({ description: "A person corrected it; learning does not change it" }),
  deleted: z.boolean().meta({ description: "It is not learned again; memory_restore brings it back" }),
  updated_at: timeSchema,
  version: z.int(),
});

export type Preference = z.output<typeof preferenceSchema>;

const preferencesSchema = z.object({
  known_as: z.array(z.string()).meta({ description: "Name and e-mail address of the account" }),
  git_authors: z.array(z.string()).meta({ description: "Other names of the person" }),
  items: z.array(preferenceSchema).meta({ description: "Current ones first, then deleted ones" }),
});

export const preferenceList = defineContract({
  name: "preference_list",
  module: "memories",
  summary: "What agents believe the person who asks prefers; never about others",
  effect: "read",
  reads: ["memories", "preferences"],
  permission: "memories:read",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/preferences", status: 200 },
  input: z.strictObject({}),
  output: preferencesSchema,
});

export const preferenceAuthorsSet = defineContract({
  name: "preference_authors_set",
  module: "memories",
  summary: "Set the git authors of the person who asks; each belongs to one person",
  effect: "write",
  changes: ["preferences"],
  permission: "memories:write",
  people_only: true,
  reach: "organization",
  http: { method: "PUT", path: "/preferences/authors", status: 200 },
  input: z.strictObject({ git_authors: z.array(gitAuthorSchema).max(MAX_GIT_AUTHORS) }),
  output: preferencesSchema,
});

export const preferenceCorrect = defineContract({
  name: "preference_correct",
  module: "memories",
  summary: "Correct a preference of the person who asks; it stays whatever configuration or fixes say later",
  effect: "write",
  changes: ["memories", "preferences"],
  permission: "memories:write",
  people_only: true,
  reach: "organization",
  versioned: "memory",
  http: { method: "POST", path: "/preferences/{memory_id}/correct", status: 200 },
  input: z.strictObject({
    memory_id: idSchema,
    version: versionSchema,
    preference_value: text({ max: 1_000 }),
    statement: statementSchema.meta({ description: "What agents are served" }),
  }),
  output: preferenceSchema,
});
