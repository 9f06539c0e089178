import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";

const gitAuthorSchema = text({ max: 200 }).meta({
  description: "A name under which evaluations know a developer: a git author or a login",
});

/** Most git authors that a person goes by beside name and e-mail address. */
export const MAX_GIT_AUTHORS = 10;

export const preferenceSchema = z.object({
  memory_id: idSchema,
  developer_id: z.string(),
  preference_type: z.string(),
  preference_value: z.string(),
  statement: z.string(),
  confidence: z
    .number()
    .nullable()
    .meta({ description: "0–1; learned ones: the least share taken up, surely" }),
  observation_count: z.int().nullable().meta({ description: "Findings it was learned from" }),
  learned: z.boolean().meta({ description: "From implemented findings; else somebody stored it" }),
  corrected: z.boolean().meta({ description: "A person corrected it; learning leaves it alone" }),
  deleted: z.boolean().meta({ description: "It is not learned again; memory_restore brings it back" }),
  updated_at: timeSchema,
  version: z.int(),
});

export type Preference = z.output<typeof preferenceSchema>;

const preferencesSchema = z.object({
  known_as: z.array(z.string()).meta({ description: "Name and e-mail address of the account" }),
  git_authors: z.array(z.string()).meta({ description: "Further names that the person goes by" }),
  items: z.array(preferenceSchema).meta({ description: "Those in force first, then deleted ones" }),
});

export const preferenceList = defineContract({
  name: "preference_list",
  module: "memories",
  summary: "What agents believe the person who asks prefers; nobody else's",
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
  summary: "Say by which git authors the person who asks goes; each belongs to one person",
  effect: "write",
  changes: ["preferences"],
  permission: "memories:write",
  people_only: true,
  reach: "organization",
  http: { method: "PUT", path: "/preferences/authors", status: 200 },
  input: z.strictObject({ git_authors: z.array(gitAuthorSchema).max(MAX_GIT_AUTHORS) }),
  output: preferencesSchema,
});
