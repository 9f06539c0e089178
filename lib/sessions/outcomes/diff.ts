import { parsePatch } from "diff";
import { isIdentifier, wordsIn } from "./terms";

/** What a diff touches: the paths of its files, and identifiers that only its added or only its removed lines have. */
export type Touched = { paths: string[]; added: ReadonlySet<string>; removed: ReadonlySet<string> };

const NOTHING: Touched = { paths: [], added: new Set(), removed: new Set() };
const MAX_CHARACTERS = 400_000;
const MAX_LINE = 400;

/** Reads a unified diff. What cannot be read as one is as good as none; a long one is read to 400,000 characters. */
export function readDiff(diff: string | undefined): Touched {
  if (!diff) return NOTHING;
  try {
    const files = parsePatch(wholeLines(diff));
    const paths = files.flatMap(({ oldFileName, newFileName }) => [oldFileName, newFileName].flatMap(pathOf));
    const lines = files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines));
    const added = identifiersOf(lines, "+");
    const removed = identifiersOf(lines, "-");
    return {
      paths: [...new Set(paths)],
      added: new Set([...added].filter((word) => !removed.has(word))),
      removed: new Set([...removed].filter((word) => !added.has(word))),
    };
  } catch {
    return NOTHING;
  }
}

function wholeLines(diff: string): string {
  if (diff.length <= MAX_CHARACTERS) return diff;
  // A hunk that is cut off is not one: what is read ends before the last file that is not whole.
  const cut = diff.lastIndexOf("\n--- ", MAX_CHARACTERS);
  return cut > 0 ? diff.slice(0, cut + 1) : "";
}

function pathOf(name: string | undefined): string[] {
  if (!name || name === "/dev/null") return [];
  return [name.replace(/^[ab]\//, "")];
}

function identifiersOf(lines: readonly string[], sign: "+" | "-"): Set<string> {
  return new Set(
    lines
      .filter((line) => line.startsWith(sign) && line.length <= MAX_LINE)
      .flatMap((line) => wordsIn(line.slice(1)).flatMap((word) => word.split(/[.:]/)))
      .filter(isIdentifier)
      .map((word) => word.toLowerCase()),
  );
}
