import type { Db } from "@/lib/db/client";
import { invalidField } from "@/lib/kernel/errors";
import { decodeSource, isLfsPointer, textOfRange, truncateUtf8 } from "../anchoring/text";
import { checkCitations } from "../checks/check";
import type { Citation, CitationDetail, CodePlace, Repository } from "../contract";
import { whyMissing } from "../repositories/missing-path";
import { parseRepositoryPath, type RepositorySource, SourceError } from "../repositories/source";
import { openRepositorySource, type RegisteredRepository, unavailable } from "../repositories/sources";

const CONTEXT_LINES = 4;
const READ_BYTES = 65_536;

type Range = { path: string; line_start: number; line_end: number };

export type ThenAndNow = Pick<CitationDetail, "was" | "now" | "head" | "current">;

/**
 * A citation as it was and as it stands at the head, with 4 lines around. What cannot be read is null; a citation of
 * which only hashes are kept shows no text.
 */
export async function readThenAndNow(
  db: Db,
  params: { organization_id: string; repository: Repository; citation: Citation },
): Promise<ThenAndNow> {
  const { organization_id, repository, citation } = params;
  const source = await openRepositorySource(db, params).catch(() => null);
  const { commit, results } = await checkCitations(db, {
    organization_id,
    repository_id: repository.id,
    memory_ids: [citation.memory_id],
    citation_ids: [citation.id],
  });
  const [current] = results;
  const { status, path, line_start, line_end } = current ?? { status: "unreachable" };
  const known = citation.snippet !== null;
  const kept =
    citation.snippet === null
      ? null
      : {
          ...citation.original,
          commit_sha: citation.commit_sha,
          text: citation.snippet,
          before: "",
          after: "",
        };
  const now = path && line_start && line_end ? { path, line_start, line_end } : null;
  return {
    was: (known && source && (await readPlace(source, citation.commit_sha, citation.original))) || kept,
    now: known && source && now ? await readPlace(source, commit, now) : null,
    head: status === "unreachable" ? null : commit,
    current: current ? { ...current, facts: [...current.facts] } : null,
  };
}

/** Null when the lines are not there, or git has the commit no more. */
export async function readPlace(
  source: RepositorySource,
  commit_sha: string,
  range: Range,
): Promise<CodePlace | null> {
  const file = await source.readFile(commit_sha, range.path).catch((error: unknown) => {
    if (error instanceof SourceError) return null;
    throw error;
  });
  const decoded = file?.bytes && file.kind === "file" ? decodeSource(file.bytes) : null;
  if (decoded?.kind !== "text" || range.line_end > decoded.lines.length) return null;
  const { path, line_start, line_end } = range;
  const { lines } = decoded;
  return {
    path,
    line_start,
    line_end,
    commit_sha,
    text: truncateUtf8(textOfRange(lines, line_start, line_end), READ_BYTES),
    before: textOfRange(lines, Math.max(1, line_start - CONTEXT_LINES), line_start - 1),
    after: textOfRange(lines, line_end + 1, line_end + CONTEXT_LINES),
  };
}

export type ReadLines = Range & {
  commit_sha: string;
  exists: boolean;
  text: string | null;
  truncated: boolean;
  line_count: number | null;
  reason: string | null;
};

/**
 * The lines of a file at `ref` (default: the head of the default branch), or the reason why they are not there.
 * @throws AppError invalid_input for a ref that does not exist or a path that leaves the repository; unavailable.
 */
export async function readLines(
  db: Db,
  params: RegisteredRepository & Range & { ref?: string },
): Promise<ReadLines> {
  const { repository } = params;
  const source = await openRepositorySource(db, params);
  try {
    const path = parseRepositoryPath(params.path);
    const commit_sha = await source.resolveRef(params.ref);
    const file = await source.readFile(commit_sha, path);
    const { line_start, line_end } = params;
    const answer = { path, line_start, line_end, commit_sha };
    const absent = (reason: string, line_count: number | null = null): ReadLines => ({
      ...answer,
      exists: false,
      text: null,
      truncated: false,
      line_count,
      reason,
    });
    if (!file) {
      const why = await whyMissing(source, commit_sha, path);
      return absent(why === null ? "There is no file at this path in this commit." : `The path ${why}.`);
    }
    if (file.kind !== "file") return absent(`This path is a ${file.kind}, not a file.`);
    if (!file.bytes) return absent("The file is too large to be read here.");
    if (isLfsPointer(file.bytes))
      return absent("The file is stored in Git LFS, so the repository does not contain its lines.");
    const decoded = decodeSource(file.bytes);
    if (decoded.kind === "binary") return absent("The file is binary: it has no lines.");
    const { length } = decoded.lines;
    if (line_end > length)
      return absent(`The file has ${length} ${length === 1 ? "line" : "lines"}.`, length);
    const whole = textOfRange(decoded.lines, line_start, line_end);
    const text = truncateUtf8(whole, READ_BYTES);
    const truncated = text.length < whole.length;
    return { ...answer, exists: true, text, truncated, line_count: length, reason: null };
  } catch (error) {
    if (error instanceof SourceError && error.code === "invalid_path")
      throw invalidField("/path", error.message);
    if (error instanceof SourceError && error.code === "unknown_ref")
      throw invalidField("/ref", error.message);
    throw unavailable(repository.name, error);
  }
}
