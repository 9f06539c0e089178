import { LRUCache } from "lru-cache";

/** Larger files are not looked into when a text is searched. */
export const MOST_INDEXED_BYTES = 1_000_000;
export const BLOBS_AT_ONCE = 200;
export const NO_LINES = new Int32Array(0);

/** Lines of one `git grep`: each costs a pass over the tree, and all of them stand on the command line. */
export const LINES_A_SEARCH = 100;
/** A line in more files than this tells nothing about where a text went. */
export const FILES_A_LINE = 100;
export const LONGEST_NEEDLE = 1000;

/** The lines of blobs, see {@link lineSet}; at most 40 MB. */
export const line_sets = new LRUCache<string, Int32Array>({
  maxSize: 40_000_000,
  sizeCalculation: (set) => set.byteLength + 200,
});

/** `grep -z`: `<commit>:<path>\0<line>\n` for each match. */
export function* parseMatches(output: string, commit: string): Generator<[path: string, line: string]> {
  const prefix = `${commit}:`;
  for (let offset = 0; offset < output.length; ) {
    const end_of_path = output.indexOf("\0", offset);
    const end_of_line = output.indexOf("\n", end_of_path);
    if (end_of_path < 0 || end_of_line < 0) return;
    yield [output.slice(offset + prefix.length, end_of_path), output.slice(end_of_path + 1, end_of_line)];
    offset = end_of_line + 1;
  }
}
