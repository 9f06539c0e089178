import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { timeSchema } from "@/lib/kernel/time";
import { citationCheckSchema, citationSchema } from "../citations/contract";
import { citationCountsSchema, pathSchema, repositoryNameSchema } from "../fields";

export const MAX_COVERAGE_ENTRIES = 500;

export const coverageEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(["folder", "file"]),
  memories: z.int().meta({ description: "Memories that cite it or something below it" }),
  cited_files: z.int(),
  files: z
    .int()
    .nullable()
    .meta({ description: "Files there at the head; null when the source cannot tell" }),
  citations: citationCountsSchema,
});

export type CoverageEntry = z.output<typeof coverageEntrySchema>;

export const repositoryCoverageList = defineContract({
  name: "repository_coverage_list",
  module: "citations",
  summary:
    "What memories cite in one folder of a repository: its folders and files, and the status of their citations",
  effect: "read",
  reads: ["citations", "memories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repositories/{repository_id}/coverage", status: 200 },
  input: z.strictObject({
    repository_id: idSchema,
    folder: pathSchema.optional().meta({ description: "Default: the root" }),
  }),
  output: z.object({
    folder: z.string().meta({ description: "Empty for the root" }),
    items: z.array(coverageEntrySchema).meta({
      description: `Folders and files that are cited, most citations first, then folders that are not, at most ${MAX_COVERAGE_ENTRIES}`,
    }),
    total: z.int().meta({ description: "Total number of entries" }),
    cited_files: z.int().meta({ description: "Files below the folder that are cited" }),
    files: z
      .int()
      .nullable()
      .meta({ description: "Files below the folder at the head; null when the source cannot tell" }),
  }),
});

export const DRIFT_PERIODS = [7, 30, 90, 365] as const;

export const driftPointSchema = z.object({
  from: timeSchema,
  to: timeSchema.meta({ description: "Not included" }),
  turned: z.int().meta({
    description:
      "Citations that a check found edited or missing and that were valid before, or when they were cited",
  }),
  recovered: z.int().meta({ description: "Citations that a check found valid again" }),
  failing: z.int().meta({ description: "Edited or missing at the end, their memory not decided on" }),
  known: z
    .int()
    .meta({ description: "Checked and read at least once by the end, their memory not decided on" }),
});

export type DriftPoint = z.output<typeof driftPointSchema>;

const daysSchema = z.int().min(1).max(366).default(30).meta({
  description: "Length of the period that ends now; up to 31 days by day, beyond by week from Monday",
});

export const repositoryDriftGet = defineContract({
  name: "repository_drift_get",
  module: "citations",
  summary:
    "How many of a repository's citations started to fail or were valid again over time, by day or week",
  effect: "read",
  reads: ["citations", "memories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/repositories/{repository_id}/drift", status: 200 },
  input: z.strictObject({
    repository_id: idSchema,
    days: daysSchema,
  }),
  output: z.object({ points: z.array(driftPointSchema).meta({ description: "In order of time" }) }),
});

export const driftGet = defineContract({
  name: "drift_get",
  module: "citations",
  summary:
    "How many citations started to fail or were valid again over time, in one repository or in all, by day or week",
  effect: "read",
  reads: ["citations", "memories"],
  permission: "citations:read",
  reach: "organization",
  http: { method: "GET", path: "/drift", status: 200 },
  input: z.strictObject({
    repository: repositoryNameSchema.optional().meta({ description: "owner/name; default: all of them" }),
    days: daysSchema,
  }),
  output: z.object({ points: z.array(driftPointSchema).meta({ description: "In order of time" }) }),
});

export const verdictChangeSchema = z.object({
  check: citationCheckSchema,
  turned: z.enum(["failing", "holding"]),
  citation: citationSchema,
});

export type VerdictChange = z.output<typeof verdictChangeSchema>;

export const verdictChangeList = defineContract({
  name: "verdict_change_list",
  module: "citations",
  summary:
    "Checks that found a valid citation of a repository failing, or a failing one valid again; newest first",
  effect: "read",
  reads: ["citations", "memories"],
  permission: "citations:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/repositories/{repository_id}/verdict-changes", status: 200 },
  input: z.strictObject({
    repository_id: idSchema,
    ...pageInput,
    turned: z.enum(["failing", "holding"]).optional(),
    after: timeSchema.optional().meta({ description: "At this time or later" }),
    before: timeSchema.optional().meta({ description: "Before this time" }),
  }),
  output: pageOf(verdictChangeSchema),
});
