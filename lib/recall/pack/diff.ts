import { parsePatch, type StructuredPatch } from "diff";
import { isManifest, type LineRange } from "@/lib/memories";
import { identifiersIn } from "./identifiers";

export type DiffSummary = {
  /** Files it changes, from the repository's root; of a renamed file the old path too. */
  paths: string[];
  /** The lines that it touches, as they are before the change; of a new file, after it. */
  hunks: LineRange[];
  /** Names in changed lines, the most telling first. */
  identifiers: string[];
  added_lines: number;
  removed_lines: number;
  /** What of it could not be used, in words. */
  degraded: string[];
};

/** A diff of 2 MB is read whole. */
const MAX_CHARACTERS = 2 * 1_024 * 1_024;
const MAX_PATHS = 2_000;
const MAX_HUNKS = 5_000;
const MAX_PATH_LENGTH = 1_000;
const MAX_IDENTIFIERS = 60;
const TIME_LIMIT_MS = 250;

/**
 * Reads a unified diff, of git or of another tool. Takes a quarter of a second at most, and never throws: what cannot be
 * read is left out and named in `degraded`.
 */
export function readDiff(text: string): DiffSummary {
  const summary: DiffSummary = {
    paths: [],
    hunks: [],
    identifiers: [],
    added_lines: 0,
    removed_lines: 0,
    degraded: [],
  };
  if (text.trim() === "") return summary;
  const { sections, isCut } = splitByFile(text);
  const deadline = performance.now() + TIME_LIMIT_MS;
  const lines: string[] = [];
  const paths = new Set<string>();
  let unparsed = 0;
  let unread = 0;
  for (const section of sections) {
    const file = performance.now() < deadline ? readFile(section) : pathsOnly(section);
    if (file.state === "unparsed") unparsed++;
    if (file.state === "unread") unread++;
    for (const path of file.paths) paths.add(path);
    for (const hunk of file.hunks) summary.hunks.push(hunk);
    summary.added_lines += file.added_lines;
    summary.removed_lines += file.removed_lines;
    if (!file.paths.some(isManifest)) for (const line of file.changed) lines.push(line);
  }
  summary.paths = [...paths].slice(0, MAX_PATHS);
  summary.identifiers = identifiersIn(lines, MAX_IDENTIFIERS);
  summary.degraded = wordsFor({
    isCut,
    unparsed,
    unread,
    paths: paths.size,
    hunks: summary.hunks.length,
  });
  summary.hunks = summary.hunks.slice(0, MAX_HUNKS);
  return summary;
}

function wordsFor(counts: {
  isCut: boolean;
  unparsed: number;
  unread: number;
  paths: number;
  hunks: number;
}): string[] {
  const { isCut, unparsed, unread, paths, hunks } = counts;
  if (paths === 0) return ["diff: it is not a unified diff; send the output of git diff"];
  const words: string[] = [];
  if (isCut) words.push("diff: only the first 2 MB were read");
  if (unparsed > 0) words.push(`diff: ${files(unparsed)} malformed; the lines were not used`);
  if (unread > 0) words.push(`diff: ${files(unread)} not read in time; only the path was used`);
  if (paths > MAX_PATHS) words.push(`diff: only the first ${MAX_PATHS} of ${paths} files were used`);
  if (hunks > MAX_HUNKS) words.push(`diff: only the first ${MAX_HUNKS} of ${hunks} hunks were used`);
  return words;
}

function files(count: number): string {
  if (count === 1) return "1 file was";
  return `${count} files were`;
}

/** The part of a diff that is about one file; so that a malformed one leaves the others readable. */
function splitByFile(text: string): { sections: string[]; isCut: boolean } {
  const isCut = text.length > MAX_CHARACTERS;
  const read = (isCut ? text.slice(0, text.lastIndexOf("\n", MAX_CHARACTERS) + 1) : text)
    .replaceAll("\r\n", "\n")
    .replaceAll("\u0000", "")
    .replace(SIGNATURE, "");
  for (const start of [/^(?=diff --git )/m, /^(?=Index: )/m, /^(?=--- .*\n\+\+\+ .*\n@@ )/m])
    if (start.test(read)) return { sections: read.split(start).filter(isFile), isCut };
  return { sections: [], isCut };
}

/** What `git format-patch` ends a mail with, behind the last line of the last file: two dashes and its version. */
const SIGNATURE = /^-- \n\d[^\n]{0,80}\n\s*(?=From [0-9a-f]{40} |(?![\s\S]))/gm;

function isFile(section: string): boolean {
  return /^(?:diff --git |Index: |--- )/.test(section);
}

type FileDiff = {
  state: "read" | "unparsed" | "unread";
  paths: string[];
  hunks: LineRange[];
  changed: string[];
  added_lines: number;
  removed_lines: number;
};

function readFile(section: string): FileDiff {
  try {
    const patches = parsePatch(section).filter((patch) => pathsOf(patch).length > 0);
    if (patches.length > 0) return joined(patches);
  } catch {
    // Its hunks are cut off or miscounted; its header still names the file.
  }
  return { ...pathsOnly(section), state: "unparsed", hunks: hunksByHeader(section) };
}

/** The ranges that the headers of hunks name, whatever follows them. */
function hunksByHeader(section: string): LineRange[] {
  const [path] = pathsOnly(section).paths;
  if (path === undefined) return [];
  return [...section.matchAll(/^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,\d{1,9})? @@/gm)].map(
    ([, first, lines = "1"]) => {
      const start = Math.max(1, Number(first));
      return { path, start, end: start + Math.max(0, Number(lines) - 1) };
    },
  );
}

function joined(patches: readonly StructuredPatch[]): FileDiff {
  const file: FileDiff = {
    state: "read",
    paths: patches.flatMap(pathsOf),
    hunks: [],
    changed: [],
    added_lines: 0,
    removed_lines: 0,
  };
  for (const patch of patches) {
    const [path = ""] = pathsOf(patch);
    const isNew = isNoFile(patch.oldFileName) || patch.isCreate === true;
    for (const hunk of patch.hunks) {
      const start = Math.max(1, isNew ? hunk.newStart : hunk.oldStart);
      const length = isNew ? hunk.newLines : hunk.oldLines;
      file.hunks.push({ path, start, end: start + Math.max(0, length - 1) });
      for (const line of hunk.lines) {
        if (line.startsWith("+")) file.added_lines++;
        else if (line.startsWith("-")) file.removed_lines++;
        else continue;
        file.changed.push(line.slice(1));
      }
    }
  }
  return file;
}

/** The path after the change first, then another one before it. */
function pathsOf({ oldFileName, newFileName }: StructuredPatch): string[] {
  const names = [newFileName, oldFileName].filter((name) => !isNoFile(name)).map(String);
  const isPrefixed = names.length > 0 && names.every((name) => /^[abciow]\//.test(name));
  const paths = names.map((name) => (isPrefixed ? name.slice(2) : name).trim());
  return [...new Set(paths)].filter((path) => path !== "" && path.length <= MAX_PATH_LENGTH);
}

function isNoFile(name: string | undefined): boolean {
  return name === undefined || name === "" || name === "/dev/null";
}

const HEADERS = [
  /^\+\+\+ (?:[biw]\/)?([^\t\n]+)/m,
  /^--- (?:[aico]\/)?([^\t\n]+)/m,
  /^diff --git [acio]\/(.+) [biw]\/\1$/m,
  /^diff --git "(?:[^"\\]|\\.)+" ("(?:[^"\\]|\\.)+")$/m,
  /^diff --git \S+ (?:[biw]\/)?(\S+)$/m,
  /^Index: (.+)$/m,
];

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** A file's name as git writes one with unusual bytes: in quotes, with backslashes and octal numbers (core.quotePath). */
function nameIn(found: RegExpExecArray | null): string | undefined {
  const name = found?.[1]?.trim();
  const [, quoted] = /^"(.*)"$/.exec(name ?? "") ?? [];
  if (quoted === undefined) return name;
  const bytes = quoted.replace(/\\([0-7]{3}|.)|[^\\]+/g, (plain, code?: string) => {
    if (code === undefined) return Buffer.from(plain, "utf8").toString("latin1");
    return code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code);
  });
  return Buffer.from(bytes, "latin1")
    .toString("utf8")
    .replace(/^[biwaco]\//, "");
}

/** What the header of a file's part says, which is at its beginning. */
function pathsOnly(section: string): FileDiff {
  const header = section.slice(0, 2 * MAX_PATH_LENGTH + 200);
  const path = HEADERS.map((pattern) => nameIn(pattern.exec(header))).find(
    (found) => found !== undefined && !isNoFile(found) && found.length <= MAX_PATH_LENGTH,
  );
  return {
    state: "unread",
    paths: path === undefined ? [] : [path],
    hunks: [],
    changed: [],
    added_lines: 0,
    removed_lines: 0,
  };
}
