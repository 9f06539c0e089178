import { groupBy } from "@/lib/kernel/group-by";
import { decodeSource, lineTable } from "../anchoring/text";
import type { TreeFiles } from "../repositories/source";

type Pair = { from: string; to: string };

/** Files that are compared by their lines at most, so that one look costs two queries. */
const COMPARED = 50;
const CANDIDATES = 3;
/** The share of lines two files must have in common; git's own threshold for a rename is a half too. */
const SIMILAR = 0.5;

/**
 * Which files of `before` stand under another path in `after`, surest first for each: the same content; what the forge
 * reported of renames; and, of the rest, new files that look like it by name or folder and share at least half of its lines.
 * Each new path is given to one old path. Reads at most the contents of 50 old and their 150 most likely new files, and
 * only when something is left to compare.
 */
export async function guessRenames({
  before,
  after,
  reported,
  readBlobs,
}: {
  before: TreeFiles;
  after: TreeFiles;
  reported: readonly Pair[];
  readBlobs: (oids: readonly string[]) => Promise<ReadonlyMap<string, Buffer | null>>;
}): Promise<Pair[]> {
  const gone = new Set([...before.keys()].filter((path) => !after.has(path)));
  const fresh = new Set([...after.keys()].filter((path) => !before.has(path)));
  const found: Pair[] = [];
  const take = (from: string, to: string) => {
    gone.delete(from);
    fresh.delete(to);
    found.push({ from, to });
  };

  const by_oid = groupBy(fresh, (path) => oidOf(after, path));
  for (const from of [...gone]) {
    const same = (by_oid.get(oidOf(before, from)) ?? []).filter((path) => fresh.has(path));
    const [only] = same;
    const best = same.length === 1 ? only : rank(from, same)[0];
    if (best !== undefined) take(from, best);
  }
  for (const { from, to } of reported) if (gone.has(from) && fresh.has(to)) take(from, to);

  const isFile = (files: TreeFiles, path: string) => files.get(path)?.kind === "file";
  const new_files = [...fresh].filter((path) => isFile(after, path));
  const old_files = [...gone].filter((path) => isFile(before, path)).slice(0, COMPARED);
  const left = old_files
    .map((from) => ({ from, candidates: rank(from, new_files).slice(0, CANDIDATES) }))
    .filter(({ candidates }) => candidates.length > 0);
  if (left.length === 0) return found;

  const scored = await scoreCandidates({ before, after, left, readBlobs });
  for (const { from, to, score } of scored.sort((a, b) => b.score - a.score))
    if (score >= SIMILAR && gone.has(from) && fresh.has(to)) take(from, to);
  return found;
}

/** How much of each old file is in each new one that it could be. */
async function scoreCandidates({
  before,
  after,
  left,
  readBlobs,
}: {
  before: TreeFiles;
  after: TreeFiles;
  left: readonly { from: string; candidates: readonly string[] }[];
  readBlobs: (oids: readonly string[]) => Promise<ReadonlyMap<string, Buffer | null>>;
}): Promise<(Pair & { score: number })[]> {
  const contents = await readBlobs([
    ...new Set(
      left.flatMap(({ from, candidates }) => [
        oidOf(before, from),
        ...candidates.map((path) => oidOf(after, path)),
      ]),
    ),
  ]);
  const counts = new Map([...contents].map(([oid, bytes]) => [oid, bytes ? countLines(bytes) : null]));
  return left.flatMap(({ from, candidates }) =>
    candidates.map((to) => ({
      from,
      to,
      score: overlap(counts.get(oidOf(before, from)), counts.get(oidOf(after, to))),
    })),
  );
}

function oidOf(files: TreeFiles, path: string): string {
  return files.get(path)?.oid ?? "";
}

/** Paths that could be where a file went, likeliest first; those without a name or a folder in common are left out. */
function rank(from: string, paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, score: likeness(from, path) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.path.localeCompare(b.path))
    .map(({ path }) => path);
}

/** A name weighs more than any number of folders, an ending alone the least. */
function likeness(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  const [name = "", other = ""] = [left.pop(), right.pop()];
  const shared = left.filter((folder) => right.includes(folder)).length;
  const folders = shared / Math.max(left.length, right.length, 1);
  const same_ending = name.split(".").at(-1) === other.split(".").at(-1);
  const stem = (file: string) => file.replace(/\.[^.]*$/, "").toLowerCase();
  if (name === other) return 4 + folders;
  if (stem(name) === stem(other)) return 3 + folders;
  if (same_ending) return 1 + folders;
  return 0;
}

type LineCounts = { total: number; of: ReadonlyMap<number, number> };

/** How often each line is in a file, white space aside; null for what is not text. */
function countLines(bytes: Buffer): LineCounts | null {
  const decoded = decodeSource(bytes);
  if (decoded.kind !== "text") return null;
  const of = new Map<number, number>();
  for (const hash of lineTable(decoded.lines).loose) of.set(hash, (of.get(hash) ?? 0) + 1);
  return { total: decoded.lines.length, of };
}

function overlap(a: LineCounts | null | undefined, b: LineCounts | null | undefined): number {
  if (!a || !b || a.total === 0 || b.total === 0) return 0;
  let shared = 0;
  for (const [hash, count] of a.of) shared += Math.min(count, b.of.get(hash) ?? 0);
  return shared / Math.max(a.total, b.total);
}
