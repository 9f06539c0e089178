import { z } from "zod";
import { actorRefSchema, rateLimitSchema } from "@/lib/access/contract";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";

const room = "citations";

// Citations --------------------------------------------------------------------------------------------------

export const CITATION_STATUSES = [
  "unchecked",
  "unchanged",
  "moved",
  "renamed",
  "edited",
  "missing",
  "unreachable",
] as const;
export const citationStatusSchema = z.enum(CITATION_STATUSES).meta({
  description:
    "What the last check said. unchanged, moved and renamed hold; edited and missing do not; unreachable and unchecked are not known",
});
export type CitationStatus = z.output<typeof citationStatusSchema>;

/** The longest range that may be cited or read at once, in lines. */
export const MAX_CITED_LINES = 200;
const MAX_LINE = 10_000_000;
const line = (which: string) =>
  z
    .int("must be a whole number")
    .min(1, "lines count from 1")
    .max(MAX_LINE)
    .meta({ description: `${which} line, counted from 1` });

export const pathSchema = text({ max: 1000 }).meta({
  description: "Path from the root of the repository, with / between folders",
});
const commitSchema = z
  .string()
  .regex(/^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, "must be a full commit id of 40 (or 64) hex digits")
  .toLowerCase();
const refSchema = text({ max: 200 }).meta({
  description: "Branch, tag or commit; default: the head of the default branch",
});

type Lines = { line_start: number; line_end: number };
const isOrdered = ({ line_start, line_end }: Lines) => line_end >= line_start;
const isShort = ({ line_start, line_end }: Lines) => line_end - line_start < MAX_CITED_LINES;
const ORDERED = { path: ["line_end"], error: "must not be before line_start" };
const SHORT = {
  path: ["line_end"],
  error: `must be at most ${MAX_CITED_LINES} lines from line_start; cite the lines that say it`,
};

export const citationInputSchema = z
  .strictObject({
    path: pathSchema,
    line_start: line("First"),
    line_end: line("Last"),
    sha: commitSchema.optional().meta({
      description: "Commit at which the lines were read; default: the head of the default branch",
    }),
    snippet_hash: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, "must be a SHA-256 of 64 hex digits")
      .optional()
      .meta({ description: "SHA-256 (hex) of the cited lines joined by newlines; refused when it differs" }),
  })
  .refine(isOrdered, ORDERED)
  .refine(isShort, SHORT);
export type CitationInput = z.output<typeof citationInputSchema>;

const rangeFields = { path: z.string(), line_start: z.int(), line_end: z.int() };

/** A repository by its name, for what belongs to one. */
export const repositoryBriefSchema = z.object({ id: idSchema, name: z.string() });

export const citationSchema = z.object({
  id: idSchema,
  memory_id: idSchema,
  repository: repositoryBriefSchema,
  position: z.int().meta({ description: "Order among the memory's citations, from 0" }),
  ...rangeFields,
  commit_sha: z.string().meta({ description: "Commit at which it was cited" }),
  original: z
    .object(rangeFields)
    .meta({ description: "Where it stood when it was cited; path and lines follow the code" }),
  snippet: z.string().nullable().meta({ description: "The cited text; null when only its hashes are kept" }),
  status: citationStatusSchema,
  status_since: timeSchema.nullable(),
  similarity: z.number().nullable().meta({ description: "0–1, to the text found by the last check" }),
  confidence: z.number().nullable().meta({ description: "0–1, how sure the last check was" }),
  reason: z.string().nullable().meta({ description: "Why the last check said so" }),
  checked_at: timeSchema.nullable(),
  checked_commit: z.string().nullable(),
});
export type Citation = z.output<typeof citationSchema>;

export const citationCheckSchema = z.object({
  id: idSchema,
  citation_id: idSchema,
  commit_sha: z.string(),
  status: citationStatusSchema,
  path: z.string().nullable(),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  similarity: z.number().nullable(),
  confidence: z.number().nullable(),
  whitespace_changed: z.boolean(),
  found_text: z.string().nullable(),
  reason: z.string().nullable(),
  checked_at: timeSchema,
});
export type CitationCheck = z.output<typeof citationCheckSchema>;

/** Lines of a file at one commit, with up to 4 lines around them. */
export const codePlaceSchema = z.object({
  ...rangeFields,
  commit_sha: z.string(),
  text: z.string().meta({ description: "The lines, joined by newlines" }),
  before: z.string().meta({ description: "Up to 4 lines before; empty when there are none or unreadable" }),
  after: z.string(),
});
export type CodePlace = z.output<typeof codePlaceSchema>;

export const citationDetailSchema = citationSchema.extend({
  was: codePlaceSchema
    .nullable()
    .meta({ description: "As it was cited; null when the text was not kept and cannot be read" }),
  now: codePlaceSchema
    .nullable()
    .meta({ description: "What stands there at `head`; null when it is missing or cannot be read" }),
  head: z.string().nullable().meta({ description: "The commit `now` was read at" }),
  current: citationCheckSchema
    .pick({ status: true, similarity: true, confidence: true, whitespace_changed: true, reason: true })
    .nullable()
    .meta({ description: "The verdict at `head`, computed for this answer; not recorded" }),
  checks: z.array(citationCheckSchema).meta({ description: "The last 10 checks, newest first" }),
});
export type CitationDetail = z.output<typeof citationDetailSchema>;

export const citationList = defineContract({
  name: "citation_list",
  room,
  summary: "Citations, newest first, by repository, status, path or memory",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/citations", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository_id: idSchema.optional(),
    memory_id: idSchema.optional(),
    status: z.array(citationStatusSchema).min(1).max(CITATION_STATUSES.length).optional(),
    path: pathSchema.optional().meta({ description: "A file, or a folder and all below it" }),
    in_use: z.boolean().optional().meta({
      description:
        "Only citations of memories that are or may again be served (active, drifted, quarantined), or only the others",
    }),
  }),
  output: pageOf(citationSchema),
});

export const citationGet = defineContract({
  name: "citation_get",
  room,
  summary: "One citation: its text as cited, its text now, and its last checks",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/citations/{citation_id}", status: 200 },
  input: z.strictObject({ citation_id: idSchema }),
  output: citationDetailSchema,
});

export const citationCheckList = defineContract({
  name: "citation_check_list",
  room,
  summary: "Every check of a citation, newest first",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/citations/{citation_id}/checks", status: 200 },
  input: z.strictObject({ citation_id: idSchema, ...pageInput }),
  output: pageOf(citationCheckSchema),
});

export const citationCheckGet = defineContract({
  name: "citation_check_get",
  room,
  summary: "One check of a citation, with the text as it was cited and as that check saw it",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/citations/{citation_id}/checks/{check_id}", status: 200 },
  input: z.strictObject({ citation_id: idSchema, check_id: idSchema }),
  output: citationCheckSchema.extend({
    was: codePlaceSchema.nullable().meta({ description: "As it was cited; null when only hashes are kept" }),
    now: codePlaceSchema.nullable().meta({
      description: "What stood there at the check's commit; null when it was not found or cannot be read",
    }),
  }),
});

export const MAX_HISTORY_RUNS = 200;

/** Checks in a row that found the same: one stop on the way of a citation through commits and paths. */
export const citationRunSchema = z.object({
  status: citationStatusSchema,
  path: z.string().nullable(),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  checks: z.int().meta({ description: "How many checks in a row found this" }),
  first_at: timeSchema,
  first_commit: z.string(),
  last: citationCheckSchema.meta({ description: "The last of these checks" }),
});
export type CitationRun = z.output<typeof citationRunSchema>;

export const citationHistoryList = defineContract({
  name: "citation_history_list",
  room,
  summary:
    "The way of a citation through commits and paths: its checks, those in a row that found the same as one",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/citations/{citation_id}/history", status: 200 },
  input: z.strictObject({ citation_id: idSchema }),
  output: z.object({
    citation: citationSchema,
    runs: z.array(citationRunSchema).meta({ description: `Newest first, the last ${MAX_HISTORY_RUNS}` }),
    total: z.int().meta({ description: "Runs in all" }),
    checks: z.int().meta({ description: "Checks in all" }),
  }),
});

export const memoryReadCitation = defineContract({
  name: "memory_read_citation",
  room,
  summary: "The lines of a cited place in a repository",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/citations/read", status: 200 },
  mcp: {
    title: "memory.read_citation",
    unlisted: ["repo"],
    description:
      "Read the lines that a memory cites, before you rely on that memory, or the lines you are about to cite. " +
      "Not for reading whole files: it answers at most 200 lines and only of registered repositories. " +
      "exists is false, with the reason, when the file or the lines are not there.",
  },
  input: z
    .strictObject({
      repository: text({ max: 200 })
        .optional()
        .meta({ description: "The repository, as owner/name; required" }),
      repo: text({ max: 200 }).optional().meta({ description: "Another name for repository" }),
      path: pathSchema,
      line_start: line("First"),
      line_end: line("Last"),
      ref: refSchema.optional(),
      sha: commitSchema.optional().meta({ description: "A citation's commit; another name for ref" }),
    })
    .refine(({ repository, repo }) => (repository ?? repo) !== undefined, {
      path: ["repository"],
      error: "is missing; name a repository as owner/name",
    })
    .refine(({ repository, repo }) => repository === undefined || (repo ?? repository) === repository, {
      path: ["repo"],
      error: "names another repository than `repository`; leave one out",
    })
    .refine(({ ref, sha }) => ref === undefined || sha === undefined, {
      path: ["sha"],
      error: "says the same as `ref`; leave one out",
    })
    .refine(isOrdered, ORDERED)
    .refine(isShort, SHORT),
  output: z.object({
    repository: repositoryBriefSchema,
    commit_sha: z.string(),
    ...rangeFields,
    exists: z.boolean(),
    text: z.string().nullable().meta({ description: "The lines, joined by newlines" }),
    truncated: z.boolean().meta({ description: "The text was cut at 64 KB" }),
    line_count: z.int().nullable().meta({ description: "Lines in the file; null when it is not there" }),
    reason: z.string().nullable().meta({ description: "Why it does not exist" }),
  }),
});

// Repositories -----------------------------------------------------------------------------------------------

export const FETCH_STATUSES = ["pending", "ready", "failed"] as const;

export const citationCountsSchema = z.object({
  unchecked: z.int(),
  unchanged: z.int(),
  moved: z.int(),
  renamed: z.int(),
  edited: z.int(),
  missing: z.int(),
  unreachable: z.int(),
}) satisfies z.ZodType<Record<CitationStatus, number>>;
export type CitationCounts = z.output<typeof citationCountsSchema>;

export const repositoryNameSchema = z
  .string()
  .max(200, "must be at most 200 characters")
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9_.][A-Za-z0-9._-]*$/,
    "must be owner/name, of letters, digits, dots, hyphens and underscores",
  );

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
        .meta({ description: "A git connection that holds the password for a private https address" }),
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
    .meta({ description: "Of the connection to GitHub it is read through, as told last; else empty" }),
});

export const repositoryAdd = defineContract({
  name: "repository_add",
  room,
  summary: "Register a repository: at GitHub, a folder on this server, or a git URL",
  effect: "write",
  permission: "repositories:manage",
  http: { method: "POST", path: "/repositories", status: 201 },
  input: z.strictObject({ name: repositoryNameSchema, source: sourceInputSchema }),
  output: repositoryWithCountsSchema,
});

export const repositoryList = defineContract({
  name: "repository_list",
  room,
  summary: "Repositories by name, each with how many citations stand in which status",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/repositories", status: 200 },
  input: z.strictObject({ ...pageInput, fetch_status: z.enum(FETCH_STATUSES).optional() }),
  output: pageOf(repositoryWithCountsSchema),
});

export const repositoryGet = defineContract({
  name: "repository_get",
  room,
  summary: "One repository, and how much of GitHub's limits is left for it",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/repositories/{repository_id}", status: 200 },
  input: z.strictObject({ repository_id: idSchema }),
  output: repositoryDetailSchema,
});

export const repositoryRemove = defineContract({
  name: "repository_remove",
  room,
  summary: "Remove a repository that no memory belongs to or cites",
  effect: "destroy",
  permission: "repositories:manage",
  http: { method: "DELETE", path: "/repositories/{repository_id}", status: 200 },
  input: z.strictObject({ repository_id: idSchema }),
  output: z.object({ removed: z.literal(true) }),
});

export const repositoryFetch = defineContract({
  name: "repository_fetch",
  room,
  summary: "Fetch a repository's newest commits, in the background",
  effect: "write",
  permission: "citations:check",
  http: { method: "POST", path: "/repositories/{repository_id}/fetch", status: 202 },
  input: z.strictObject({ repository_id: idSchema }),
  output: repositoryWithCountsSchema,
});

export const repositoryRename = defineContract({
  name: "repository_rename",
  room,
  summary: "Call a repository by another name, as after it was renamed at its forge; its source stays",
  effect: "write",
  permission: "repositories:manage",
  http: { method: "POST", path: "/repositories/rename", status: 200 },
  input: z.strictObject({
    repository: text({ max: 200 }).meta({ description: "Its name until now, or its id" }),
    name: repositoryNameSchema,
  }),
  output: repositorySchema,
});

// How a repository's knowledge ages -------------------------------------------------------------------------

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
  room,
  summary:
    "What memories cite in one folder of a repository: its folders and files, and how their citations stand",
  effect: "read",
  permission: "citations:read",
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
    total: z.int().meta({ description: "Entries in all" }),
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
  turned: z
    .int()
    .meta({ description: "Citations that a check found edited or missing when they held before" }),
  recovered: z.int().meta({ description: "Citations that a check found to hold again" }),
  failing: z.int().meta({ description: "Edited or missing at the end, their memory not decided on" }),
  known: z
    .int()
    .meta({ description: "Checked and read at least once by the end, their memory not decided on" }),
});
export type DriftPoint = z.output<typeof driftPointSchema>;

export const repositoryDriftGet = defineContract({
  name: "repository_drift_get",
  room,
  summary: "How a repository's citations came to fail and to hold over time, by day or week",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/repositories/{repository_id}/drift", status: 200 },
  input: z.strictObject({
    repository_id: idSchema,
    days: z
      .int()
      .min(1)
      .max(366)
      .default(30)
      .meta({ description: "Length of the period that ends now; up to 31 days by day, beyond by week" }),
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
  room,
  summary:
    "Checks that found a citation of a repository failing which held before, or holding again; newest first",
  effect: "read",
  permission: "citations:read",
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

// Runs -------------------------------------------------------------------------------------------------------

/** `use`: memories were asked for that could not be checked in time. */
export const RUN_CAUSES = ["request", "push", "nightly", "use"] as const;
export const RUN_STATUSES = ["waiting", "running", "done", "failed", "superseded"] as const;

/** One run over the citations of a repository, with its progress. */
export const repositoryCheckRunSchema = z.object({
  id: idSchema,
  repository: repositoryBriefSchema,
  cause: z.enum(RUN_CAUSES),
  status: z.enum(RUN_STATUSES).meta({
    description: "superseded: a newer commit was pushed before it started; failed: given up, see error",
  }),
  memories: z
    .int()
    .nullable()
    .meta({ description: "How many memories it was asked for; null: the whole repository" }),
  commit: z.string().nullable().meta({ description: "The commit it checks at; null until it is known" }),
  total: z.int().nullable().meta({ description: "Citations to look at; null until it starts" }),
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
  room,
  summary: "How far a check of a repository is, and what it found",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/repository-checks/{check_id}", status: 200 },
  input: z.strictObject({ check_id: idSchema }),
  output: repositoryCheckRunSchema,
});

export const repositoryCheckList = defineContract({
  name: "repository_check_list",
  room,
  summary: "Checks of repositories, newest first: those under way, and those that were",
  effect: "read",
  permission: "citations:read",
  http: { method: "GET", path: "/repository-checks", status: 200 },
  input: z.strictObject({
    ...pageInput,
    repository_id: idSchema.optional(),
    open: z.boolean().optional().meta({ description: "Only those that wait or run, or only the others" }),
  }),
  output: pageOf(repositoryCheckRunSchema),
});
