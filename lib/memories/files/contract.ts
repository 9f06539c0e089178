import { z } from "zod";
import { citationFactsSchema, citationStatusSchema, refSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { pathSchema, repositoryRefSchema } from "../fields";
import { citationRefSchema, memorySchema } from "../memory/contract";

/** Most memories that are shown beside one file. */
export const MAX_FILE_MEMORIES = 500;

export const fileMemorySchema = z.object({
  memory: memorySchema.pick({
    id: true,
    kind: true,
    scope: true,
    agent: true,
    statement: true,
    status: true,
    status_reason: true,
    quality: true,
    held_at: true,
    created_at: true,
  }),
  citation: citationRefSchema.pick({
    id: true,
    inferred: true,
    path: true,
    line_start: true,
    line_end: true,
    commit_sha: true,
    status: true,
    symbol_path: true,
    checked_at: true,
    checked_commit: true,
  }),
  located: z.enum(["followed", "recorded"]).meta({
    description:
      "followed: status and lines are of this commit; recorded: it could not be read there, they are of the last check",
  }),
  status: citationStatusSchema,
  facts: citationFactsSchema,
  reason: z.string().nullable(),
  path: z.string().nullable().meta({ description: "Where its lines are; null when they are gone" }),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
});

export type FileMemory = z.output<typeof fileMemorySchema>;

export const fileMemoryList = defineContract({
  name: "file_memory_list",
  module: "memories",
  summary: "Memories that cite a file, each with the place and status of its lines at one commit",
  effect: "read",
  reads: ["memories", "citations"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ commit_sha: null, items: [], memories: 0 }),
  http: { method: "GET", path: "/memories/by-file", status: 200 },
  input: z.strictObject({
    repository: repositoryRefSchema,
    path: pathSchema,
    ref: refSchema.optional(),
  }),
  output: z.object({
    commit_sha: z.string().nullable().meta({ description: "The commit they were searched in" }),
    items: z.array(fileMemorySchema).meta({
      description: `One for each citation, of at most ${MAX_FILE_MEMORIES} memories, by line; those whose lines are elsewhere or gone come last`,
    }),
    memories: z
      .int()
      .meta({ description: "Memories in use that cite the file now or did when they were stored" }),
  }),
});
