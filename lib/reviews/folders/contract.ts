import { z } from "zod";
import { pathSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { whoFilters } from "../fields";
import { tallySchema } from "../rules/contract";

export const MAX_FOLDER_ENTRIES = 500;

export const folderFindingsSchema = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(["folder", "file"]),
  findings: z.int().meta({ description: "At or below it, with any disposition" }),
  ...tallySchema.shape,
});

export type FolderFindings = z.output<typeof folderFindingsSchema>;

export const findingFolderList = defineContract({
  name: "finding_folder_list",
  module: "reviews",
  summary:
    "Findings in one folder of a repository by folder and file, each with its rejection rate, most first",
  effect: "read",
  reads: ["findings"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/findings/folders", status: 200 },
  example: { repository: "harbor/service" },
  input: z.strictObject({
    repository: whoFilters.repository.unwrap(),
    folder: pathSchema.optional().meta({ description: "Default: the root" }),
  }),
  output: z.object({
    folder: z.string().meta({ description: "Empty for the root" }),
    items: z.array(folderFindingsSchema).meta({
      description: `At most ${MAX_FOLDER_ENTRIES}; the rate leaves out findings that a skill version addressed`,
    }),
    total: z.int().meta({ description: "Total number of entries with findings" }),
  }),
});
