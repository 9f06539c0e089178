import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { text } from "@/lib/kernel/text";
import { repositoryRefSchema } from "@/lib/memories/fields";

const count = (description: string) => z.int().meta({ description });

export const preferenceComputeSchema = z.object({
  developer: z.string().meta({ description: "The name that the preferences are stored under" }),
  repository: z.string(),
  commit_sha: z.string().nullable().meta({
    description: "Head of the default branch, at which the configuration was read; null: it was not",
  }),
  files: z.array(z.string()).meta({ description: "Configuration files that were read" }),
  stored: count("Preferences that are new"),
  replaced: count("Preferences whose setting changed, or is in another place now"),
  noted: count("Preferences that stay, with a changed note of what other configuration says"),
  unchanged: count("Preferences that configuration did not change"),
  corrected: count("Preferences that the developer corrected; they stay"),
  deleted: count("Preferences that the developer deleted; they stay deleted"),
  gone: count("Preferences whose setting no longer exists; the check of their lines ends them"),
  fixes: z.object({
    stored: count("New preferences from accepted suggested fixes"),
    updated: count("Those whose counts changed"),
  }),
  unread: z
    .array(
      z.object({
        path: z.string(),
        line: z.int().nullable().meta({ description: "null: the whole file" }),
        why: z.string(),
      }),
    )
    .meta({ description: "What was not read, and why; code is never executed" }),
  memory_off: z.boolean().meta({ description: "Memory is switched off, so nothing was computed" }),
});

export type PreferenceComputed = z.output<typeof preferenceComputeSchema>;

export const preferenceCompute = defineContract({
  name: "preference_compute",
  module: "reviews",
  summary:
    "Compute what a developer prefers: from the configuration of a repository's tools, cited, and from accepted fixes",
  effect: "write",
  changes: ["memories", "preferences", "citations"],
  permission: "memories:write",
  reach: "repository",
  when_off: ({ repository, developer = "" }) => ({
    developer,
    repository,
    commit_sha: null,
    files: [],
    stored: 0,
    replaced: 0,
    noted: 0,
    unchanged: 0,
    corrected: 0,
    deleted: 0,
    gone: 0,
    fixes: { stored: 0, updated: 0 },
    unread: [],
    memory_off: true,
  }),
  http: { method: "POST", path: "/preferences/compute", status: 200 },
  input: z.strictObject({
    repository: repositoryRefSchema,
    developer: text({ max: 200 })
      .optional()
      .meta({
        description:
          "Whose preferences. People: one of their own names; default: the first additional one, else the account's. Keys must name " +
          "the git author, and compute from configuration alone",
      }),
  }),
  output: preferenceComputeSchema,
});
