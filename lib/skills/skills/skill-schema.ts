import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { deliveryModeSchema, deliveryStatusSchema } from "../fields";

export const VERSION_ORIGINS = ["registered", "observed", "approved", "reverted", "merged"] as const;

export const versionOriginSchema = z.enum(VERSION_ORIGINS).meta({
  description:
    "registered: first seen; observed: the file was changed by others; approved: from a proposal; " +
    "reverted: back to an older version; merged: a proposal merged with a change of the file",
});

export type VersionOrigin = z.output<typeof versionOriginSchema>;

export const skillSchema = z.object({
  id: idSchema,
  repository: repositoryBriefSchema,
  path: z.string(),
  name: z.string(),
  description: z.string(),
  current_version: z.int(),
  delivery_mode: deliveryModeSchema,
  delivery_status: deliveryStatusSchema
    .nullable()
    .meta({ description: "Of the latest delivery; null when there was none" }),
  open_proposals: z.int(),
  created_at: timeSchema,
  updated_at: timeSchema,
  version: z
    .int()
    .meta({ description: "Counts every change of the record; not the version number of the text" }),
});

export type Skill = z.output<typeof skillSchema>;

export const skillVersionSchema = z.object({
  id: idSchema,
  skill_id: idSchema,
  number: z.int(),
  content_sha256: z.string(),
  origin: versionOriginSchema,
  proposal_id: idSchema.nullable(),
  created_by: actorRefSchema,
  note: z.string().nullable(),
  created_at: timeSchema,
});

export type SkillVersion = z.output<typeof skillVersionSchema>;

export const skillVersionDetailSchema = skillVersionSchema.extend({ content: z.string() });

export type SkillVersionDetail = z.output<typeof skillVersionDetailSchema>;
