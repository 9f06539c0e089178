import { z } from "zod";
import { rateLimitSchema } from "@/lib/access/connections/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { citationCountsSchema, repositoryNameSchema } from "../fields";

export const FETCH_STATUSES = ["pending", "ready", "failed"] as const;

const sourceInputSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("path"),
      path: text({ max: 4096 }).meta({ description: "Folder of a git repository on this server" }),
    }),
    z.strictObject({
      kind: z.literal("url"),
      url: text({ max: 2000 }).meta({ description: "https:// or ssh:// address, without credentials in it" }),
      connection_id: idSchema
        .nullable()
        .default(null)
        .meta({ description: "A git connection with the password for a private https address" }),
    }),
    z.strictObject({
      kind: z.literal("github"),
      connection_id: idSchema.meta({ description: "The connection to GitHub it is read through" }),
      repository: repositoryNameSchema.meta({ description: "Its owner/name at GitHub" }),
    }),
  ],
  {
    error:
      'must have kind "path" with a path, kind "url" with a url, or kind "github" with a connection_id and a repository',
  },
);

export const connectionRefSchema = z.object({ id: idSchema, label: z.string() });

export const repositorySourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("path"), path: z.string() }),
  z.object({ kind: z.literal("url"), url: z.string(), connection: connectionRefSchema.nullable() }),
  z.object({ kind: z.literal("github"), repository: z.string(), connection: connectionRefSchema }),
]);

export const repositorySchema = z.object({
  id: idSchema,
  name: z.string(),
  source: repositorySourceSchema,
  default_branch: z.string().nullable(),
  head_commit: z.string().nullable(),
  fetch_status: z.enum(FETCH_STATUSES),
  fetch_error: z.string().nullable(),
  fetched_at: timeSchema.nullable(),
  checked_commit: z
    .string()
    .nullable()
    .meta({ description: "The commit at which all its citations were last checked" }),
  checked_at: timeSchema.nullable(),
  created_at: timeSchema,
});

export type Repository = z.output<typeof repositorySchema>;

export const repositoryWithCountsSchema = repositorySchema.extend({ citations: citationCountsSchema });

export type RepositoryWithCounts = z.output<typeof repositoryWithCountsSchema>;

export const repositoryDetailSchema = repositoryWithCountsSchema.extend({
  rate_limits: z
    .array(rateLimitSchema)
    .meta({ description: "Of the connection to GitHub it is read through, as last reported; else empty" }),
});

export const repositoryAdd = defineContract({
  name: "repository_add",
  module: "citations",
  summary: "Register a repository: at GitHub, a folder on this server, or a git URL",
  effect: "write",
  changes: ["repositories", "jobs"],
  permission: "repositories:manage",
  reach: "organization",
  http: { method: "POST", path: "/repositories", status: 201 },
  example: { name: "harbor/service", source: { kind: "url", url: "https://example.com/harbor/service.git" } },
  input: z.strictObject({ name: repositoryNameSchema, source: sourceInputSchema }),
  output: repositoryWithCountsSchema,
});

export const repositoryList = defineContract({
  name: "repository_list",
  module: "citations",
  summary: "Repositories by name, each with its number of citations by status",
  effect: "read",
  reads: ["repositories", "citations", "memories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repositories", status: 200 },
  input: z.strictObject({
    ...pageInput,
    fetch_status: z.enum(FETCH_STATUSES).optional(),
    name: repositoryNameSchema.optional().meta({ description: "Only the repository with exactly this name" }),
  }),
  output: pageOf(repositoryWithCountsSchema),
});

/** What a choice of repositories lists at most. */
export const MOST_REPOSITORY_NAMES = 5_000;

export const repositoryNames = defineContract({
  name: "repository_names",
  module: "citations",
  summary: "The names of the repositories, to choose from",
  effect: "read",
  reads: ["repositories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repository-names", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    items: z
      .array(z.object({ id: idSchema, name: z.string() }))
      .meta({ description: `In alphabetical order, ${MOST_REPOSITORY_NAMES} at most` }),
  }),
});

export const repositoryGet = defineContract({
  name: "repository_get",
  module: "citations",
  summary: "One repository, and what is left of GitHub's rate limits for it",
  effect: "read",
  reads: ["repositories", "citations", "memories", "connections"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repositories/{repository_id}", status: 200 },
  input: z.strictObject({ repository_id: idSchema }),
  output: repositoryDetailSchema,
});

/** What keeps a repository from being removed: its memories are deleted first, one by one. */
export const KEEPING_RECORDS = ["memories", "citations", "probes"] as const;

/** How much belongs to a repository, by kind. */
export const repositoryRecordsSchema = z.object({
  memories: z.int().meta({ description: "Those deleted but not purged yet among them" }),
  citations: z.int(),
  probes: z.int(),
  reviews: z.int(),
  review_imports: z.int(),
  skills: z.int(),
  tasks: z.int(),
  solution_patterns: z.int(),
  failures: z.int(),
  test_runs: z.int(),
  task_searches: z.int(),
});

export type RepositoryRecords = z.output<typeof repositoryRecordsSchema>;

export const repositoryRecordsGet = defineContract({
  name: "repository_records_get",
  module: "citations",
  summary:
    "How much belongs to a repository, by kind: what keeps it from being removed, and what can be removed with it",
  effect: "read",
  reads: ["repositories", "memories", "citations", "findings", "skills", "tasks", "failures", "patterns"],
  permission: "repositories:manage",
  reach: "repository",
  http: { method: "GET", path: "/repositories/{repository_id}/records", status: 200 },
  input: z.strictObject({ repository_id: idSchema }),
  output: repositoryRecordsSchema,
});

export const repositoryRemove = defineContract({
  name: "repository_remove",
  module: "citations",
  summary:
    "Remove a repository that no memory belongs to or cites, and its other records where that is asked for",
  effect: "destroy",
  changes: ["repositories", "findings", "skills", "proposals", "tasks", "failures", "patterns"],
  permission: "repositories:manage",
  reach: "repository",
  http: { method: "DELETE", path: "/repositories/{repository_id}", status: 200 },
  input: z.strictObject({
    repository_id: idSchema,
    records: z
      .enum(["keep", "delete"])
      .default("keep")
      .meta({
        description:
          "keep refuses to remove a repository that has reviews, skills, tasks, solutions, failures or test runs; " +
          "delete removes them with it, for good",
      }),
  }),
  output: z.object({ removed: z.literal(true) }),
});

export const repositoryFetch = defineContract({
  name: "repository_fetch",
  module: "citations",
  summary: "Fetch a repository's newest commits, in the background",
  effect: "write",
  changes: ["repositories", "jobs"],
  permission: "citations:check",
  reach: "repository",
  http: { method: "POST", path: "/repositories/{repository_id}/fetch", status: 202 },
  input: z.strictObject({ repository_id: idSchema }),
  output: repositoryWithCountsSchema,
});

export const repositoryRename = defineContract({
  name: "repository_rename",
  module: "citations",
  summary: "Rename a repository here, such as after it was renamed on GitHub; its source stays the same",
  effect: "write",
  changes: ["repositories"],
  permission: "repositories:manage",
  reach: "repository",
  http: { method: "POST", path: "/repositories/rename", status: 200 },
  example: { repository: "harbor/service", name: "harbor/berths" },
  input: z.strictObject({
    repository: text({ max: 200 }).meta({ description: "Its current name, or its id" }),
    name: repositoryNameSchema,
  }),
  output: repositorySchema,
});
