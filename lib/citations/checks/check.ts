import type { Db } from "@/lib/db/client";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import type { Anchor } from "../anchoring/anchor";
import { LOCATE_REASONS, locatedInSameBlob } from "../anchoring/located";
import { blobsAt } from "../anchoring/source-cache";
import { encodeLineTable, lineTable, textOfRange, truncateUtf8 } from "../anchoring/text";
import {
  type CitationFact,
  type CitationStatus,
  LOW_CONFIDENCE,
  type Repository,
  type StandsAt,
} from "../contract";
import { findRepositoryById } from "../repositories/queries";
import { type RepositorySource, SourceError, unlessFailed } from "../repositories/source";
import { openRepositorySource, type RegisteredRepository } from "../repositories/sources";
import { followAndJudge, isLasting, type Judged } from "../syntax/facts";
import { type AnchorPlace, findAnchors, findLineTables, listAnchorPlaces } from "./queries";

/** Where a citation is to be looked for the next time. */
export type NewAnchor = {
  commit_sha: string;
  blob_oid: string;
  path: string;
  line_start: number;
  line_end: number;
  /** The encoded line table of the blob; null when it is kept already. */
  line_hashes: Uint8Array<ArrayBuffer> | null;
};

/** The verdict of one check. `path` and lines are where the text was found, null when it was not. */
export type CheckResult = {
  citation_id: string;
  memory_id: string;
  status: Exclude<CitationStatus, "unchecked">;
  path: string | null;
  line_start: number | null;
  line_end: number | null;
  /** 0–1; null when the texts were not compared. */
  similarity: number | null;
  /** 0–1; below LOW_CONFIDENCE the place is a guess, and the citation keeps its old anchor. */
  confidence: number | null;
  whitespace_changed: boolean;
  /** A sentence for people. */
  reason: string;
  facts: readonly CitationFact[];
  /** Null where it was not looked at. */
  symbol_path: string | null;
  /**
   * When it reads differently, whole, to be looked through for secrets; null for a citation of which only hashes are
   * kept. Of it `beginningOf` is kept and shown.
   */
  found_text: string | null;
  /** Of a text that is gone from its place, where it was copied to before. */
  stands_at: StandsAt | null;
  /** Null when the anchor stays where it is. */
  anchor: NewAnchor | null;
  /** What was on record when the citation was read: the check says nothing about any other state of it. */
  basis: Pick<AnchorPlace, "path" | "blob_oid" | "line_start" | "line_end" | "checked_commit">;
  /** The verdict on record is of a later commit, or of one that took this one's place: this one is not kept. */
  outdated: boolean;
};

/** The verdicts of one look at one repository. */
export type Checks = { repository_id: string; commit: string; results: readonly CheckResult[] };

const FOUND_TEXT_BYTES = 4096;
const ANCHORS_AT_ONCE = 500;
/** Git's null id: the commit of a check that found no repository to read. */
const NO_COMMIT = "0".repeat(40);

/** What is kept and shown of a found text. */
export function beginningOf(found_text: string | null): string | null {
  if (found_text === null) return null;
  return truncateUtf8(found_text, FOUND_TEXT_BYTES);
}

export type CheckRequest = {
  organization_id: string;
  repository_id: string;
  memory_ids?: readonly string[];
  citation_ids?: readonly string[];
  ref?: string;
  signal?: AbortSignal;
};

/**
 * Where the citations of a repository stand at `ref` (default: the head of the default branch): those of all memories,
 * of the given ones, or some citations alone. Reads only; see `recordChecks`. A citation that cannot be read is `unreachable`,
 * never missing.
 * @throws AppError not_found for the repository, invalid_input at `/ref` for a ref that it does not have; the
 * signal's reason when it is aborted.
 */
export async function checkCitations(
  db: Db,
  checkRequest: CheckRequest,
): Promise<{ repository_id: string; commit: string; results: CheckResult[] }> {
  const { organization_id, repository_id } = checkRequest;
  const repository = await findRepositoryById(db, { organization_id, repository_id });
  if (!repository) throw new AppError("not_found", "This repository does not exist.");
  return checkCitationsOf(db, { ...checkRequest, repository });
}

/** As `checkCitations`, for a repository that was read already. */
export async function checkCitationsOf(
  db: Db,
  params: Omit<CheckRequest, "repository_id"> & { repository: Repository },
): Promise<{ repository_id: string; commit: string; results: CheckResult[] }> {
  const { organization_id, repository, ref, signal } = params;
  const places = await listAnchorPlaces(db, { ...params, repository_id: repository.id });
  const opened = await openAt(db, { organization_id, repository }, ref);
  if ("failure" in opened) {
    const { failure } = opened;
    const commit = repository.head_commit ?? NO_COMMIT;
    return {
      repository_id: repository.id,
      commit,
      results: places.map((place) => unreachable(place, failure)),
    };
  }

  const { source, commit } = opened;
  signal?.throwIfAborted();
  const results: CheckResult[] = [];
  const changed = await settleUnchanged(source, commit, { places, results });
  for (let start = 0; start < changed.length; start += ANCHORS_AT_ONCE) {
    const citation_ids = changed.slice(start, start + ANCHORS_AT_ONCE).map((place) => place.citation_id);
    // What another check moved meanwhile is where that one put it; what was removed is not there.
    const anchors = await findAnchors(db, { organization_id, citation_ids });
    const cited = await settleUnchanged(source, commit, { places: anchors, results });
    const storedTables = (blob_oids: readonly string[]) => findLineTables(db, { organization_id, blob_oids });
    // A source that stops answering in the middle says nothing about any of them.
    const followed = await unlessFailed(followAndJudge(source, commit, { cited, storedTables, signal }));
    for (const one of cited) {
      const found = followed instanceof SourceError ? followed : followed.get(one.citation_id);
      const answer = found ?? new Error("a citation was passed over");
      if (answer instanceof Error) results.push(unreachable(one, publicMessage(answer)));
      else results.push(toResult(one, one.anchor, commit, answer));
    }
  }
  // At a forge asking for the head again costs requests; it was asked a moment ago.
  if (ref !== undefined || !source.remote) await markOutdated(source, commit, results);
  return { repository_id: repository.id, commit, results };
}

/** Adds the results of places whose file cannot be read or has the same content, and answers the others. */
async function settleUnchanged<P extends AnchorPlace>(
  source: RepositorySource,
  commit: string,
  { places, results }: { places: readonly P[]; results: CheckResult[] },
): Promise<P[]> {
  const blobs = await blobsAt(source, commit, [...new Set(places.map(({ path }) => path))]);
  const changed: P[] = [];
  for (const place of places) {
    const oid = blobs.get(place.path) ?? null;
    if (oid instanceof Error) results.push(unreachable(place, publicMessage(oid)));
    else if (oid === place.blob_oid) results.push(inSameBlob(commit, place));
    else changed.push(place);
  }
  return changed;
}

/**
 * Marks what must not replace the verdict on record. A check at the head may, whatever is on record: a branch that was
 * set back is believed. A check at another commit may only where the recorded commit leads to it.
 */
async function markOutdated(
  source: RepositorySource,
  commit: string,
  results: readonly CheckResult[],
): Promise<void> {
  const differing = results.filter(
    ({ basis }) => basis.checked_commit !== null && basis.checked_commit !== commit,
  );
  if (differing.length === 0 || (await source.headCommit().catch(() => null)) === commit) return;
  const leads = new Map<string | null, boolean>();
  for (const result of differing) {
    const { checked_commit } = result.basis;
    const known = leads.get(checked_commit) ?? (await leadsTo(source, checked_commit, commit));
    leads.set(checked_commit, known);
    result.outdated = !known;
  }
}

async function leadsTo(source: RepositorySource, from: string | null, to: string): Promise<boolean> {
  if (from === null || !source.isAncestor) return false;
  return source.isAncestor(from, to).catch(() => false);
}

async function openAt(
  db: Db,
  registered: RegisteredRepository,
  ref: string | undefined,
): Promise<{ source: RepositorySource; commit: string } | { failure: string }> {
  try {
    const source = await openRepositorySource(db, registered);
    return { source, commit: await source.resolveRef(ref) };
  } catch (error) {
    if (ref !== undefined && error instanceof SourceError && error.code === "unknown_ref")
      throw invalidField("/ref", `${error.message} Push it, or fetch the repository, and try again.`);
    return { failure: publicMessage(error) };
  }
}

/** What may be said of a failure. What nobody foresaw is logged, or it would pass for a broken network. */
function publicMessage(error: unknown): string {
  if (error instanceof SourceError || error instanceof AppError) return error.message;
  log().error({ err: error }, "checking a citation failed");
  return "The check failed on the server; it has been logged.";
}

function unreachable(place: AnchorPlace, reason: string): CheckResult {
  return {
    citation_id: place.citation_id,
    memory_id: place.memory_id,
    status: "unreachable",
    path: null,
    line_start: null,
    line_end: null,
    similarity: null,
    confidence: null,
    whitespace_changed: false,
    reason,
    facts: place.facts.filter(isLasting),
    symbol_path: null,
    found_text: null,
    stands_at: null,
    anchor: null,
    basis: basisOf(place),
    outdated: false,
  };
}

function basisOf({
  path,
  blob_oid,
  line_start,
  line_end,
  checked_commit,
}: AnchorPlace): CheckResult["basis"] {
  return { path, blob_oid, line_start, line_end, checked_commit };
}

function inSameBlob(commit: string, place: AnchorPlace): CheckResult {
  const { path, line_start, line_end, blob_oid } = place;
  const located = locatedInSameBlob(place);
  return {
    ...located,
    citation_id: place.citation_id,
    memory_id: place.memory_id,
    path,
    reason: LOCATE_REASONS[located.reason],
    facts: place.facts.filter(isLasting),
    symbol_path: null,
    found_text: null,
    stands_at: null,
    anchor: { commit_sha: commit, blob_oid, path, line_start, line_end, line_hashes: null },
    basis: basisOf(place),
    outdated: false,
  };
}

/** True for a verdict under which the citation's memory may be relied on. */
export function holds(status: CitationStatus): boolean {
  return status === "unchanged" || status === "moved" || status === "renamed";
}

function toResult(place: AnchorPlace, anchor: Anchor, commit: string, found: Judged): CheckResult {
  const { status, line_start, line_end, similarity, confidence, whitespace_changed, reason, file } = found;
  const { facts, symbol_path } = found;
  const where = file && line_start !== null && line_end !== null ? { ...file, line_start, line_end } : null;
  const differs = status === "edited" || whitespace_changed;
  return {
    citation_id: place.citation_id,
    memory_id: place.memory_id,
    path: where?.path ?? null,
    status,
    line_start,
    line_end,
    similarity,
    confidence,
    whitespace_changed,
    reason,
    facts,
    symbol_path,
    found_text:
      where && differs && anchor.snippet !== null
        ? textOfRange(where.lines, where.line_start, where.line_end)
        : null,
    stands_at: found.stands_at ?? null,
    anchor:
      where && holds(status) && confidence >= LOW_CONFIDENCE
        ? {
            commit_sha: commit,
            blob_oid: where.blob_oid,
            path: where.path,
            line_start: where.line_start,
            line_end: where.line_end,
            line_hashes: encodeLineTable(lineTable(where.lines)),
          }
        : null,
    basis: basisOf(place),
    outdated: false,
  };
}
