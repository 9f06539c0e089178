import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { versionSchema } from "@/lib/kernel/version";
import { deliverySchema } from "../deliveries/delivery-schema";
import { skillSchema, skillVersionDetailSchema, skillVersionSchema } from "../skills/skill-schema";

export const skillVersionList = defineContract({
  name: "skill_version_list",
  module: "skills",
  summary: "A skill's versions, newest first",
  effect: "read",
  reads: ["skills", "deliveries"],
  permission: "skills:read",
  reach: "repository",
  http: { method: "GET", path: "/skills/{skill_id}/versions", status: 200 },
  input: z.strictObject({ skill_id: idSchema, ...pageInput }),
  output: pageOf(skillVersionSchema),
});

export const skillVersionGet = defineContract({
  name: "skill_version_get",
  module: "skills",
  summary: "One version of a skill with its text",
  effect: "read",
  reads: ["skills"],
  permission: "skills:read",
  reach: "repository",
  http: { method: "GET", path: "/skills/{skill_id}/versions/{number}", status: 200 },
  input: z.strictObject({ skill_id: idSchema, number: z.int32().min(1) }),
  output: skillVersionDetailSchema,
});

export const skillRevert = defineContract({
  name: "skill_revert",
  module: "skills",
  summary: "Revert a skill to an older text, as a new version, and deliver it",
  effect: "write",
  changes: ["skills", "deliveries", "findings", "memories", "jobs"],
  permission: "proposals:decide",
  reach: "repository",
  http: { method: "POST", path: "/skills/{skill_id}/revert", status: 200 },
  input: z.strictObject({
    skill_id: idSchema,
    number: z.int32().min(1).meta({ description: "The version to revert to" }),
    note: text({ max: 2000 }).optional().meta({ description: "Why" }),
    version: versionSchema,
  }),
  output: z.object({ skill: skillSchema, skill_version: skillVersionSchema, delivery: deliverySchema }),
});
