import type { Cited, FileView } from "./cited-text";
import { affordableSimilarity, type Budget } from "./long-similarity";
import type { Span } from "./spans";
import { isInformative } from "./surviving-lines";
import { collapseWhitespace } from "./text";

/** From here on a place that reads differently is the cited place, edited. */
export const EDITED_SIMILARITY = 0.6;
/** From here on a text between the surviving neighbours is taken for what became of the citation. */
export const WEAK_SIMILARITY = 0.45;

/** Words (F1) an added text must share before it is compared letter by letter with one that is gone elsewhere. */
const SHARED_WORDS = 0.3;

/** A collapsed text of so many lines; `partial`: only its beginning was kept. `heights`: of windows that are tried. */
export type WantedText = { text: string; height: number; partial: boolean; heights?: readonly number[] };

/** How tall a text may be that was joined into a few lines, or broken into many, on top of half to twice its height. */
export function resized(wanted: WantedText): WantedText {
  const { height } = wanted;
  const tall = [2.5, 3, 4, 6, 8, 12].map((factor) => Math.round(height * factor));
  const short = [1, 2, 3, Math.round(height * 0.25), Math.round(height * 0.35)];
  return { ...wanted, heights: [...short, ...tall] };
}

export function wantedOf(cited: Cited, text: string): WantedText {
  return {
    text: collapseWhitespace(text),
    height: cited.last - cited.first + 1,
    partial: !cited.text_is_whole,
  };
}

type SimilarSpan = Span & { similarity: number };

/** The added lines most similar to the cited text, if any is similar enough to be it, edited after a move. */
export function similarAddition(
  wanted: WantedText,
  view: FileView,
  origin: Int32Array,
  budget: Budget,
): SimilarSpan | null {
  let best: SimilarSpan | null = null;
  let first = 0;
  for (let row = 0; row <= view.lines.length; row += 1) {
    const added = row < view.lines.length && (origin[row] === -1 || !isInformative(view.lines[row]));
    if (added) continue;
    if (row > first) {
      const floor: number = best?.similarity ?? EDITED_SIMILARITY;
      best = mostSimilarWindow(wanted, view.lines, { first, last: row - 1 }, floor, budget) ?? best;
    }
    first = row + 1;
  }
  return best;
}

/** How many windows chosen by their words are compared letter by letter. */
const SHORTLIST = 8;

/**
 * The run of lines inside `region` most similar to a collapsed text of `height` lines, at or above `floor`; null when
 * there is none. Windows of half to twice the height are ranked by the words they share with the text; the best are
 * compared by Levenshtein, and the winner's edges are then moved while that helps. What the budget does not suffice for is passed over, and the budget says so;
 * windows that `accept` (0-indexed lines of the file) turns down are passed over.
 */
export function mostSimilarWindow(
  wanted: WantedText,
  lines: readonly string[],
  region: Span,
  floor: number,
  budget: Budget,
  accept: (span: Span) => boolean = () => true,
): SimilarSpan | null {
  const { text, partial } = wanted;
  const rows: string[] = [];
  for (let row = region.first; row <= region.last; row += 1) rows.push(collapseWhitespace(lines[row] ?? ""));
  const compare = (first: number, last: number, at_least: number): number => {
    if (first > last || rows[first] === "" || rows[last] === "") return 0;
    const window = rows
      .slice(first, last + 1)
      .filter((row) => row !== "")
      .join(" ");
    return affordableSimilarity(text, partial ? window.slice(0, text.length) : window, at_least, budget);
  };
  const best = { first: 0, last: -1, similarity: 0 };
  const consider = (first: number, last: number): boolean => {
    const similarity = compare(first, last, Math.max(floor, best.similarity));
    if (similarity <= best.similarity) return false;
    if (!accept({ first: region.first + first, last: region.first + last })) return false;
    Object.assign(best, { first, last, similarity });
    return true;
  };
  // In its own place a text may have changed every word; anywhere else that would be no evidence.
  const least = floor >= EDITED_SIMILARITY ? SHARED_WORDS : 0;
  for (const window of windowsByWords(wanted, rows, least)) consider(window.first, window.last);
  for (let improved = best.similarity > 0; improved; ) {
    const { first, last } = best;
    improved = false;
    if (first > 0 && consider(first - 1, last)) improved = true;
    if (consider(first + 1, last)) improved = true;
    if (consider(first, last - 1)) improved = true;
    if (last + 1 < rows.length && consider(first, last + 1)) improved = true;
  }
  if (best.similarity === 0) return null;
  return { first: region.first + best.first, last: region.first + best.last, similarity: best.similarity };
}

/** The windows that share most words with the text (F1 over words), best first; the whole region if it is small. */
function windowsByWords(
  { text, height, heights = usualHeights(height) }: WantedText,
  rows: readonly string[],
  least: number,
): Span[] {
  const words = (line: string): string[] => line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const wanted = words(text);
  const vocabulary = new Set(wanted);
  const shared = new Int32Array(rows.length + 1);
  const total = new Int32Array(rows.length + 1);
  rows.forEach((row, index) => {
    const found = words(row);
    shared[index + 1] = (shared[index] ?? 0) + found.filter((word) => vocabulary.has(word)).length;
    total[index + 1] = (total[index] ?? 0) + found.length;
  });
  const between = (sums: Int32Array, first: number, last: number): number =>
    (sums[last + 1] ?? 0) - (sums[first] ?? 0);
  const whole = rows.length <= 2 * height + 2 ? [rows.length] : [];
  const shortlist: (Span & { score: number })[] = [];
  for (const tall of new Set([...heights, ...whole])) {
    if (tall < 1) continue;
    for (let first = 0; first + tall <= rows.length; first += 1) {
      const last = first + tall - 1;
      const score =
        (2 * between(shared, first, last)) / Math.max(1, wanted.length + between(total, first, last));
      if (score < least) continue;
      if (shortlist.length === SHORTLIST && score <= (shortlist.at(-1)?.score ?? 0)) continue;
      const rank = shortlist.findIndex((other) => other.score < score);
      shortlist.splice(rank < 0 ? shortlist.length : rank, 0, { first, last, score });
      if (shortlist.length > SHORTLIST) shortlist.pop();
    }
  }
  return shortlist;
}

const usualHeights = (height: number): number[] => [
  ...[0.5, 0.75, 1, 1.25, 1.5, 2].map((factor) => Math.round(height * factor)),
  height - 2,
  height - 1,
  height + 1,
  height + 2,
];
