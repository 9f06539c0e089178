import { z } from "zod";
import { text } from "@/lib/kernel/text";

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
    "Result of the last check. unchanged, moved and renamed are valid; edited and missing are not; unreachable and unchecked are not known",
});

export type CitationStatus = z.output<typeof citationStatusSchema>;

export const CITATION_FACTS = [
  "formatting_only",
  "comment_only",
  "inside_comment",
  "enclosing_changed",
  "in_generated_or_docs",
  "deprecated",
] as const;

export const citationFactSchema = z.enum(CITATION_FACTS);

/** What is known beside the status; docs/citations.md says what each means. */
export const citationFactsSchema = z.array(citationFactSchema);

/** What a memory rests on besides its cited lines: a name in its statement; a value and a function that they use. */
export const SUPPORT_KINDS = ["named", "constant", "callee"] as const;

export const supportKindSchema = z.enum(SUPPORT_KINDS);

export type SupportKind = z.output<typeof supportKindSchema>;

/** The definitions around the lines, such as PriceList.round; null outside of any. */
export const symbolPathSchema = z.string().nullable();

export type CitationFact = z.output<typeof citationFactsSchema>[number];

/** Below this confidence a verdict is a guess: nothing is served on it, and nothing is taken out of service by it. */
export const LOW_CONFIDENCE = 0.5;

/** The longest range that may be cited or read at once, in lines. */
export const MAX_CITED_LINES = 200;

const MAX_LINE = 10_000_000;

export const line = (which: string) =>
  z
    .int("must be a whole number")
    .min(1, "lines count from 1")
    .max(MAX_LINE)
    .meta({ description: `${which} line, counted from 1` });

export const MAX_PATH = 1000;

export const pathSchema = text({ max: MAX_PATH }).meta({
  description: "Path from the root of the repository, with / between folders",
});

export const commitSchema = z
  .string()
  .regex(/^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, "must be a full commit id of 40 (or 64) hex digits")
  .toLowerCase();

export const refSchema = text({ max: 200 }).meta({
  description: "Branch, tag or commit; default: the head of the default branch",
});

export const standsAtSchema = z.object({
  path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  since: z.string().meta({ description: "A commit with it there" }),
});

/** Where the text of a citation stands that is gone from its own place. */
export type StandsAt = z.output<typeof standsAtSchema>;

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
