import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryBriefSchema } from "../citations/contract";
import { citationCountsSchema } from "../fields";

/** `use`: memories were asked for that could not be checked in time. */
export const RUN_CAUSES = ["request", "push", "nightly", "use", "rules"] as const;

export const RUN_STATUSES = ["waiting", "running", "done", "failed", "superseded"] as const;

/** One run over the citations of a repository, with its progress. */
export const repositoryCheckRunSchema = z.object({
  id: idSchema,
  repository: repositoryBriefSchema,
  cause: z.enum(RUN_CAUSES),
  status: z.enum(RUN_STATUSES).meta({
    description: "superseded: a newer commit was pushed before it started; failed: see error",
  }),
  memories: z
    .int()
    .nullable()
    .meta({ description: "How many memories it was asked for; null: the whole repository" }),
  commit: z.string().nullable().meta({ description: "The commit it checks at; null until it is known" }),
  total: z.int().nullable().meta({ description: "Citations to check; null until it starts" }),
  done: z.int(),
  counts: citationCountsSchema.meta({ description: "What was found so far, by status" }),
  error: z
    .string()
    .nullable()
    .meta({ description: "Why it failed, or why it could only be checked as far as it was fetched" }),
  requested_by: actorRefSchema,
  created_at: timeSchema,
  started_at: timeSchema.nullable(),
  finished_at: timeSchema.nullable(),
});

export type RepositoryCheckRun = z.output<typeof repositoryCheckRunSchema>;

export const repositoryCheckGet = defineContract({
  name: "repository_check_get",
  module: "citations",
  summary: "Progress of a check of a repository, and what it found",
  effect: "read",
  reads: ["checks"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repository-checks/{check_id}", status: 200 },
  input: z.strictObject({ check_id: idSchema }),
  output: repositoryCheckRunSchema,
});

export const repositoryCheckList = defineContract({
  name: "repository_check_list",
  module: "citations",
  summary: "Checks of repositories, newest first: running and finished ones",
  effect: "read",
  reads: ["checks"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repository-checks", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository_id: idSchema.optional(),
    open: z.boolean().optional().meta({ description: "Only those that wait or run, or only the others" }),
  }),
  output: pageOf(repositoryCheckRunSchema),
});
