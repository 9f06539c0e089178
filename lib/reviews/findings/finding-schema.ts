import { z } from "zod";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { dispositionSchema } from "../fields";

export const findingSchema = z.object({
  id: idSchema,
  review_id: idSchema,
  repository: repositoryBriefSchema.nullable(),
  number: z.int(),
  title: z.string(),
  file_path: z.string().nullable(),
  line: z.int().nullable(),
  file_pattern: z.string().meta({ description: "Glob inferred from file_path; * when there is none" }),
  disposition: dispositionSchema,
  reason: z.string().nullable(),
  original_issue: z.string().nullable(),
  suggested_fix: z.string().nullable(),
  rule_category: z.string(),
  skill: z.string().nullable(),
  agent: z.string().nullable(),
  developer: z.string().nullable(),
  memory_id: idSchema.nullable().meta({ description: "The rejection_pattern memory made from it" }),
  addressed_at: timeSchema.nullable().meta({ description: "When a skill version addressed it" }),
  addressed_by_version: idSchema.nullable(),
  found_at: timeSchema,
  created_at: timeSchema,
});

export type Finding = z.output<typeof findingSchema>;
