import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";

export const FAILURE_LANGUAGES = [
  "python",
  "javascript",
  "go",
  "rust",
  "java",
  "csharp",
  "ruby",
  "php",
  "other",
] as const;

export const failureLanguageSchema = z.enum(FAILURE_LANGUAGES);

export type FailureLanguage = z.output<typeof failureLanguageSchema>;

export const FAILURE_STATUSES = ["open", "solved", "returned"] as const;

export const failureStatusSchema = z
  .enum(FAILURE_STATUSES)
  .meta({ description: "returned: occurred again after it was solved" });

export type FailureStatus = z.output<typeof failureStatusSchema>;

export const SOLVED_HOW = ["hand", "hook", "ci"] as const;

export const failureSchema = z.object({
  id: idSchema,
  repository: repositoryBriefSchema.nullable(),
  language: failureLanguageSchema,
  error_type: z.string(),
  signature: z.string().meta({ description: "Equal for the same error; names, paths and numbers taken out" }),
  message: z.string().meta({ description: "Of the latest occurrence" }),
  status: failureStatusSchema,
  occurrence_count: z.int(),
  repository_count: z.int().meta({ description: "Repositories with this signature, of those you can see" }),
  first_seen_at: timeSchema,
  last_seen_at: timeSchema,
  solution: z.string().nullable(),
  solved_how: z
    .enum(SOLVED_HOW)
    .nullable()
    .meta({ description: "hand: attached by somebody; ci, hook: the same test passed" }),
  fix_commit: z.string().nullable(),
  fixed_at: timeSchema.nullable(),
  solved_by: actorRefSchema.nullable(),
  returned_at: timeSchema.nullable(),
  version: z.int().meta({ description: "Counted up when its solution is attached or taken away" }),
});

export type Failure = z.output<typeof failureSchema>;

export const frameSchema = z.object({
  file: z.string(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  function: z.string().nullable(),
});

export const occurrenceSchema = z.object({
  id: idSchema,
  task_record_id: idSchema.nullable(),
  iteration: z.int().nullable(),
  source: z.enum(["caller", "hook", "ci"]),
  message: z.string(),
  output: z.string().meta({ description: "Its beginning and end, without secrets" }),
  frames: z.array(frameSchema),
  test_name: z.string().nullable(),
  file_path: z.string().nullable(),
  line: z.int().nullable(),
  commit_sha: z.string().nullable(),
  branch: z.string().nullable(),
  passed_at: timeSchema.nullable().meta({ description: "When the same test passed after it" }),
  passed_commit: z.string().nullable(),
  actor: actorRefSchema,
  at: timeSchema,
});

export type Occurrence = z.output<typeof occurrenceSchema>;
