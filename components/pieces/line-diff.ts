import { diffWordsWithSpace, structuredPatch } from "diff";

/** A run of text in a line; `changed` where it differs from its counterpart. */
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
    if (added || removed) return sum;
    return sum + value.trim().length;
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

/** Runs longer than this are paired by their order: aligning them would take the square of their length. */
const LONGEST_ALIGNED_RUN = 60;
const WORDS = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

/** How much two lines have in common, 0–1: twice the words they share, by all their words (Dice). */
function likeness(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of after) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  if (before.length + after.length === 0) return 0;
  return (2 * common) / (before.length + after.length);
}

/**
 * Which removed line became which added one: the alignment, in order, with the greatest likeness in sum. Answers pairs of
 * indices; lines that became nothing alike are in none.
 */
function pairRun(removed: readonly string[], added: readonly string[]): [number, number][] {
  const rows = removed.length;
  const columns = added.length;
  if (rows === 0 || columns === 0) return [];
  if (Math.max(rows, columns) > LONGEST_ALIGNED_RUN)
    return Array.from({ length: Math.min(rows, columns) }, (_, index) => [index, index]);
  const wordsOf = (line: string): string[] => line.match(WORDS) ?? [];
  const before = removed.map(wordsOf);
  const after = added.map(wordsOf);
  const alike = before.map((left) =>
    after.map((right) => {
      const share = likeness(left, right);
      if (share >= LEAST_COMMON_SHARE) return share;
      return 0;
    }),
  );
  // best[row][column]: the greatest sum for the lines from there on.
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  const at = (row: number, column: number) => best[row]?.[column] ?? 0;
  const pairAt = (row: number, column: number) => {
    const share = alike[row]?.[column] ?? 0;
    if (share > 0) return share + at(row + 1, column + 1);
    return 0;
  };
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const line = best[row];
      if (line) line[column] = Math.max(pairAt(row, column), at(row + 1, column), at(row, column + 1));
    }
  const pairs: [number, number][] = [];
  let row = 0;
  let column = 0;
  while (at(row, column) > 0) {
    const here = at(row, column);
    if (pairAt(row, column) === here) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) === here) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Marks, in each run of removed lines that is followed by added ones, the words in which lines that belong together differ. */
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
    const texts = (from: number, to: number) => lines.slice(from, to).map(({ segments }) => textOf(segments));
    for (const [removed, added] of pairRun(texts(start, middle), texts(middle, end))) {
      const before = lines[start + removed];
      const after = lines[middle + added];
      const words = before && after ? compareWords(textOf(before.segments), textOf(after.segments)) : null;
      if (!before || !after || !words) continue;
      marked[start + removed] = { ...before, segments: words.before };
      marked[middle + added] = { ...after, segments: words.after };
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

/** The lines of a hunk as rows of two columns: a removed line beside the one it became, context on both sides. */
export function splitRows(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  /** Lines that belong to none of the other side share rows in their order. */
  const stack = (before: readonly DiffLine[], after: readonly DiffLine[]) => {
    for (let index = 0; index < Math.max(before.length, after.length); index += 1)
      rows.push({ before: before[index] ?? null, after: after[index] ?? null });
  };
  const flush = () => {
    const texts = (side: readonly DiffLine[]) => side.map(({ segments }) => textOf(segments));
    let before = 0;
    let after = 0;
    for (const [left, right] of pairRun(texts(removed), texts(added))) {
      stack(removed.slice(before, left), added.slice(after, right));
      stack(removed.slice(left, left + 1), added.slice(right, right + 1));
      before = left + 1;
      after = right + 1;
    }
    stack(removed.slice(before), added.slice(after));
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
