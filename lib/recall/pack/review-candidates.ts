import { z } from "zod";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { type LookedUp, type Lookup, lookUp, lookUpRejections } from "@/lib/db/sql/pack-sources";
import {
  type Found,
  findCandidates,
  type LineRange,
  lineDistance,
  memoriesByIds,
  type PreparedQuery,
} from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import type { DiffSummary } from "./diff";
import { oneLine } from "./one-line";
import { changedBy, MAX_MATCHED, rankedKeys, triggeredAmong } from "./triggers";

/** The review of a similar change. */
export type ReviewCandidate = {
  memory: Memory;
  part: "reviews";
  /** Why it is a candidate, as the end of a sentence that begins with "It". */
  why: string;
  /** What it says to a reviewer, on one line. */
  text: string;
  /** How search found it. */
  found: Found | null;
};

const MAX_PART_LENGTH = 320;
const MAX_FINDINGS = 5;
const MAX_FINDING_LENGTH = 120;

const citedSchema = z.object({ path: z.string(), line_start: z.int(), line_end: z.int() });

/** What is read of a past rejection to tell how near it is to a change. */
const rejectionRowSchema = z.object({
  applies_to: z.unknown(),
  quality: z.number(),
  repository_id: z.string().nullable(),
  metadata: z.object({ file_path: z.unknown(), line: z.unknown() }),
  citations: citedSchema.array(),
});

type RejectionRow = z.output<typeof rejectionRowSchema> & { id: string };

/** A past rejection in a changed file. */
type Rejection = {
  id: string;
  /** Lines between it and the nearest change in that file: 0 is within one. null: not known. */
  line_distance: number | null;
};

type Changed = {
  repositoryId: string;
  changedFiles: readonly string[];
  hunks: readonly LineRange[];
  limit: number;
};

/** What finds the past rejections that may be in changed files. */
export function rejectionLookup({
  where,
  changedFiles,
}: {
  where: MemoryWhere;
  changedFiles: readonly string[];
}): Lookup<"rejection"> {
  const keys = rankedKeys(changedBy(changedFiles));
  const rows = lookUpRejections({
    where: { ...where, kind: ["rejection_pattern"] },
    keys,
    limit: MAX_MATCHED,
  });
  return { name: "rejection", rows };
}

/** Of what `rejectionLookup` found, what was found in these files of this repository: nearest to the changed lines first. */
export function rejectionsAmong(
  rows: readonly LookedUp[],
  { repositoryId, changedFiles, hunks, limit }: Changed,
): Rejection[] {
  const rejections = rows.flatMap(({ id, detail }): RejectionRow[] => {
    const { data } = rejectionRowSchema.safeParse(detail);
    if (id === null || !data) return [];
    return [{ ...data, id }];
  });
  const triggered = triggeredAmong(rejections, { change: changedBy(changedFiles), limit: MAX_REJECTIONS });
  const inFiles = new Set(
    triggered
      .filter(({ match }) => match.exact_file || match.glob !== null)
      .map(({ memory_id }) => memory_id),
  );
  // A path of another repository says nothing here, however far its memories reach.
  const here = ({ id, repository_id }: RejectionRow) =>
    inFiles.has(id) && (repository_id === null || repository_id === repositoryId);
  const files = new Set(changedFiles);
  return rejections
    .filter(here)
    .flatMap((row) => {
      const inFile = placesOf(row).filter(({ path }) => files.has(path));
      if (inFile.length === 0) return [];
      return [
        { id: row.id, quality: row.quality, line_distance: lineDistance(inFile.flatMap(knownLines), hunks) },
      ];
    })
    .sort(byNearness)
    .slice(0, limit)
    .map(({ id, line_distance }) => ({ id, line_distance }));
}

/** Past rejections in the changed files of this repository: nearest to the changed lines first. */
export async function findRejections(
  db: Database,
  { where, ...changed }: Changed & { where: MemoryWhere },
): Promise<Rejection[]> {
  const { changedFiles } = changed;
  if (changedFiles.length === 0) return [];
  const lookups = [rejectionLookup({ where, changedFiles })];
  const rows = await lookUp(db, { organization_id: where.organization_id, lookups });
  return rejectionsAmong(rows.get("rejection") ?? [], changed);
}

/** How many are compared by their lines. */
const MAX_REJECTIONS = 200;

type Near = Rejection & { quality: number };

function byNearness(a: Near, b: Near): number {
  const far = Number.MAX_SAFE_INTEGER;
  const between = (a.line_distance ?? far) - (b.line_distance ?? far);
  return between || b.quality - a.quality || (a.id < b.id ? 1 : -1);
}

type Place = { path: string; start: number | null; end: number | null };

/** A place whose lines are known; none where they are not. */
const knownLines = ({ path, start, end }: Place): LineRange[] => {
  if (start === null || end === null) return [];
  return [{ path, start, end }];
};

/** Where it was found, and what it cites, as far as both are known. */
function placesOf({ metadata, citations }: RejectionRow): Place[] {
  const { file_path, line } = metadata;
  const start = typeof line === "number" ? line : null;
  const found = typeof file_path === "string" ? [{ path: file_path, start, end: start }] : [];
  const cited = citations.map(({ path, line_start, line_end }) => ({
    path,
    start: line_start,
    end: line_end,
  }));
  return [...found, ...cited];
}

/** What a past rejection says to a reviewer, on one line. */
export function rejectionText({ statement, metadata }: Pick<Memory, "statement" | "metadata">): string {
  const { pattern_description, rejection_reason, file_path, line } = metadata;
  const lineSuffix = typeof line === "number" ? `:${line}` : "";
  const place = typeof file_path === "string" ? ` (${oneLine(file_path, 200)}${lineSuffix})` : "";
  const issue = oneLine(
    typeof pattern_description === "string" ? pattern_description : statement,
    MAX_PART_LENGTH,
  );
  const reason =
    typeof rejection_reason === "string"
      ? `because ${oneLine(rejection_reason, MAX_PART_LENGTH)}`
      : "it was rejected without a reason";
  return `Not a problem here${place}: ${issue} — ${reason}`;
}

/** Reviews of similar changes, by meaning and words, the nearest first. */
export async function findSimilarReviews(
  db: Database,
  { where, query, limit }: { where: MemoryWhere; query: PreparedQuery; limit: number },
): Promise<ReviewCandidate[]> {
  const { found } = await findCandidates(db, {
    query,
    where: { ...where, kind: ["review_outcome"] },
    limit: SEARCHED,
  });
  const best = new Map(found.slice(0, limit).map((candidate) => [candidate.id, candidate]));
  const memories = await memoriesByIds(db, {
    organization_id: where.organization_id,
    ids: [...best.keys()],
  });
  return memories.map((memory) => ({
    memory,
    part: "reviews",
    why: "is the review of a similar change",
    text: outcomeText(memory),
    found: best.get(memory.id) ?? null,
  }));
}

/** Through a filter as narrow as a kind, each further neighbour costs the index a long way. */
const SEARCHED = 30;

const VERDICTS: Readonly<Record<string, string>> = {
  approved: "approved",
  needs_fixes: "sent back",
  blocked: "blocked",
};

/** What an earlier review says to a reviewer, on one line. */
export function outcomeText({ statement, metadata }: Memory): string {
  const { code_summary, issue_summary, verdict, key_findings } = metadata;
  const change = oneLine(typeof code_summary === "string" ? code_summary : statement, MAX_PART_LENGTH);
  const issue = typeof issue_summary === "string" ? ` for “${oneLine(issue_summary, MAX_PART_LENGTH)}”` : "";
  const outcome = VERDICTS[String(verdict)] ?? "reviewed";
  const titles = Array.isArray(key_findings)
    ? key_findings.filter((title): title is string => typeof title === "string")
    : [];
  const findings = titles.slice(0, MAX_FINDINGS).map((title) => oneLine(title, MAX_FINDING_LENGTH));
  const more = titles.length > findings.length ? `; and ${titles.length - findings.length} more` : "";
  const listed =
    findings.length === 0 ? "no finding was to be fixed" : `to fix: ${findings.join("; ")}${more}`;
  return `A similar change${issue} was ${outcome}: ${change} — ${listed}`;
}

const MAX_QUERY_WORDS = 600;

/** What a diff adds to a query: names in changed lines and of changed files, at most 600 characters; empty without. */
export function queryOfDiff({ identifiers, paths }: Pick<DiffSummary, "identifiers" | "paths">): string {
  const names = paths.slice(0, 20).map((path) => path.slice(path.lastIndexOf("/") + 1));
  return [...new Set([...identifiers.slice(0, 30), ...names])].join(" ").slice(0, MAX_QUERY_WORDS);
}
