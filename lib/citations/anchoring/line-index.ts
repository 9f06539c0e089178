import { lowerBound } from "@/lib/kernel/sorted";
import type { TreeFiles } from "../repositories/source";
import { alnumCount, BLANK_HASH, decodeSource, hashLine, type LineTable, withoutWhitespace } from "./text";

/** Which lines each text file of a tree holds: enough to find a text, or a file under another name, in memory. */
export interface LineIndex {
  /** Paths of files that hold a line, white space aside; at most `most`. Hashes may collide. */
  holding(line: string, most: number): string[];
  /** Files that share the largest part of a file's telling lines, best first. */
  alike(table: LineTable, most: number): string[];
}

const INFORMATIVE_ALNUM = 5;
/** Lines of a file that other files are asked for, and of these how many every file is asked for. */
const SAMPLE = 64;
const FIRST_SAMPLE = 16;
/** Files that are asked for all of the sample. */
const CLOSER_LOOKS = 64;
const NOTHING = new Int32Array(0);

/**
 * The distinct `loose` hashes of a file's telling lines, sorted: what {@link createLineIndex} looks in. Empty for what
 * is no text. Four bytes a line.
 */
export function lineSet(bytes: Buffer): Int32Array {
  const decoded = decodeSource(bytes);
  if (decoded.kind !== "text") return NOTHING;
  const hashes = new Set<number>();
  for (const line of decoded.lines) {
    const bare = withoutWhitespace(line);
    if (bare.length >= INFORMATIVE_ALNUM && alnumCount(bare) >= INFORMATIVE_ALNUM) hashes.add(hashLine(bare));
  }
  return Int32Array.from(hashes).sort();
}

const has = (sorted: Int32Array, wanted: number): boolean => sorted[lowerBound(sorted, wanted)] === wanted;

function sampleOf<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((one) => one !== undefined);
}

export function createLineIndex(files: TreeFiles, setOf: (oid: string) => Int32Array | undefined): LineIndex {
  const held = [...files].flatMap(([path, { kind, oid }]) => {
    const set = kind === "file" ? setOf(oid) : undefined;
    if (set && set.length > 0) return [{ path, set }];
    return [];
  });
  return {
    holding(line, most) {
      const wanted = hashLine(withoutWhitespace(line));
      const paths: string[] = [];
      for (const { path, set } of held) {
        if (!has(set, wanted)) continue;
        paths.push(path);
        if (paths.length === most) break;
      }
      return paths;
    },
    alike(table, most) {
      const wanted = [...new Set(table.loose)].filter((hash) => hash !== BLANK_HASH);
      // A sample tells as well as all of a long file, and a small one which files are worth a closer look.
      const asked = sampleOf(wanted, SAMPLE);
      const first = sampleOf(asked, FIRST_SAMPLE);
      const count = (set: Int32Array, hashes: readonly number[]): number =>
        hashes.reduce((sum, hash) => sum + (has(set, hash) ? 1 : 0), 0);
      const likely = held
        .map(({ path, set }) => ({ path, set, shared: count(set, first) }))
        .filter(({ shared }) => shared > 0)
        .sort((left, right) => right.shared - left.shared)
        .slice(0, CLOSER_LOOKS);
      return likely
        .map(({ path, set }) => ({ path, shared: count(set, asked) }))
        .filter(({ shared }) => shared >= 2)
        .sort((left, right) => right.shared - left.shared)
        .slice(0, most)
        .map(({ path }) => path);
    },
  };
}
