import { z } from "zod";
import { pathSchema, repositoryNameSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { versionSchema } from "@/lib/kernel/version";
import { deliverySchema } from "../deliveries/delivery-schema";
import { deliveryModeSchema, SKILL_FOLDERS, sectionSchema } from "../fields";
import { skillSchema, skillVersionSchema } from "./skill-schema";

export const skillDetailSchema = skillSchema.extend({
  content: z.string().meta({ description: "The whole file in its current version, frontmatter included" }),
  content_sha256: z.string(),
  sections: z.array(sectionSchema),
  current: skillVersionSchema,
  deliveries: z.array(deliverySchema).meta({ description: "The last 10, newest first" }),
});

export type SkillDetail = z.output<typeof skillDetailSchema>;

export const skillRegister = defineContract({
  name: "skill_register",
  module: "skills",
  summary:
    "Register SKILL.md files of a repository; registering again stores a changed file as a new version",
  effect: "write",
  changes: ["skills", "deliveries", "findings", "memories"],
  permission: "skills:manage",
  reach: "repository",
  http: { method: "POST", path: "/skills", status: 201 },
  example: { repository: "harbor/service", path: "skills/review/SKILL.md" },
  input: z.strictObject({
    repository: repositoryNameSchema.meta({ description: "A registered repository, owner/name" }),
    path: pathSchema.optional().meta({
      description: `The SKILL.md; default: all below ${SKILL_FOLDERS.join(", ")}`,
    }),
  }),
  output: z.object({
    skills: z.array(skillSchema.extend({ outcome: z.enum(["registered", "observed", "unchanged"]) })),
    refused: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .meta({ description: "Files that were found but are no valid skills; empty when a path was given" }),
  }),
});

export const skillDiscover = defineContract({
  name: "skill_discover",
  module: "skills",
  summary: "SKILL.md files of a repository, registered or not",
  effect: "read",
  reads: ["skills"],
  permission: "skills:read",
  reach: "repository",
  http: { method: "GET", path: "/skills/discover", status: 200 },
  example: { repository: "harbor/service" },
  input: z.strictObject({
    repository: repositoryNameSchema.meta({ description: "A registered repository, owner/name" }),
  }),
  output: z.object({
    items: z.array(
      z.object({
        path: z.string(),
        name: z.string().nullable(),
        description: z.string().nullable(),
        skill_id: idSchema.nullable().meta({ description: "null while it is not registered" }),
        problem: z.string().nullable().meta({ description: "Why it cannot be registered as it is" }),
      }),
    ),
  }),
});

export const skillList = defineContract({
  name: "skill_list",
  module: "skills",
  summary: "Skills by name",
  effect: "read",
  reads: ["skills", "deliveries", "proposals"],
  permission: "skills:read",
  reach: "repository",
  http: { method: "GET", path: "/skills", status: 200 },
  mcp: {
    title: "skill.list",
    set: "administration",
    description:
      "List the registered skills (SKILL.md files) with their current version: to find the one for your work, or to see " +
      "whether yours is out of date. Not for the text itself: use skill_get.",
  },
  input: z.strictObject({
    ...pageInput,
    repository: repositoryNameSchema.optional(),
    name: text({ max: 64 }).optional().meta({ description: "Exactly this name" }),
  }),
  output: pageOf(skillSchema),
});

export const skillGet = defineContract({
  name: "skill_get",
  module: "skills",
  summary: "A skill's current text, its sections and deliveries",
  effect: "read",
  reads: ["skills", "deliveries", "proposals"],
  permission: "skills:read",
  reach: "repository",
  http: { method: "GET", path: "/skills/{skill_id}", status: 200 },
  mcp: {
    title: "skill.get",
    set: "administration",
    description:
      "Read the current approved text of a skill, when your copy of its SKILL.md may be older than the version shown by " +
      "skill_list. Not for finding a skill: use skill_list.",
  },
  input: z.strictObject({ skill_id: idSchema }),
  output: skillDetailSchema,
});

export const skillUpdate = defineContract({
  name: "skill_update",
  module: "skills",
  summary: "Choose how versions of a skill are delivered, from the next version on",
  effect: "write",
  changes: ["skills"],
  permission: "skills:manage",
  reach: "repository",
  http: { method: "PATCH", path: "/skills/{skill_id}", status: 200 },
  input: z.strictObject({
    skill_id: idSchema,
    delivery_mode: deliveryModeSchema,
    version: versionSchema,
  }),
  output: skillSchema,
});

export const skillRaw = defineContract({
  name: "skill_raw",
  module: "skills",
  summary: "A skill's current text as the file itself, with an ETag",
  effect: "read",
  reads: ["skills"],
  permission: "skills:read",
  reach: "repository",
  http: {
    method: "GET",
    path: "/skills/{skill_id}/raw",
    status: 200,
    file: { content_type: "text/markdown; charset=utf-8", content: "content", etag: "content_sha256" },
  },
  input: z.strictObject({ skill_id: idSchema }),
  output: z.object({ content: z.string(), content_sha256: z.string() }),
});
