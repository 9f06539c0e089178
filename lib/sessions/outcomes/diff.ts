import { isIdentifier, wordsIn } from "./terms";

/** What a diff touches: the paths of its files, and identifiers that only its added or only its removed lines have. */
export type Touched = { paths: string[]; added: ReadonlySet<string>; removed: ReadonlySet<string> };

const MAX_CHARACTERS = 400_000;
const MAX_LINE = 400;
const FILE = /^(?:---|\+\+\+) (?:[ab]\/)?([^\t\n]+)/;

/**
 * Reads a unified diff line by line, to 400,000 characters. Agents cut diffs and write the counts of hunks by hand, which
 * a parser of patches refuses; here what is no diff has no paths and no lines.
 */
export function readDiff(diff: string | undefined): Touched {
  const lines = (diff ?? "")
    .slice(0, MAX_CHARACTERS)
    .split(/\r?\n/)
    .filter((line) => line.length <= MAX_LINE);
  const paths = lines.flatMap((line) => FILE.exec(line)?.[1]?.trim() ?? []);
  const added = identifiersOf(lines, "+");
  const removed = identifiersOf(lines, "-");
  return {
    paths: [...new Set(paths)].filter((path) => path !== "/dev/null"),
    added: new Set([...added].filter((word) => !removed.has(word))),
    removed: new Set([...removed].filter((word) => !added.has(word))),
  };
}

function identifiersOf(lines: readonly string[], sign: "+" | "-"): Set<string> {
  return new Set(
    lines
      .filter((line) => line.startsWith(sign) && !FILE.test(line))
      .flatMap((line) => wordsIn(line.slice(1)).flatMap((word) => word.split(/[.:]/)))
      .filter(isIdentifier)
      .map((word) => word.toLowerCase()),
  );
}
