import { LOW_CONFIDENCE, type StandsAt } from "../fields";
import type { RepositorySource } from "../repositories/source";
import { type OldFile, oldFile } from "./cited-text";
import { judge } from "./follow-file";
import { locate } from "./locate";
import { searchLines } from "./locate-renamed";
import type { Cited } from "./relocate";
import { askForLines, pathsWithLines, searchIn } from "./search-elsewhere";
import type { Answer, BlobCache, Trees } from "./source-cache";

type Params = {
  source: RepositorySource;
  trees: Trees;
  blobCache: BlobCache;
  one: Cited;
  old: OldFile | null;
  answer: Answer;
  /** Files that hold its telling lines now. */
  rivals: readonly string[];
};

/**
 * Where a text was copied to before it went from its own place: a copy that came after it was cited, and stood there when
 * it was last seen. Null when there is none, several are alike, or it stood there all along.
 */
export async function findCopy(params: Params): Promise<StandsAt | null> {
  const { one, answer } = params;
  const { original } = one;
  if (answer.status !== "missing" && answer.status !== "edited") return null;
  if (answer.confidence < LOW_CONFIDENCE || !original || original.commit_sha === one.commit_sha) return null;
  const found = (await copyInFile(params, original)) ?? (await copyElsewhere(params, original.commit_sha));
  if (!found) return null;
  const { file, line_start, line_end, confidence } = found;
  if (!file || line_start === null || line_end === null || confidence < LOW_CONFIDENCE) return null;
  return { path: file.path, line_start, line_end, since: one.commit_sha };
}

/** The file itself, followed from the state in which it was cited. */
async function copyInFile(
  { one, answer, blobCache }: Params,
  original: NonNullable<Cited["original"]>,
): Promise<Answer | null> {
  const { file } = answer;
  const { path, blob_oid, line_start, line_end } = original;
  if (file?.path !== path) return null;
  await blobCache.fetch([blob_oid]);
  const then = blobCache.text(blob_oid);
  if (then?.kind !== "text") return null;
  const old = oldFile(then);
  const anchor = { ...one.anchor, line_start, line_end };
  const found = judge({ one: { ...one, anchor }, old, blobCache }, file, (next) => locate(anchor, old, next));
  if (found.status === "unchanged" || found.status === "moved") return found;
  return null;
}

async function copyElsewhere(
  { source, trees, blobCache, one, old, rivals }: Params,
  commit_sha: string,
): Promise<Answer | null> {
  const lines = searchLines(one.anchor, old);
  if (lines.length === 0 || rivals.length === 0) return null;
  const then = pathsWithLines(lines, await askForLines(source, commit_sha, lines));
  const found = await searchIn(rivals, {
    one: { ...one, commit_sha },
    old,
    trees,
    blobCache,
    copies: then?.filter((path) => path !== one.path) ?? null,
  });
  if (found !== null && found !== "alike" && found.status === "renamed") return found;
  return null;
}

export function withCopy<A extends Answer>(answer: A, stands_at: StandsAt): A {
  const { path, line_start, line_end, since } = stands_at;
  const lines = line_start === line_end ? `${line_start}` : `${line_start}–${line_end}`;
  const where = `The same text is at ${path}:${lines} since commit ${since.slice(0, 8)} or before.`;
  return { ...answer, stands_at, reason: `${answer.reason} ${where}` };
}
