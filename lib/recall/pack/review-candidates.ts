import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { type Found, findCandidates, memoriesByIds, type PreparedQuery } from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import type { DiffSummary, Hunk } from "./diff";
import { oneLine } from "./one-line";
import { describeChange, findTriggeredMemories } from "./triggers";

/** A memory of an earlier review that changes what a reviewer does with this one. */
export type ReviewCandidate = {
  memory: Memory;
  part: "reviews";
  /** Why it is a candidate, as the end of a sentence that begins with "It". */
  why: string;
  /** What it says to a reviewer, on one line. */
  text: string;
  features: {
    /** It was found in a changed file, not only by a pattern. */
    same_file: boolean;
    /** Lines between it and the nearest change in that file: 0 is within one. null: not known. */
    line_distance: number | null;
    /** How search found it. null: it was not searched for. */
    found: Found | null;
  };
};

const MAX_PART_LENGTH = 320;
const MAX_FINDINGS = 5;
const MAX_FINDING_LENGTH = 120;

/** Past rejections in the changed files of this repository: nearest to the changed lines first, those of a pattern last. */
export async function findRejections(
  db: Database,
  {
    where,
    repositoryId,
    changedFiles,
    hunks,
    limit,
  }: {
    where: MemoryWhere;
    repositoryId: string;
    changedFiles: readonly string[];
    hunks: readonly Hunk[];
    limit: number;
  },
): Promise<ReviewCandidate[]> {
  if (changedFiles.length === 0) return [];
  const triggered = await findTriggeredMemories(db, {
    where: { ...where, kind: ["rejection_pattern"] },
    change: describeChange({ changedFiles, task: "", agentType: "reviewer" }),
    limit: MAX_REJECTIONS,
  });
  const inFiles = triggered.filter(({ match }) => match.exact_file || match.glob !== null);
  const memories = await memoriesByIds(db, {
    organization_id: where.organization_id,
    ids: inFiles.map(({ memory_id }) => memory_id),
  });
  // A path of another repository says nothing here, however far its memories reach.
  const here = memories.filter(({ repository }) => repository === null || repository.id === repositoryId);
  const candidates = here.map((memory) => toRejection(memory, { changedFiles, hunks }));
  return candidates.sort(byNearness).slice(0, limit);
}

/** How many are compared by their lines. */
const MAX_REJECTIONS = 200;

function byNearness(a: ReviewCandidate, b: ReviewCandidate): number {
  return rankOf(a) - rankOf(b) || b.memory.quality - a.memory.quality || (a.memory.id < b.memory.id ? 1 : -1);
}

function rankOf({ features }: ReviewCandidate): number {
  if (!features.same_file) return Number.MAX_SAFE_INTEGER;
  return features.line_distance ?? Number.MAX_SAFE_INTEGER - 1;
}

function toRejection(
  memory: Memory,
  { changedFiles, hunks }: { changedFiles: readonly string[]; hunks: readonly Hunk[] },
): ReviewCandidate {
  const places = placesOf(memory);
  const files = new Set(changedFiles);
  const inFile = places.filter(({ path }) => files.has(path));
  const line_distance = nearest(inFile, hunks);
  return {
    memory,
    part: "reviews",
    why: whyRejected({ same_file: inFile.length > 0, line_distance }),
    text: rejectionText(memory),
    features: { same_file: inFile.length > 0, line_distance, found: null },
  };
}

type Place = { path: string; start: number | null; end: number | null };

/** Where it was found, and what it cites, as far as both are known. */
function placesOf({ metadata, citations }: Memory): Place[] {
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

function nearest(places: readonly Place[], hunks: readonly Hunk[]): number | null {
  const distances = places.flatMap(({ path, start, end }) =>
    start === null || end === null
      ? []
      : hunks
          .filter((hunk) => hunk.path === path)
          .map((hunk) => Math.max(0, hunk.start - end, start - hunk.end)),
  );
  if (distances.length === 0) return null;
  return distances.reduce((least, distance) => Math.min(least, distance));
}

function whyRejected({
  same_file,
  line_distance,
}: {
  same_file: boolean;
  line_distance: number | null;
}): string {
  if (!same_file) return "was rejected in files like the changed ones";
  if (line_distance === 0) return "was rejected on lines that change";
  if (line_distance === null) return "was rejected in a changed file";
  return `was rejected ${line_distance} ${line_distance === 1 ? "line" : "lines"} from a change`;
}

/** What a past rejection says to a reviewer, on one line. */
export function rejectionText({ statement, metadata }: Memory): string {
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
    features: { same_file: false, line_distance: null, found: best.get(memory.id) ?? null },
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
