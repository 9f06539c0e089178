import type { Db } from "@/lib/db/client";
import { invalidField } from "@/lib/kernel/errors";
import { textOfRange, truncateUtf8 } from "../anchoring/text";
import { type PreparedCitation, prepareEachCitation } from "../citations/prepare";
import type { CitationFact, CitationInput, CitationStatus, Repository, StandsAt } from "../contract";
import { type RepositorySource, SourceError } from "../repositories/source";
import { openRepositorySource, unavailable } from "../repositories/sources";
import { followAndJudge, type Judged } from "../syntax/facts";

/** What became of a place that no memory cites. Lines are where the text stands; those asked for where it does not. */
export type VerifiedPlace = {
  path: string;
  line_start: number;
  line_end: number;
  status: CitationStatus;
  similarity: number | null;
  confidence: number | null;
  whitespace_changed: boolean;
  stands_at: StandsAt | null;
  facts: readonly CitationFact[];
  content: string | null;
  /** Why it does not hold. */
  error: string | null;
};

const CONTENT_BYTES = 4096;

/**
 * Where cited places stand at `ref` (default: the head of the default branch), without storing anything: those with a
 * `sha` are followed from that commit, the others must exist at `ref`. One answer for each, in their order.
 * @throws AppError invalid_input at `/ref` for a ref that does not exist; unavailable.
 */
export async function verifyPlaces(
  db: Db,
  params: {
    organization_id: string;
    repository: Repository;
    citations: readonly CitationInput[];
    ref?: string;
  },
): Promise<{ commit: string; places: VerifiedPlace[] }> {
  const { repository, citations, ref } = params;
  const source = await openRepositorySource(db, params);
  try {
    const commit = await source.resolveRef(ref);
    const asked = citations.map((citation) => ({ ...citation, sha: citation.sha ?? commit }));
    const read = await prepareEachCitation(source, { repository, citations: asked });
    const prepared = read.flatMap((one, index) => ("detail" in one ? [] : [{ one, index }]));
    const found = await followPrepared(source, commit, prepared);
    const places = read.map((one, index): VerifiedPlace => {
      const citation = citations[index];
      if (!citation) throw new Error("a citation has one answer");
      if ("detail" in one) return absent(citation, `\`${one.field}\` ${one.detail}.`);
      return toPlace(one, found.get(String(index)));
    });
    return { commit, places };
  } catch (error) {
    if (error instanceof SourceError && error.code === "unknown_ref")
      throw invalidField("/ref", error.message);
    throw unavailable(repository.name, error);
  }
}

/** Follows what was read at other commits; what is not answered stands where it was read. */
async function followPrepared(
  source: RepositorySource,
  commit: string,
  prepared: readonly { one: PreparedCitation; index: number }[],
): Promise<ReadonlyMap<string, Judged | Error>> {
  const elsewhere = prepared.filter(({ one }) => one.commit_sha !== commit);
  const cited = elsewhere.map(({ one: { path, commit_sha, blob_oid, anchor, syntax }, index }) => ({
    citation_id: String(index),
    path,
    commit_sha,
    blob_oid,
    anchor,
    signature: syntax.signature,
    facts: [],
  }));
  if (cited.length === 0) return new Map();
  return followAndJudge(source, commit, { cited, storedTables: async () => new Map() });
}

function absent({ path, line_start, line_end }: CitationInput, error: string): VerifiedPlace {
  return {
    path,
    line_start,
    line_end,
    error,
    status: "missing",
    similarity: null,
    confidence: 1,
    whitespace_changed: false,
    stands_at: null,
    facts: [],
    content: null,
  };
}

function toPlace(prepared: PreparedCitation, found: Judged | Error | undefined): VerifiedPlace {
  const { path, line_start, line_end, text } = prepared;
  const as_read = { path, line_start, line_end, stands_at: null, facts: [], whitespace_changed: false };
  if (found === undefined)
    return {
      ...as_read,
      status: "unchanged",
      similarity: 1,
      confidence: 1,
      content: truncateUtf8(text, CONTENT_BYTES),
      error: null,
    };
  if (found instanceof Error) {
    const error = found instanceof SourceError ? found.message : "It could not be checked.";
    return { ...as_read, status: "unreachable", similarity: null, confidence: null, content: null, error };
  }
  const { status, similarity, confidence, whitespace_changed, stands_at, facts, reason, file } = found;
  const holds = status !== "edited" && status !== "missing";
  const verdict = { status, similarity, confidence, whitespace_changed, facts, error: holds ? null : reason };
  if (!file || found.line_start === null || found.line_end === null)
    return { ...as_read, ...verdict, stands_at: stands_at ?? null, content: null };
  const where = { path: file.path, line_start: found.line_start, line_end: found.line_end };
  const content = truncateUtf8(textOfRange(file.lines, where.line_start, where.line_end), CONTENT_BYTES);
  return { ...where, ...verdict, content, stands_at: stands_at ?? null };
}
