import { z } from "zod";
import { actorRefSchema } from "@/lib/access/fields";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { repositoryNameSchema } from "@/lib/citations/fields";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { MAX_PROSE, MAX_SUMMARY } from "../evaluations/contract";
import {
  agentSchema,
  developerSchema,
  dispositionSchema,
  name,
  ruleCategorySchema,
  skillSchema,
} from "../fields";

export const IMPORT_KINDS = ["evaluations", "sarif", "github"] as const;

export const IMPORT_STATUSES = ["draft", "waiting", "running", "done"] as const;

export const IMPORT_STATES = ["draft", "waiting", "stored", "repeated", "skipped"] as const;

export const importStateSchema = z.enum(IMPORT_STATES).meta({
  description:
    "draft: to be reviewed; waiting: will be stored soon; repeated: already stored; skipped: see because",
});

export type ImportState = z.output<typeof importStateSchema>;

export const importSchema = z.object({
  id: idSchema,
  kind: z.enum(IMPORT_KINDS),
  status: z.enum(IMPORT_STATUSES).meta({
    description: "draft: shows what it would store, until review_import_confirm",
  }),
  name: z.string(),
  repository: repositoryBriefSchema.nullable(),
  items: z.object({
    total: z.int(),
    draft: z.int(),
    waiting: z.int(),
    stored: z.int(),
    repeated: z.int(),
    skipped: z.int(),
  }),
  findings: z.int().meta({ description: "Findings in what was stored so far" }),
  created_by: actorRefSchema,
  created_at: timeSchema,
  started_at: timeSchema.nullable(),
  finished_at: timeSchema.nullable(),
});

export type ReviewImport = z.output<typeof importSchema>;

/** Most evaluations of one call; send more as further calls with the same import_id. */
export const MAX_EVALUATIONS = 1000;

export const reviewImport = defineContract({
  name: "review_import",
  module: "reviews",
  summary: "Submit many evaluations at once; they are stored in the background, and invalid ones are skipped",
  effect: "write",
  changes: ["imports", "jobs"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/reviews/imports", status: 202 },
  input: z.strictObject({
    name: name("What the import is called").optional(),
    import_id: idSchema
      .optional()
      .meta({ description: "Adds to an import of yours, for more than one call" }),
    evaluations: z
      .array(z.unknown())
      .min(1)
      .max(MAX_EVALUATIONS, `must be at most ${MAX_EVALUATIONS}; send the rest with the same import_id`)
      .meta({
        description: "Each as review_evaluate takes it; an invalid one is skipped with the reason",
      }),
  }),
  output: importSchema,
});

const importedAs = {
  skill: skillSchema.optional(),
  developer: developerSchema.optional(),
  summary: text({ max: MAX_SUMMARY })
    .optional()
    .meta({ description: "Of the review; default: where it came from" }),
  confirm: z
    .boolean()
    .default(false)
    .meta({ description: "Store it at once; otherwise it is a draft to be reviewed and corrected first" }),
};

export const reviewImportSarif = defineContract({
  name: "review_import_sarif",
  module: "reviews",
  summary:
    "Import the results of an analyzer (SARIF 2.1.0), suppressed ones as rejected with their justification",
  effect: "write",
  changes: ["imports", "jobs"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/reviews/imports/sarif", status: 201 },
  input: z.strictObject({
    sarif: z.record(z.string(), z.unknown()).meta({ description: "The log file, as JSON" }),
    workflow_id: name("Identifies the run of the analyzer, such as its commit"),
    repository: repositoryNameSchema.optional(),
    agent: agentSchema.optional(),
    reviewed_at: timeSchema.optional().meta({ description: "When it ran; default now" }),
    root: text({ max: 1000 }).optional().meta({
      description: "Folder of the repository where it ran; default: found by comparing paths",
    }),
    include_open: z.boolean().default(false).meta({
      description: "Counts results that are neither suppressed nor fixed as deferred findings",
    }),
    ...importedAs,
  }),
  output: importSchema,
});

export const reviewImportGithub = defineContract({
  name: "review_import_github",
  module: "reviews",
  summary:
    "Import the review threads of a GitHub pull request, each with the disposition that its outcome implies",
  effect: "write",
  changes: ["imports", "jobs"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/reviews/imports/github", status: 201 },
  example: { repository: "harbor/service", pull_request: 1 },
  input: z.strictObject({
    repository: repositoryNameSchema.meta({ description: "A registered repository, owner/name" }),
    pull_request: z.int().min(1).max(10_000_000),
    github_name: repositoryNameSchema
      .optional()
      .meta({ description: "Its owner/name on GitHub, when it is registered under another" }),
    connection_id: idSchema.optional().meta({ description: "Default: the repository's own connection" }),
    reviewer: agentSchema
      .optional()
      .meta({ description: "Only threads started by this login; it becomes the agent" }),
    ...importedAs,
  }),
  output: importSchema,
});

export const reviewImportThreads = defineContract({
  name: "review_import_threads",
  module: "reviews",
  summary: "Import review threads recorded from GitHub's API, where this server cannot reach GitHub itself",
  effect: "write",
  changes: ["imports", "jobs"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/reviews/imports/threads", status: 201 },
  example: {
    answer: { data: { repository: { pullRequest: { reviewThreads: { nodes: [] } } } } },
    pull_request: 1,
    github_name: "harbor/service",
  },
  input: z.strictObject({
    answer: z.record(z.string(), z.unknown()).meta({
      description:
        "The GraphQL answer with data.repository.pullRequest.reviewThreads, as docs/reviews.md asks for it",
    }),
    pull_request: z.int().min(1).max(10_000_000),
    github_name: repositoryNameSchema.meta({ description: "The repository's owner/name on GitHub" }),
    repository: repositoryNameSchema
      .optional()
      .meta({ description: "The registered repository that the findings belong to; default: none" }),
    ...importedAs,
  }),
  output: importSchema,
});

export const reviewImportList = defineContract({
  name: "review_import_list",
  module: "reviews",
  summary: "Imports of reviews, the latest first, each with its progress",
  effect: "read",
  reads: ["imports"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/reviews/imports", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(importSchema),
});

export const reviewImportGet = defineContract({
  name: "review_import_get",
  module: "reviews",
  summary: "An import with its progress",
  effect: "read",
  reads: ["imports"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/reviews/imports/{import_id}", status: 200 },
  input: z.strictObject({ import_id: idSchema }),
  output: importSchema,
});

export const importItemSchema = z.object({
  position: z.int(),
  state: importStateSchema,
  label: z.string().meta({ description: "The finding's title, or the evaluation's workflow_id and round" }),
  because: z.string().meta({ description: "Why it was mapped so, or skipped" }),
  proposed: dispositionSchema
    .nullable()
    .meta({ description: "What the mapping said, before anybody corrected it" }),
  disposition: dispositionSchema.nullable().meta({ description: "What it is stored as" }),
  rule_category: z.string().nullable(),
  file_path: z.string().nullable(),
  line: z.int().nullable(),
  reason: z.string().nullable(),
  original_issue: z.string().nullable(),
  url: z.string().nullable().meta({ description: "Link to it in its source" }),
  findings: z.int(),
  review_id: idSchema.nullable(),
});

export type ImportItem = z.output<typeof importItemSchema>;

export const reviewImportItems = defineContract({
  name: "review_import_items",
  module: "reviews",
  summary: "The items of an import, in order: what each is stored as, and why",
  effect: "read",
  reads: ["imports"],
  permission: "reviews:read",
  reach: "repository",
  http: { method: "GET", path: "/reviews/imports/{import_id}/items", status: 200 },
  input: z.strictObject({
    import_id: idSchema,
    state: z.array(importStateSchema).min(1).max(IMPORT_STATES.length).optional(),
    after: z.int32().min(0).optional().meta({ description: "Only items after this position" }),
    limit: z.int().min(1).max(500).default(100),
  }),
  output: z.object({
    items: z.array(importItemSchema),
    total: z.int(),
    next: z.int().nullable().meta({ description: "`after` of the next page; null: this is the last" }),
  }),
});

export const reviewImportCorrect = defineContract({
  name: "review_import_correct",
  module: "reviews",
  summary: "Correct what a draft import would store: dispositions, rules, reasons, or leave items out",
  effect: "write",
  changes: ["imports"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "PATCH", path: "/reviews/imports/{import_id}/items", status: 200 },
  input: z.strictObject({
    import_id: idSchema,
    items: z
      .array(
        z.strictObject({
          position: z.int32().min(0),
          disposition: dispositionSchema.optional(),
          rule_category: ruleCategorySchema.optional(),
          reason: text({ max: MAX_PROSE }).optional(),
          leave_out: z
            .boolean()
            .optional()
            .meta({ description: "true: do not store it; false: store it after all" }),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({ items: z.array(importItemSchema) }),
});

export const reviewImportConfirm = defineContract({
  name: "review_import_confirm",
  module: "reviews",
  summary: "Store what a draft import shows",
  effect: "write",
  changes: ["imports", "jobs"],
  permission: "reviews:write",
  reach: "repository",
  http: { method: "POST", path: "/reviews/imports/{import_id}/confirm", status: 202 },
  input: z.strictObject({ import_id: idSchema }),
  output: importSchema,
});
