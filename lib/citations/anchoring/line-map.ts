import { diffArrays } from "diff";
import { BLANK_HASH, type LineTable } from "./text";

/** Beyond this many edits between two anchors a gap is left unmapped rather than diffed: it was rewritten. */
const GAP_EDIT_LIMIT = 600;

/**
 * Which line of the new file each line of the old one became: index and value are 0-indexed, −1 for a line that is
 * gone. The map only ever rises. Lines are the same when they differ in white space at most.
 *
 * A patience diff (Bram Cohen): lines that stand once on both sides are anchors; what lies between two anchors is mapped
 * in the same way and, once it has no anchors, by Myers' algorithm. White space says nothing here: a block that was
 * indented again would be drawn to a copy of the old indentation. Like git's histogram diff it prefers telling lines to braces and blanks.
 *
 * Memoised by the identity of both tables, so that one diff serves all citations of a file; the map must not be
 * changed.
 */
export function mapLines(before: LineTable, after: LineTable): Int32Array {
  const known = maps.get(before)?.get(after);
  if (known) return known;
  const map = diffTables(before, after);
  const of_before = maps.get(before) ?? new WeakMap<LineTable, Int32Array>();
  maps.set(before, of_before.set(after, map));
  return map;
}

const maps = new WeakMap<LineTable, WeakMap<LineTable, Int32Array>>();

function diffTables(before: LineTable, after: LineTable): Int32Array {
  const map = new Int32Array(before.loose.length).fill(-1);
  const gaps = [{ from: 0, to: before.loose.length, new_from: 0, new_to: after.loose.length }];
  for (let gap = gaps.pop(); gap; gap = gaps.pop()) {
    let { from, to, new_from, new_to } = gap;
    while (from < to && new_from < new_to && before.loose[from] === after.loose[new_from]) {
      map[from] = new_from;
      from += 1;
      new_from += 1;
    }
    while (from < to && new_from < new_to && before.loose[to - 1] === after.loose[new_to - 1]) {
      to -= 1;
      new_to -= 1;
      map[to] = new_to;
    }
    if (from === to || new_from === new_to) continue;
    const range = { from, to, new_from, new_to };
    const found = anchors(before.loose, after.loose, range);
    if (found.length === 0) {
      mapGap(before.loose, after.loose, range, map);
      continue;
    }
    for (const [old_line, new_line] of found) {
      map[old_line] = new_line;
      gaps.push({ from, to: old_line, new_from, new_to: new_line });
      from = old_line + 1;
      new_from = new_line + 1;
    }
    gaps.push({ from, to, new_from, new_to });
  }
  slideDown(map, before.loose, after.loose);
  return map;
}

/**
 * Of several equal places that a run of deleted or added lines can be said to have, the last is taken, as git does: of
 * two equal lines in a row, of which one is deleted, the first one stays.
 */
function slideDown(map: Int32Array, before: Int32Array, after: Int32Array): void {
  let last = -1;
  for (let row = 0; row < map.length; row += 1) {
    const now = map[row] ?? -1;
    if (now < 0) continue;
    const above = row - 1;
    // Rows last + 1 to row - 1 were deleted, or lines map[last] + 1 to now - 1 were added; of both nothing is known.
    const from = last < 0 ? -1 : (map[last] ?? -1);
    const deleted = above - last;
    const added = now - from - 1;
    if (deleted > 0 && added === 0 && before[last + 1] === before[row]) {
      map[last + 1] = now;
      map[row] = -1;
      last += 1;
      continue;
    }
    if (deleted === 0 && added > 0 && after[from + 1] === after[now]) map[row] = from + 1;
    last = row;
  }
}

interface Gap {
  from: number;
  to: number;
  new_from: number;
  new_to: number;
}

/** Pairs of lines that stand exactly once on each side, as the longest series that rises on both. */
function anchors(before: Int32Array, after: Int32Array, gap: Gap): [number, number][] {
  const old_places = uniquePlaces(before, gap.from, gap.to);
  const new_places = uniquePlaces(after, gap.new_from, gap.new_to);
  const pairs: [number, number][] = [];
  for (const [hash, old_line] of old_places) {
    const new_line = new_places.get(hash) ?? -1;
    if (old_line >= 0 && new_line >= 0 && hash !== BLANK_HASH) pairs.push([old_line, new_line]);
  }
  pairs.sort((left, right) => left[0] - right[0]);
  return longestRise(pairs);
}

function uniquePlaces(hashes: Int32Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let line = from; line < to; line += 1) {
    const hash = hashes[line] ?? 0;
    places.set(hash, places.has(hash) ? -1 : line);
  }
  return places;
}

function longestRise(pairs: [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, value], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const pair = pairs[tails[middle] ?? -1];
      if (pair && pair[1] < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  });
  const series: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) series.push(pair);
  }
  return series.reverse();
}

function mapGap(before: Int32Array, after: Int32Array, gap: Gap, map: Int32Array): void {
  const changes = diffArrays(
    Array.from(before.subarray(gap.from, gap.to)),
    Array.from(after.subarray(gap.new_from, gap.new_to)),
    { maxEditLength: GAP_EDIT_LIMIT },
  );
  let old_line = gap.from;
  let new_line = gap.new_from;
  for (const change of changes ?? []) {
    if (change.added) new_line += change.count;
    else if (change.removed) old_line += change.count;
    else {
      for (let step = 0; step < change.count; step += 1) map[old_line + step] = new_line + step;
      old_line += change.count;
      new_line += change.count;
    }
  }
}
