import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";

const causingCommitSchema = z.object({
  sha: z.string(),
  author_name: z.string().meta({ description: "As in git" }),
  authored_at: z.string().meta({ description: "ISO 8601 with the author's offset, as in git" }),
  subject: z.string().meta({ description: "First line of its message" }),
});

export const driftCauseSchema = z.object({
  commit: causingCommitSchema.nullable().meta({
    description: "The commit that changed the cited lines; null when it is not known, see `reason`",
  }),
  merge: causingCommitSchema
    .nullable()
    .meta({ description: "The merge that brought it to the default branch, where it came by one" }),
  pull_request: z
    .object({
      number: z.int(),
      title: z.string().nullable(),
      url: z.string().nullable(),
      known_by: z
        .enum(["github", "message"])
        .meta({ description: "message: found in the message of the commit or the merge" }),
    })
    .nullable(),
  reason: z.string().nullable().meta({ description: "Why the commit is not known; null when it is" }),
});

export type DriftCause = z.output<typeof driftCauseSchema>;

export const citationCauseGet = defineContract({
  name: "citation_cause_get",
  module: "citations",
  summary: "Which commit changed the lines of a citation that fails: its author, date and pull request",
  effect: "read",
  reads: ["citations"],
  permission: "citations:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/citations/{citation_id}/cause", status: 200 },
  input: z.strictObject({ citation_id: idSchema }),
  output: driftCauseSchema,
});
