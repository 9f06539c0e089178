import { diffHunks, linesOf, type Segment, splitRows } from "./line-diff";

/** Code at one commit: the lines in question, and some around them. */
export type ComparedText = { start_line: number; text: string; before?: string; after?: string };

/** One line on one side. `index` is its place among the lines of that side, from 0. */
export type ComparedLine = {
  line: number;
  index: number;
  type: "context" | "added" | "removed";
  cited: boolean;
  segments: readonly Segment[];
};

export type ComparedRow = { was: ComparedLine | null; now: ComparedLine | null };

/** Lines joined by newlines, so a blank one at the end counts, unlike in a file. */
const placeLines = (text = ""): string[] => {
  if (text === "") return [];
  return text.split(/\r\n|\r|\n/);
};

/** All lines of one side, cited or not, as one text with newlines. */
export const wholeText = ({ before, text, after }: ComparedText): string =>
  [...placeLines(before), ...placeLines(text), ...placeLines(after)].join("\n");

/** The number of the first line of `wholeText`. */
export const firstLine = ({ start_line, before }: ComparedText): number =>
  start_line - placeLines(before).length;

const plain = (text: string): Segment[] => [{ text, changed: false }];

function contextLines(texts: readonly string[], from: number, first: number): ComparedLine[] {
  return texts.map((text, offset) => ({
    line: from + offset,
    index: from + offset - first,
    type: "context",
    cited: false,
    segments: plain(text),
  }));
}

/** Pairs lines from their ends (`before` a text) or from their starts (`after` it); the longer side goes on alone. */
function paired(then: ComparedLine[], now: ComparedLine[], anchor: "end" | "start"): ComparedRow[] {
  const length = Math.max(then.length, now.length);
  const at = (lines: ComparedLine[], row: number) =>
    lines[anchor === "start" ? row : row - (length - lines.length)] ?? null;
  return Array.from({ length }, (_, row) => ({ was: at(then, row), now: at(now, row) }));
}

/**
 * What was cited beside what stands there now, row by row: surviving lines side by side, changed words marked. The lines
 * around are shown as they are and not compared: their changes are no news about the citation.
 */
export function compareRows(then: ComparedText, comparedText: ComparedText): ComparedRow[] {
  const cited_until = comparedText.start_line + placeLines(comparedText.text).length - 1;
  const now = widened(then, comparedText);
  const old_first = firstLine(then);
  const new_first = firstLine(now);
  const before = paired(
    contextLines(placeLines(then.before), old_first, old_first),
    contextLines(placeLines(now.before), new_first, new_first),
    "end",
  );
  const after = paired(
    contextLines(placeLines(then.after), then.start_line + placeLines(then.text).length, old_first),
    contextLines(placeLines(now.after), now.start_line + placeLines(now.text).length, new_first),
    "start",
  );
  const cited = citedRows(then, now, old_first, new_first).map((row) => {
    if (row.now && row.now.line > cited_until) return { ...row, now: { ...row.now, cited: false } };
    return row;
  });
  return [...before, ...cited, ...after];
}

/**
 * A check that found only part of the cited text again leaves out the lines that replaced the rest: as many of those that
 * follow are compared too, or what was written there again would look as if nobody had touched it.
 */
function widened(then: ComparedText, now: ComparedText): ComparedText {
  const text = placeLines(now.text);
  const lost = placeLines(then.text).length - text.length;
  if (lost <= 0) return now;
  const after = placeLines(now.after);
  return {
    ...now,
    text: [...text, ...after.slice(0, lost)].join("\n"),
    after: after.slice(lost).join("\n"),
  };
}

function citedRows(
  then: ComparedText,
  now: ComparedText,
  old_first: number,
  new_first: number,
): ComparedRow[] {
  const context = placeLines(then.text).length + placeLines(now.text).length;
  const [hunk] = diffHunks(then.text, now.text, {
    context,
    old_first_line: then.start_line,
    new_first_line: now.start_line,
  });
  const on = (
    first: number,
    line: number | null,
    type: ComparedLine["type"],
    segments: readonly Segment[],
  ) => {
    if (line === null) return null;
    return { line, index: line - first, type, cited: true, segments };
  };
  if (!hunk)
    return linesOf(then.text).map((text, offset) => ({
      was: on(old_first, then.start_line + offset, "context", plain(text)),
      now: on(new_first, now.start_line + offset, "context", plain(text)),
    }));
  return splitRows(hunk.lines).map(({ before, after }) => ({
    was: before && on(old_first, before.old_line, before.type, before.segments),
    now: after && on(new_first, after.new_line, after.type, after.segments),
  }));
}

/** The rows of two columns as those of one: in each run of changes what was removed, then what was added. */
export function unifiedRows(rows: readonly ComparedRow[]): ComparedRow[] {
  const unified: ComparedRow[] = [];
  let added: ComparedRow[] = [];
  for (const row of rows) {
    const changed = row.was?.type === "removed" || row.now?.type === "added";
    if (!changed) {
      unified.push(...added, row);
      added = [];
      continue;
    }
    if (row.was) unified.push({ was: row.was, now: null });
    if (row.now) added.push({ was: null, now: row.now });
  }
  return [...unified, ...added];
}
