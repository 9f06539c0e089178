import { z } from "zod";
import { pathSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { timeSchema } from "@/lib/kernel/time";
import { repositoryRefSchema } from "@/lib/memories/fields";
import { failureSchema } from "../failures/failure-schema";

/** Most places of failures that are answered for one file. */
export const MAX_PLACES = 200;

export const failurePlaceSchema = z.object({
  failure: failureSchema.pick({
    id: true,
    error_type: true,
    message: true,
    status: true,
    occurrence_count: true,
    last_seen_at: true,
    solution: true,
  }),
  line: z.int().nullable().meta({ description: "As in the stack, at `commit_sha`" }),
  occurrences: z.int().meta({ description: "On this line" }),
  last_at: timeSchema,
  commit_sha: z
    .string()
    .nullable()
    .meta({ description: "Commit of the latest one; null when it was not sent" }),
});

export type FailurePlace = z.output<typeof failurePlaceSchema>;

export const failurePlaceList = defineContract({
  name: "failure_place_list",
  module: "tasks",
  summary: "Failures that occurred in one file of a repository, by line, the last first",
  effect: "read",
  reads: ["failures"],
  permission: "memories:read",
  reach: "repository",
  when_off: () => ({ items: [], total: 0 }),
  http: { method: "GET", path: "/failures/places", status: 200 },
  input: z.strictObject({
    repository: repositoryRefSchema,
    path: pathSchema.meta({
      description: "A file; absolute paths of stacks count when they end with it",
    }),
  }),
  output: z.object({
    items: z.array(failurePlaceSchema).meta({ description: `At most ${MAX_PLACES}` }),
    total: z.int().meta({ description: "Total number of places" }),
  }),
});
