import { type Anchor, EVIDENCE_ALNUM } from "./anchor";
import { type Cited, type FileView, isSameText } from "./cited-text";
import { contextHashes, type Span, solidRows } from "./spans";
import { findRuns, hashLine, withoutWhitespace } from "./text";

/** Share of a citation's surroundings that must stand around such a text instead; see {@link contextScore}. */
export const FOREIGN_CONTEXT = 0.3;

interface Place extends Span {
  reflowed: boolean;
  /** 0–1: how much of the citation's surroundings stands around this place. */
  context: number;
  exact: boolean;
  distance: number;
}

type FoundSpan = Span & { reflowed: boolean };

/** Every place where the cited text stands, white space aside: line by line, else broken into lines differently. */
export function verbatimPlaces(anchor: Anchor, cited: Cited, view: FileView): FoundSpan[] {
  const by_line = cited.solid
    ? findRuns(cited.solid.loose, view.table.loose)
    : placesByHash(anchor, cited, view);
  if (by_line.length > 0) return by_line.map((span) => ({ ...span, reflowed: false }));
  if (view.exact_only || cited.text === null || !cited.text_is_whole) return [];
  if (anchor.alnum_count < EVIDENCE_ALNUM) return [];
  return reflowedPlaces(withoutWhitespace(cited.text), view).map((span) => ({ ...span, reflowed: true }));
}

/** With hashes alone, every window of the same height is hashed; a kept beginning of the text narrows them down. */
function placesByHash(anchor: Anchor, cited: Cited, view: FileView): Span[] {
  const height = anchor.line_end - anchor.line_start + 1;
  const opening = cited.text?.includes("\n")
    ? hashLine(withoutWhitespace(cited.text.slice(0, cited.text.indexOf("\n"))))
    : null;
  const places: Span[] = [];
  for (let first = 0; first + height <= view.lines.length; first += 1) {
    if (opening !== null && view.table.loose[first] !== opening) continue;
    const span = { first, last: first + height - 1 };
    if (isSameText(anchor, view, span)) places.push(span);
  }
  return places;
}

type Joined = { text: string; starts: ReadonlyMap<number, number>; ends: ReadonlyMap<number, number> };
const joined_files = new WeakMap<readonly string[], Joined>();

/** A file without white space, and at which offsets its lines begin and end; memoised by the identity of its lines. */
function joinedFile(lines: readonly string[]): Joined {
  const known = joined_files.get(lines);
  if (known) return known;
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  const parts: string[] = [];
  let offset = 0;
  lines.forEach((line, row) => {
    const part = withoutWhitespace(line);
    if (part === "") return;
    parts.push(part);
    starts.set(offset, row);
    offset += part.length;
    ends.set(offset, row);
  });
  const joined = { text: parts.join(""), starts, ends };
  joined_files.set(lines, joined);
  return joined;
}

/** Places whose lines, white space taken out and joined, are the text; they begin and end with whole lines. */
function reflowedPlaces(text: string, view: FileView): Span[] {
  const { text: joined, starts, ends } = joinedFile(view.lines);
  const places: Span[] = [];
  for (let at = joined.indexOf(text); at >= 0; at = joined.indexOf(text, at + 1)) {
    const first = starts.get(at);
    const last = ends.get(at + text.length);
    if (first !== undefined && last !== undefined) places.push({ first, last });
  }
  return places;
}

/** The places, best first: by surroundings, then by white space, then by distance from where the text should be. */
export function rank(cited: Cited, view: FileView, spans: FoundSpan[], expected: number): Place[] {
  const places = spans.map((span) => ({
    ...span,
    context: contextScore(cited, view, span),
    exact: !span.reflowed && isExact(cited, view, span),
    distance: Math.abs(span.first - expected),
  }));
  return places.sort(
    (left, right) =>
      right.context - left.context ||
      Number(right.exact) - Number(left.exact) ||
      left.distance - right.distance,
  );
}

function isExact(cited: Cited, view: FileView, span: Span): boolean {
  const rows = solidRows(view.table.loose, span.first, span.last);
  return cited.solid?.exact.every((hash, index) => view.table.exact[rows[index] ?? -1] === hash) ?? false;
}

/** Hashes of lines may collide, so the chosen place has to hold the very text. */
export function firstVerified(anchor: Anchor, view: FileView, places: Place[]): Place | null {
  return places.find((place) => isSameText(anchor, view, place)) ?? null;
}

export function confidenceOf(best: Place, places: Place[], certain: number): number {
  const rival = places.find((place) => place !== best);
  if (!rival) return certain;
  if (best.context === 0) return best.distance === 0 ? 0.6 : 0.3;
  if (best.context > rival.context) return certain - 0.05;
  return 0.6;
}

/** How much of the surroundings agrees, 0–1: nearest lines weigh most, a line out of its order counts half. */
export function contextScore(cited: Pick<Cited, "before" | "after">, view: FileView, span: Span): number {
  const around = contextHashes(view.table.loose, span);
  let score = 0;
  let most = 0;
  for (const [wanted, found] of [
    [cited.before, around.before],
    [cited.after, around.after],
  ] as const) {
    wanted.forEach((hash, index) => {
      const weight = 4 - Math.min(3, index);
      most += weight;
      if (found[index] === hash) score += weight;
      else if (found.includes(hash)) score += weight / 2;
    });
  }
  if (most === 0) return 0;
  return score / most;
}
