import type { Db } from "@/lib/db/client";
import { anchorColumns, basisColumns } from "@/lib/db/sql/citations";
import { LOCATE_REASONS } from "../anchoring/located";
import { blobsAt } from "../anchoring/source-cache";
import { sha256, textOfRange, truncateUtf8 } from "../anchoring/text";
import { holds } from "../checks/check";
import { findLineTables } from "../checks/queries";
import { LOW_CONFIDENCE, type Repository } from "../contract";
import { type RepositorySource, SourceError, unlessFailed } from "../repositories/source";
import { openRepositorySource } from "../repositories/sources";
import { followAndJudge, isLasting, type Judged } from "../syntax/facts";
import { differsInDocumentation, isReallyEdited } from "./edited";
import * as queries from "./queries";

const FOUND_TEXT_BYTES = 2048;
const SUPPORTS_AT_ONCE = 500;

type Follow = {
  organization_id: string;
  repository: Repository;
  commit: string;
  memory_ids?: readonly string[];
  /** Answers texts in their order, null for each that holds a secret; null stays null. */
  withoutSecrets: (texts: readonly (string | null)[]) => Promise<readonly (string | null)[]>;
  now: Date;
  signal?: AbortSignal;
};

/**
 * Follows the supports of a repository's memories to a commit and keeps what was found: where they moved, and which read
 * differently; of a text with a secret only its hash. Those in files that did not change since they were followed last
 * cost nothing. What cannot be read stays as it is. Only for the head of the default branch. @returns how many were
 * followed.
 * @throws SourceError when the repository cannot be read; the signal's reason when it is aborted.
 */
export async function followSupports(db: Db, params: Follow): Promise<number> {
  const { organization_id, repository, commit, memory_ids, withoutSecrets, now, signal } = params;
  const ids = { organization_id, repository_id: repository.id, memory_ids };
  const files = await queries.listSupportFiles(db, ids);
  if (files.length === 0) return 0;
  const source = await openRepositorySource(db, params);
  const watched = files.flatMap(({ path, found_path }) => [path, found_path ?? path]);
  const blobs = await blobsAt(source, commit, [...new Set(watched)]);
  const hasOther = (path: string, seen: string | null): boolean => {
    const oid = blobs.get(path) ?? null;
    return !(oid instanceof Error) && oid !== seen;
  };
  const isChanged = ({ path, seen_blob_oid, found_path, found_blob_oid }: queries.SupportFile): boolean =>
    hasOther(path, seen_blob_oid) ||
    (found_path !== null && found_path !== path && hasOther(found_path, found_blob_oid));
  const paths = [...new Set(files.filter(isChanged).map(({ path }) => path))];
  if (paths.length === 0) return 0;
  const supports = (await queries.listSupportsIn(db, { ...ids, paths })).filter(isChanged);
  for (let start = 0; start < supports.length; start += SUPPORTS_AT_ONCE) {
    signal?.throwIfAborted();
    const some = supports.slice(start, start + SUPPORTS_AT_ONCE);
    const checks = await checkSome(db, { source, organization_id, commit, supports: some, blobs, signal });
    // Of a branch that moved meanwhile the next check says more.
    if (!source.remote && (await source.headCommit()) !== commit) return start;
    const kept = await withKeptTexts(checks, withoutSecrets);
    await queries.writeSupportChecks(db, { organization_id, commit, now, checks: kept });
  }
  return supports.length;
}

/** Of whole texts the beginning of those that may be kept: a secret that was cut would not be known as one. */
async function withKeptTexts(
  checks: readonly queries.SupportCheckRow[],
  withoutSecrets: Follow["withoutSecrets"],
): Promise<queries.SupportCheckRow[]> {
  const kept = await withoutSecrets(checks.map(({ found_text }) => found_text));
  return checks.map((check, index) => {
    const text = kept[index] ?? null;
    return { ...check, found_text: text === null ? null : truncateUtf8(text, FOUND_TEXT_BYTES) };
  });
}

async function checkSome(
  db: Db,
  {
    source,
    organization_id,
    commit,
    supports,
    blobs,
    signal,
  }: {
    source: RepositorySource;
    organization_id: string;
    commit: string;
    supports: readonly queries.FollowedSupport[];
    blobs: ReadonlyMap<string, string | null | Error>;
    signal?: AbortSignal;
  },
): Promise<queries.SupportCheckRow[]> {
  const seenAt = (path: string): string | null => {
    const oid = blobs.get(path);
    if (typeof oid === "string") return oid;
    return null;
  };
  const storedTables = (blob_oids: readonly string[]) => findLineTables(db, { organization_id, blob_oids });
  const back = supports.filter(({ path, blob_oid }) => seenAt(path) === blob_oid);
  const cited = supports.filter((one) => !back.includes(one));
  const followed = await unlessFailed(followAndJudge(source, commit, { cited, storedTables, signal }));
  if (followed instanceof SourceError) throw followed;
  return [
    ...back.map((support) => toRow(support, { commit, seen_blob_oid: support.blob_oid, found: null })),
    ...cited.flatMap((support) => {
      const found = followed.get(support.citation_id);
      if (!found || found instanceof Error) return [];
      return [toRow(support, { commit, seen_blob_oid: seenAt(support.path), found })];
    }),
  ];
}

/** `found`: null where its file is the blob again in which it was anchored. */
function toRow(
  support: queries.FollowedSupport,
  { commit, seen_blob_oid, found }: { commit: string; seen_blob_oid: string | null; found: Judged | null },
): queries.SupportCheckRow {
  const { anchor, path, blob_oid, facts, checked_commit } = support;
  const { line_start, line_end } = anchor;
  const row: queries.SupportCheckRow = {
    id: support.citation_id,
    status: "unchanged",
    facts: facts.filter(isLasting),
    confidence: 1,
    reason: LOCATE_REASONS.same_blob,
    is_edited: false,
    seen_blob_oid,
    found_path: path,
    found_blob_oid: seen_blob_oid,
    found_line_start: line_start,
    found_line_end: line_end,
    found_text: null,
    found_sha256: null,
    symbol_path: null,
    ...anchorColumns(null),
    ...basisColumns({ path, blob_oid, line_start, line_end, checked_commit }),
  };
  if (!found) return row;
  return { ...row, ...whatWasFound(support, { commit, found }) };
}

function whatWasFound(
  { anchor }: queries.FollowedSupport,
  { commit, found }: { commit: string; found: Judged },
): Partial<queries.SupportCheckRow> {
  const { status, facts, confidence, reason, symbol_path, file, line_start, line_end } = found;
  const base = { status, facts, confidence, reason, symbol_path, is_edited: isReallyEdited(found) };
  const gone = { found_path: null, found_blob_oid: null, found_line_start: null, found_line_end: null };
  if (!file || line_start === null || line_end === null) return { ...base, ...gone };
  const text = textOfRange(file.lines, line_start, line_end);
  const place = {
    found_path: file.path,
    found_blob_oid: file.blob_oid,
    found_line_start: line_start,
    found_line_end: line_end,
  };
  if (holds(status) && confidence >= LOW_CONFIDENCE)
    return {
      ...base,
      ...place,
      seen_blob_oid: file.blob_oid,
      ...anchorColumns({
        path: file.path,
        blob_oid: file.blob_oid,
        commit_sha: commit,
        line_start,
        line_end,
      }),
    };
  const documented = anchor.snippet !== null && differsInDocumentation(anchor.snippet, text);
  return {
    ...base,
    ...place,
    is_edited: base.is_edited && !documented,
    found_text: anchor.snippet === null ? null : text,
    found_sha256: sha256(text),
  };
}
