import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { EMPTY_PAGE, pageInput, pageOf } from "@/lib/kernel/pagination";
import { placeIn } from "@/lib/kernel/places";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import {
  CITATION_STATUSES,
  citationFactsSchema,
  citationStatusSchema,
  commitSchema,
  line,
  MAX_CITED_LINES,
  pathSchema,
  refSchema,
  standsAtSchema,
  symbolPathSchema,
} from "../fields";

type Lines = { line_start: number; line_end: number };

const isOrdered = ({ line_start, line_end }: Lines) => line_end >= line_start;

const isShort = ({ line_start, line_end }: Lines) => line_end - line_start < MAX_CITED_LINES;

const ORDERED = { path: ["line_end"], error: "must not be before line_start" };

const SHORT = {
  path: ["line_end"],
  error: `must be at most ${MAX_CITED_LINES} lines from line_start; cite the lines that prove it`,
};

const placeSchema = z
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

const fromWritten = (place: z.input<typeof placeSchema> | string): unknown =>
  typeof place === "string" ? (placeIn(place) ?? place) : place;

/** Lines of a file that prove something. A place that agents read in an answer is taken as it stands there. */
export const citationInputSchema = z.preprocess(fromWritten, placeSchema);

export type CitationInput = z.output<typeof citationInputSchema>;

const rangeFields = { path: z.string(), line_start: z.int(), line_end: z.int() };

/** A repository by its name, for what belongs to one. */
export const repositoryBriefSchema = z.object({ id: idSchema, name: z.string() });

export const citationSchema = z.object({
  id: idSchema,
  memory_id: idSchema,
  repository: repositoryBriefSchema,
  position: z.int().meta({ description: "Order among the memory's citations, from 0" }),
  inferred: z.boolean().meta({ description: "Found in the memory's text; its author did not cite it" }),
  ...rangeFields,
  commit_sha: z.string(),
  original: z
    .object(rangeFields)
    .meta({ description: "Where it was when it was cited; path and lines follow the code" }),
  snippet: z
    .string()
    .nullable()
    .meta({ description: "The cited text; null when only its hashes are stored" }),
  status: citationStatusSchema,
  status_since: timeSchema.nullable(),
  similarity: z.number().nullable().meta({ description: "0–1, to the text found by the last check" }),
  confidence: z.number().nullable().meta({ description: "0–1, how sure the last check was" }),
  reason: z.string().nullable().meta({ description: "Why the last check said so" }),
  stands_at: standsAtSchema.nullable().meta({
    description: "Where the text was copied to before; see memory_follow",
  }),
  facts: citationFactsSchema,
  symbol_path: symbolPathSchema,
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
  facts: citationFactsSchema,
  symbol_path: symbolPathSchema,
  checked_at: timeSchema,
});

export type CitationCheck = z.output<typeof citationCheckSchema>;

/** Lines of a file at one commit, with up to 4 lines around them. */
export const codePlaceSchema = z.object({
  ...rangeFields,
  commit_sha: z.string(),
  text: z.string(),
  before: z.string().meta({ description: "Up to 4 lines before; empty when there are none or unreadable" }),
  after: z.string(),
});

export type CodePlace = z.output<typeof codePlaceSchema>;

export const citationDetailSchema = citationSchema.extend({
  was: codePlaceSchema
    .nullable()
    .meta({ description: "As it was cited; null when the text was not stored and cannot be read" }),
  now: codePlaceSchema
    .nullable()
    .meta({ description: "The text there at `head`; null when it is missing or cannot be read" }),
  head: z.string().nullable(),
  current: citationCheckSchema
    .pick({
      status: true,
      similarity: true,
      confidence: true,
      whitespace_changed: true,
      reason: true,
      facts: true,
    })
    .nullable()
    .meta({ description: "The verdict at `head`, computed for this answer; not recorded" }),
  checks: z.array(citationCheckSchema),
});

export type CitationDetail = z.output<typeof citationDetailSchema>;

export const citationList = defineContract({
  name: "citation_list",
  module: "citations",
  summary: "Citations, newest first, by repository, status, path or memory",
  effect: "read",
  reads: ["citations", "memories"],
  permission: "citations:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
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
  module: "citations",
  summary: "One citation: its text as cited, its text now, and its last checks",
  effect: "read",
  reads: ["citations", "memories"],
  permission: "citations:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/citations/{citation_id}", status: 200 },
  input: z.strictObject({ citation_id: idSchema }),
  output: citationDetailSchema,
});

export const citationCheckList = defineContract({
  name: "citation_check_list",
  module: "citations",
  summary: "Every check of a citation, newest first",
  effect: "read",
  reads: ["citations"],
  permission: "citations:read",
  reach: "repository",
  when_off: () => EMPTY_PAGE,
  http: { method: "GET", path: "/citations/{citation_id}/checks", status: 200 },
  input: z.strictObject({ citation_id: idSchema, ...pageInput }),
  output: pageOf(citationCheckSchema),
});

export const citationCheckGet = defineContract({
  name: "citation_check_get",
  module: "citations",
  summary: "One check of a citation, with the text as it was cited and as that check saw it",
  effect: "read",
  reads: ["citations"],
  permission: "citations:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/citations/{citation_id}/checks/{check_id}", status: 200 },
  input: z.strictObject({ citation_id: idSchema, check_id: idSchema }),
  output: citationCheckSchema.extend({
    was: codePlaceSchema
      .nullable()
      .meta({ description: "As it was cited; null when only hashes are stored" }),
    now: codePlaceSchema.nullable().meta({
      description: "The text there at the check's commit; null when it was not found or cannot be read",
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
  checks: z.int().meta({ description: "How many recorded checks in a row had this result" }),
  first_at: timeSchema,
  first_commit: z.string(),
  last: citationCheckSchema.meta({ description: "The last of these checks" }),
});

export type CitationRun = z.output<typeof citationRunSchema>;

export const citationHistoryList = defineContract({
  name: "citation_history_list",
  module: "citations",
  summary: "How a citation moved through commits and paths: its checks, with equal results in a row as one",
  effect: "read",
  reads: ["citations"],
  permission: "citations:read",
  reach: "repository",
  when_off: "not_found",
  http: { method: "GET", path: "/citations/{citation_id}/history", status: 200 },
  input: z.strictObject({ citation_id: idSchema }),
  output: z.object({
    citation: citationSchema,
    runs: z.array(citationRunSchema).meta({ description: `Newest first, the last ${MAX_HISTORY_RUNS}` }),
    total: z.int().meta({ description: "Total number of runs" }),
    checks: z.int().meta({ description: "Total number of recorded checks" }),
  }),
});

export const memoryReadCitation = defineContract({
  name: "memory_read_citation",
  module: "citations",
  summary: "The lines of a cited place in a repository",
  effect: "read",
  reads: ["repositories"],
  permission: "citations:read",
  reach: "repository",
  http: { method: "GET", path: "/citations/read", status: 200 },
  mcp: {
    title: "memory.read_citation",
    unlisted: ["repo"],
    description:
      "Read the lines that a memory cites, before you rely on that memory, or the lines you are about to cite. " +
      "Not for reading whole files: it answers at most 200 lines and only of registered repositories. " +
      "exists is false, with the reason, when the file or the lines are not there.",
  },
  example: { repository: "harbor/service", path: "src/berths.ts", line_start: 1, line_end: 9 },
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
