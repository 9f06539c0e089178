import { MAX_CITED_LINES } from "../fields";
import type { Cited, FileView } from "./cited-text";
import type { Span } from "./spans";
import { BLANK_HASH } from "./text";

/**
 * All that took the place of a cited text, where the lines directly around it survive and all between them is new or was
 * cited: a text that grew is more than the part of it that reads like the old one. The found span itself otherwise.
 */
export function grownRegion<S extends Span>(
  found: S,
  { cited, map, origin, view }: { cited: Cited; map: Int32Array; origin: Int32Array; view: FileView },
): S {
  const { table } = cited;
  if (!table) return found;
  const above = neighbour(table.loose, cited.first, -1);
  const below = neighbour(table.loose, cited.last, 1);
  let first = above < 0 ? 0 : (map[above] ?? -1) + 1;
  let last = below >= map.length ? view.lines.length - 1 : (map[below] ?? -1) - 1;
  const isLost = (above >= 0 && map[above] === -1) || (below < map.length && map[below] === -1);
  if (isLost || found.first < first || found.last > last) return found;
  while (first < found.first && view.table.loose[first] === BLANK_HASH) first += 1;
  while (last > found.last && view.table.loose[last] === BLANK_HASH) last -= 1;
  if (last - first >= MAX_CITED_LINES) return found;
  if (holdsForeign({ first, last }, { cited, origin, loose: view.table.loose })) return found;
  return { ...found, first, last };
}

/** Whether lines that stood elsewhere before are among these. */
function holdsForeign(
  { first, last }: Span,
  { cited, origin, loose }: { cited: Span; origin: Int32Array; loose: Int32Array },
): boolean {
  for (let row = first; row <= last; row += 1) {
    const from = origin[row] ?? -1;
    const isForeign = from >= 0 && (from < cited.first || from > cited.last);
    if (isForeign && loose[row] !== BLANK_HASH) return true;
  }
  return false;
}

/** The nearest line above or below that is not blank; outside the file where there is none. */
function neighbour(loose: Int32Array, row: number, step: 1 | -1): number {
  let at = row + step;
  while (at >= 0 && at < loose.length && loose[at] === BLANK_HASH) at += step;
  return at;
}
