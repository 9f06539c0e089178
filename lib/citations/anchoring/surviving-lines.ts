import type { FileView } from "./cited-text";
import { type Span, solidRows } from "./spans";
import { alnumCount, BLANK_HASH, type LineTable } from "./text";

/** A line with fewer letters and digits (`}`, `else {`) proves nothing about where it came from. */
const INFORMATIVE_ALNUM = 5;

/** Where the diff puts the cited lines, if all of them survive and still follow one another. */
export function followedLines(cited: Span, map: Int32Array): Span | null {
  const first = map[cited.first] ?? -1;
  if (first < 0) return null;
  for (let row = cited.first; row <= cited.last; row += 1) {
    if (map[row] !== first + row - cited.first) return null;
  }
  return { first, last: first + cited.last - cited.first };
}

/** Lines on each side in which something telling must survive, and how much further off it may stand now. */
const SUPPORT_LINES = 8;
const SUPPORT_DRIFT = 16;

/** Whether a telling line close to the citation still stands close to a place. */
export function isSupported(cited: Span, map: Int32Array, view: FileView, place: Span): boolean {
  let seen = 0;
  for (let row = cited.first - 1; row >= 0 && seen < SUPPORT_LINES; row -= 1) {
    const now = map[row] ?? -1;
    if (now >= 0 && isInformative(view.lines[now]) && Math.abs(place.first - now) <= SUPPORT_DRIFT)
      return true;
    seen += 1;
  }
  seen = 0;
  for (let row = cited.last + 1; row < map.length && seen < SUPPORT_LINES; row += 1) {
    const now = map[row] ?? -1;
    if (now >= 0 && isInformative(view.lines[now]) && Math.abs(now - place.last) <= SUPPORT_DRIFT)
      return true;
    seen += 1;
  }
  // The whole file may be as small as that.
  return cited.first <= 1 && cited.last >= map.length - 2;
}

/** The map turned round: for each new line the old line it came from, −1 for an added one. */
export function originOf(map: Int32Array, new_lines: number): Int32Array {
  const origin = new Int32Array(new_lines).fill(-1);
  map.forEach((new_line, old_line) => {
    if (new_line >= 0) origin[new_line] = old_line;
  });
  return origin;
}

/**
 * Whether a place held this text before, so that it cannot be where the cited lines went: most of its letters and
 * digits come from old lines outside the citation. A few may, as the diff also matches lines by chance.
 */
export function cameFromElsewhere(
  place: Span,
  view: Pick<FileView, "lines" | "table">,
  origin: Int32Array,
  cited: Span | null,
): boolean {
  let before = 0;
  let total = 0;
  for (const row of solidRows(view.table.loose, place.first, place.last)) {
    // A lone bracket weighs next to nothing, but it is all there is in a text of brackets.
    const weight = alnumCount(view.lines[row] ?? "") + 0.01;
    total += weight;
    const old_line = origin[row] ?? -1;
    const from_citation = cited !== null && old_line >= cited.first && old_line <= cited.last;
    if (old_line >= 0 && !from_citation) before += weight;
  }
  return before > total / 2;
}

/** Where the citation should begin, judged by the nearest line above it that survives, else below. */
export function expectedLine(cited: Span, map: Int32Array): number {
  for (let row = cited.first; row >= 0; row -= 1) {
    const now = map[row] ?? -1;
    if (now >= 0) return now + cited.first - row;
  }
  for (let row = cited.first; row < map.length; row += 1) {
    const now = map[row] ?? -1;
    if (now >= 0) return now - (row - cited.first);
  }
  return cited.first;
}

/** What stands now between the nearest telling lines around the citation that survive. Empty when last < first. */
export function regionOf(cited: Span, map: Int32Array, view: FileView): Span {
  let first = 0;
  for (let row = cited.first - 1; row >= 0; row -= 1) {
    const now = map[row] ?? -1;
    if (now >= 0 && isInformative(view.lines[now])) {
      first = now + 1;
      break;
    }
  }
  let last = view.lines.length - 1;
  for (let row = cited.last + 1; row < map.length; row += 1) {
    const now = map[row] ?? -1;
    if (now >= 0 && isInformative(view.lines[now])) {
      last = now - 1;
      break;
    }
  }
  return { first, last };
}

export function isInformative(line: string | undefined): boolean {
  return line !== undefined && alnumCount(line) >= INFORMATIVE_ALNUM;
}

export function informativeSurvivors(cited: Span, map: Int32Array, view: FileView): Span | null {
  let first = -1;
  let last = -1;
  for (let row = cited.first; row <= cited.last; row += 1) {
    const now = map[row] ?? -1;
    if (now < 0 || !isInformative(view.lines[now])) continue;
    if (first < 0) first = now;
    last = now;
  }
  if (first < 0) return null;
  return { first, last };
}

/**
 * How much of one file is in another, 0–1: the share of its lines that the other has too, each counted by its rarity
 * (a line that stands ten times weighs a tenth, so that braces and imports do not make two files alike).
 */
export function fileOverlap(old: LineTable, next: LineTable): number {
  const counts = new Map<number, number>();
  for (const hash of old.loose) if (hash !== BLANK_HASH) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const there = new Set(next.loose);
  let shared = 0;
  let total = 0;
  for (const [hash, count] of counts) {
    total += 1 / count;
    if (there.has(hash)) shared += 1 / count;
  }
  if (total === 0) return 0;
  return shared / total;
}
