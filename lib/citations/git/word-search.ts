import type { WordPlace } from "../repositories/source";
import { type GitRepository, run } from "./git-repository";
import { rootOf } from "./refs";

/** Words of one `git grep`, which is one pass over the tree. */
const WORDS_A_SEARCH = 60;
/** Of a word that is in more lines, which one is meant is unknown. */
const MOST_PLACES = 2_000;
const MOST_LINE = 400;

/**
 * The lines in which words stand as whole words, at a commit. A word with more than {@link MOST_PLACES} lines is left out;
 * null when the tree cannot be searched, as in a partial clone.
 */
export async function linesWithWords(
  repository: GitRepository,
  commit: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly WordPlace[]> | null> {
  await rootOf(repository, commit);
  const found = new Map<string, WordPlace[]>();
  for (let start = 0; start < words.length; start += WORDS_A_SEARCH) {
    const some = words.slice(start, start + WORDS_A_SEARCH);
    // One pattern: git tries several one after the other, on every line.
    const pattern = some.map((word) => word.replaceAll("$", "[$]")).join("|");
    const flags = ["-I", "-E", "-w", "-n", "-z", "--no-color", "--no-column", "--full-name"];
    const { exit_code, stdout } = await run(repository, [
      "grep",
      ...flags,
      "-e",
      `(${pattern})`,
      commit,
      "--",
    ]);
    if (exit_code > 1) return null;
    const wanted = new Set(some);
    for (const place of placesIn(stdout.toString("utf8"), commit))
      for (const word of new Set(place.text.match(/[A-Za-z_$][\w$]*/g)))
        if (wanted.has(word)) add(found, word, place);
  }
  for (const [word, places] of found) if (places.length > MOST_PLACES) found.delete(word);
  return found;
}

function add(found: Map<string, WordPlace[]>, word: string, place: WordPlace): void {
  const places = found.get(word);
  if (!places) found.set(word, [place]);
  else if (places.length <= MOST_PLACES) places.push(place);
}

/** `grep -n -z`: `<commit>:<path>\0<line>\0<text>\n` for each line. */
function* placesIn(output: string, commit: string): Generator<WordPlace> {
  const prefix = `${commit}:`;
  for (const row of output.split("\n")) {
    const [where = "", line = "", text = ""] = row.split("\0");
    if (!where.startsWith(prefix) || text.length > MOST_LINE) continue;
    yield { path: where.slice(prefix.length), line: Number(line), text };
  }
}
