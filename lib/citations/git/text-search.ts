import { LRUCache } from "lru-cache";
import { createLineIndex, type LineIndex, lineSet } from "../anchoring/line-index";
import { withoutWhitespace } from "../anchoring/text";
import { MOST_HELD_FILES } from "../repositories/source";
import { type GitRepository, readObject, run } from "./git-repository";
import { rootOf } from "./refs";
import { listFiles } from "./trees";

/** Larger files are not looked into when a text is searched. */
const MOST_INDEXED_BYTES = 1_000_000;
const BLOBS_AT_ONCE = 200;
const NO_LINES = new Int32Array(0);

/** Lines of one `git grep`: each costs a pass over the tree, and all of them stand on the command line. */
const LINES_A_SEARCH = 100;
/** A line in more files than this tells nothing about where a text went. */
const FILES_A_LINE = 100;
const LONGEST_NEEDLE = 1000;

/** The lines of blobs, see {@link lineSet}; at most 40 MB. */
const line_sets = new LRUCache<string, Int32Array>({
  maxSize: 40_000_000,
  sizeCalculation: (set) => set.byteLength + 200,
});

/**
 * What the files of a commit hold, line by line. Only blobs not seen before are read, so that the next head costs
 * little. Null for a tree too large to be held: git searches that one itself.
 */
export async function indexOf(repository: GitRepository, commit: string): Promise<LineIndex | null> {
  const files = await listFiles(repository, commit);
  const known = repository.indexes.get(files);
  if (known) return known;
  if (files.size > MOST_HELD_FILES) return null;
  const wanted = new Set<string>();
  for (const { kind, oid } of files.values())
    if (kind === "file" && !line_sets.has(`${repository.git_dir}\0${oid}`)) wanted.add(oid);
  const oids = [...wanted];
  for (let start = 0; start < oids.length; start += BLOBS_AT_ONCE)
    await Promise.all(
      oids.slice(start, start + BLOBS_AT_ONCE).map(async (oid) => {
        const object = await readObject(repository, oid);
        const small = object?.type === "blob" && object.bytes && object.size <= MOST_INDEXED_BYTES;
        line_sets.set(
          `${repository.git_dir}\0${oid}`,
          small && object.bytes ? lineSet(object.bytes) : NO_LINES,
        );
      }),
    );
  const index = createLineIndex(files, (oid) => line_sets.get(`${repository.git_dir}\0${oid}`));
  repository.indexes.set(files, index);
  return index;
}

export async function filesWithText(
  repository: GitRepository,
  commit: string,
  lines: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const index = await indexOf(repository, commit);
  if (index) return new Map(lines.map((line) => [line, index.holding(line, FILES_A_LINE)]));
  await rootOf(repository, commit);
  const found = new Map(lines.map((line) => [withoutWhitespace(line), new Set<string>()]));
  const needles = [...new Set(lines)].filter((line) => line !== "" && line.length <= LONGEST_NEEDLE);
  for (let start = 0; start < needles.length; start += LINES_A_SEARCH) {
    const { exit_code, stdout } = await run(repository, [
      "grep",
      "-I",
      "-F",
      "-z",
      "--no-color",
      "--no-line-number",
      "--no-column",
      "--full-name",
      ...needles.slice(start, start + LINES_A_SEARCH).flatMap((line) => ["-e", line]),
      commit,
      "--",
    ]);
    // 1: nothing found. Worse happens where blobs are missing, as in a partial clone.
    if (exit_code > 1) return null;
    for (const [path, line] of parseMatches(stdout.toString("utf8"), commit)) {
      const paths = found.get(withoutWhitespace(line));
      if (paths && paths.size < FILES_A_LINE) paths.add(path);
    }
  }
  return new Map(lines.map((line) => [line, [...(found.get(withoutWhitespace(line)) ?? [])]]));
}

/** `grep -z`: `<commit>:<path>\0<line>\n` for each match. */
function* parseMatches(output: string, commit: string): Generator<[path: string, line: string]> {
  const prefix = `${commit}:`;
  for (let offset = 0; offset < output.length; ) {
    const end_of_path = output.indexOf("\0", offset);
    const end_of_line = output.indexOf("\n", end_of_path);
    if (end_of_path < 0 || end_of_line < 0) return;
    yield [output.slice(offset + prefix.length, end_of_path), output.slice(end_of_path + 1, end_of_line)];
    offset = end_of_line + 1;
  }
}
