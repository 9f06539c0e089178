import { diffWordsWithSpace, structuredPatch } from "diff";

/** A stretch of a line; `changed` where it differs from its counterpart. */
export type Segment = { text: string; changed: boolean };

/** One line of a difference, 1-indexed on the sides where it exists. */
export type DiffLine = {
  type: "context" | "added" | "removed";
  old_line: number | null;
  new_line: number | null;
  segments: readonly Segment[];
};

export type DiffHunk = {
  index: number;
  old_start: number;
  old_lines: number;
  new_start: number;
  new_lines: number;
  lines: readonly DiffLine[];
};

export type DiffOptions = {
  /** Unchanged lines kept around a change. */
  context?: number;
  /** The number of the first line of each text, when it is a cut of a longer file. */
  old_first_line?: number;
  new_first_line?: number;
};

// Below this share of common text two lines are different lines, and marking words would only be confetti.
const LEAST_COMMON_SHARE = 0.35;
const LONGEST_COMPARED_LINE = 2_000;
const DEADLINE_MS = 1_500;

function compareWords(before: string, after: string): { before: Segment[]; after: Segment[] } | null {
  if (before.length > LONGEST_COMPARED_LINE || after.length > LONGEST_COMPARED_LINE) return null;
  const changes = diffWordsWithSpace(before, after);
  const common = changes.reduce((sum, { added, removed, value }) => {
    return added || removed ? sum : sum + value.trim().length;
  }, 0);
  if (common < LEAST_COMMON_SHARE * Math.max(before.trim().length, after.trim().length)) return null;
  return {
    before: changes
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value, changed: removed })),
    after: changes
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value, changed: added })),
  };
}

/** Marks, in each run of removed lines that is followed by added ones, the words in which the pairs differ. */
function markWords(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  for (let start = 0; start < lines.length; ) {
    if (lines[start]?.type !== "removed") {
      start += 1;
      continue;
    }
    let middle = start;
    while (lines[middle]?.type === "removed") middle += 1;
    let end = middle;
    while (lines[end]?.type === "added") end += 1;
    for (let offset = 0; offset < Math.min(middle - start, end - middle); offset += 1) {
      const before = lines[start + offset];
      const after = lines[middle + offset];
      const words = before && after ? compareWords(textOf(before.segments), textOf(after.segments)) : null;
      if (!before || !after || !words) continue;
      marked[start + offset] = { ...before, segments: words.before };
      marked[middle + offset] = { ...after, segments: words.after };
    }
    start = end;
  }
  return marked;
}

const textOf = (segments: readonly Segment[]): string => segments.map(({ text }) => text).join("");

/** The text as lines, without the empty one that a final newline would leave. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * The difference of two texts as hunks of numbered lines. Line ends and a missing final newline are not
 * differences here. Texts too different to compare in time come back as one hunk that replaces everything.
 */
export function diffHunks(old_text: string, new_text: string, options: DiffOptions = {}): DiffHunk[] {
  const { context = 3, old_first_line = 1, new_first_line = 1 } = options;
  const before = linesOf(old_text);
  const after = linesOf(new_text);
  const withEnd = (lines: string[]) => lines.map((line) => `${line}\n`).join("");
  const patch = structuredPatch("", "", withEnd(before), withEnd(after), undefined, undefined, {
    context,
    timeout: DEADLINE_MS,
  });
  const hunks = patch
    ? patch.hunks
    : [
        {
          oldStart: 1,
          oldLines: before.length,
          newStart: 1,
          newLines: after.length,
          lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
        },
      ];
  return hunks.map((hunk, index) => {
    let old_line = hunk.oldStart + old_first_line - 1;
    let new_line = hunk.newStart + new_first_line - 1;
    const lines = hunk.lines.map((line): DiffLine => {
      const segments = [{ text: line.slice(1), changed: false }];
      if (line.startsWith("-")) return { type: "removed", old_line: old_line++, new_line: null, segments };
      if (line.startsWith("+")) return { type: "added", old_line: null, new_line: new_line++, segments };
      return { type: "context", old_line: old_line++, new_line: new_line++, segments };
    });
    return {
      index,
      old_start: hunk.oldStart + old_first_line - 1,
      old_lines: hunk.oldLines,
      new_start: hunk.newStart + new_first_line - 1,
      new_lines: hunk.newLines,
      lines: markWords(lines),
    };
  });
}

export type SplitRow = { before: DiffLine | null; after: DiffLine | null };

/** The lines of a hunk as rows of two columns: removed beside added, context on both sides. */
export function splitRows(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      rows.push({ before: removed[index] ?? null, after: added[index] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.type === "removed") {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.type === "added") {
      added.push(line);
    } else {
      flush();
      rows.push({ before: line, after: line });
    }
  }
  flush();
  return rows;
}

/** How many lines a difference adds and removes. */
export function countChanges(hunks: readonly DiffHunk[]): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter(({ type }) => type === "added").length,
    removed: lines.filter(({ type }) => type === "removed").length,
  };
}
