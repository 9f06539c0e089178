import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { text } from "@/lib/kernel/text";
import { repositoryBriefSchema } from "../citations/contract";
import { pathSchema, refSchema } from "../fields";

/** Files above either are not sent to be read as a whole. */
export const MAX_FILE_BYTES = 1_000_000;
export const MAX_FILE_LINES = 20_000;

const MAX_ENTRIES = 1000;
const MAX_PATHS = 100;

const atFields = {
  repository: repositoryBriefSchema,
  commit_sha: z.string().meta({ description: "The commit that was read" }),
  head_commit: z.string().meta({ description: "The head of the default branch now" }),
};

const repositoryAt = {
  repository_id: idSchema,
  ref: refSchema.optional(),
};

export const ENTRY_KINDS = ["folder", "file", "symlink", "submodule"] as const;

export const treeEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(ENTRY_KINDS),
  files: z.int().meta({ description: "Files at or below it; 0 for a submodule" }),
});

export type RepositoryEntry = z.output<typeof treeEntrySchema>;

export const repositoryTreeList = defineContract({
  name: "repository_tree_list",
  module: "citations",
  summary: "What is in one folder of a repository at a commit: folders first, then files, by name",
  effect: "read",
  reads: ["repositories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repositories/{repository_id}/tree", status: 200 },
  input: z.strictObject({
    ...repositoryAt,
    folder: pathSchema.optional().meta({ description: "Default: the root" }),
    offset: z.int().min(0).max(10_000_000).default(0).meta({ description: "Entries to skip" }),
    limit: z.int().min(1).max(MAX_ENTRIES).default(500),
  }),
  output: z.object({
    ...atFields,
    folder: z.string().meta({ description: "Empty for the root" }),
    items: z.array(treeEntrySchema),
    total: z.int().meta({ description: "Total number of entries of the folder" }),
    files: z.int().meta({ description: "Total number of files below the folder" }),
  }),
});

export const FILE_KINDS = ["folder", "file", "symlink", "submodule", "absent"] as const;

export const repositoryFileSchema = z.object({
  ...atFields,
  path: z.string(),
  kind: z.enum(FILE_KINDS).meta({ description: "What is at the path; absent: nothing" }),
  text: z
    .string()
    .nullable()
    .meta({ description: "The lines, joined by newlines; null when they are not sent" }),
  line_count: z.int().nullable(),
  bytes: z.int().nullable(),
  reason: z.string().nullable().meta({ description: "Why there is no text, as a sentence" }),
});

export type RepositoryFileText = z.output<typeof repositoryFileSchema>;

export const repositoryFileGet = defineContract({
  name: "repository_file_get",
  module: "citations",
  summary: "The text of a file of a repository at a commit, up to 1 MB and 20,000 lines, or why it has none",
  effect: "read",
  reads: ["repositories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repositories/{repository_id}/file", status: 200 },
  input: z.strictObject({ ...repositoryAt, path: pathSchema }),
  output: repositoryFileSchema,
});

export const repositoryPathList = defineContract({
  name: "repository_path_list",
  module: "citations",
  summary: "Files of a repository whose path contains the given letters in order, the best matches first",
  effect: "read",
  reads: ["repositories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repositories/{repository_id}/paths", status: 200 },
  input: z.strictObject({
    ...repositoryAt,
    query: text({ max: 200 }).meta({
      description: "Letters of the path, such as srvord for server/orders.ts",
    }),
    limit: z.int().min(1).max(MAX_PATHS).default(50),
  }),
  output: z.object({
    ...atFields,
    items: z.array(z.object({ path: z.string() })),
    total: z.int().meta({ description: "Total number of matching files" }),
  }),
});
