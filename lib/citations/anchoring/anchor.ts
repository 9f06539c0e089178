import { mapLines } from "./line-map";
import {
  alnumCount,
  BLANK_HASH,
  collapsedSimilarity,
  collapseWhitespace,
  contextLines,
  type DecodedSource,
  findRuns,
  hashLine,
  isBlank,
  type LineTable,
  lineTable,
  type SourceText,
  sha256,
  solidHashes,
  textOfRange,
  truncateUtf8,
  withoutWhitespace,
} from "./text";

/** Longest cited text that is kept, in UTF-8 bytes. The hashes always cover the whole text. */
export const SNIPPET_BYTES = 4096;
/** Longest context line that is kept, in characters: a minified neighbour says no more than its beginning. */
const CONTEXT_LINE_CHARS = 400;
/** From here on a place that reads differently is the cited place, edited. */
const EDITED_SIMILARITY = 0.6;
/** From here on a text between the surviving neighbours is taken for what became of the citation. */
const WEAK_SIMILARITY = 0.45;
/** Evidence a text must carry before it is looked for beyond its own place (git blame asks 20 to 40 for -M and -C). */
export const EVIDENCE_ALNUM = 20;
/** A line with fewer letters and digits (`}`, `else {`) proves nothing about where it came from. */
const INFORMATIVE_ALNUM = 5;
/** Share of a citation's surroundings that must stand around such a text instead; see {@link contextScore}. */
const FOREIGN_CONTEXT = 0.3;
/** Work of one search for similar text, in 32-character steps of Levenshtein: some 4 ms on one core. */
const SEARCH_BUDGET = 400_000;
/** Words (F1) an added text must share before it is compared letter by letter with one that is gone elsewhere. */
const SHARED_WORDS = 0.3;

/** Of a text that was found in another file by searching and stood nowhere else before. */
export const SEARCH_CONFIDENCE = 0.9;

/** Below this confidence the answer is a guess: do not serve on it, have it looked at. */
export const LOW_CONFIDENCE = 0.5;

/** 1-indexed, inclusive. */
export interface LineRange {
  line_start: number;
  line_end: number;
}

/** What is kept of a citation so that its lines can be found again. The file's line table is kept once per blob. */
export interface Anchor extends LineRange {
  /** The cited lines joined by `\n`, at most {@link SNIPPET_BYTES}; null when only hashes may be kept. */
  snippet: string | null;
  snippet_truncated: boolean;
  /** Of the whole cited text, lines joined by `\n`, no newline at the end. */
  snippet_sha256: string;
  /** Of the whole cited text without white space. */
  norm_sha256: string;
  /** Up to 4 non-blank lines on each side, in file order. */
  context_before: string[];
  context_after: string[];
  /** Which of the places in its file where this text stands is meant (0-indexed), and how many there are. */
  dup_index: number;
  dup_count: number;
  /** Letters and digits in the cited text: its weight as evidence. */
  alnum_count: number;
}

export type AnchorRefusal = "binary" | "invalid_range" | "outside_file" | "blank";

export type AnchorResult =
  | { ok: true; anchor: Anchor; line_table: LineTable }
  | { ok: false; refusal: AnchorRefusal; message: string };

/**
 * The anchor of lines `line_start`..`line_end` of a file, with the file's line table (store it once per blob, through
 * `encodeLineTable`), or the reason why these lines cannot be cited.
 */
export function anchorAtCreation(source: DecodedSource, range: LineRange): AnchorResult {
  const { line_start, line_end } = range;
  const refuse = (refusal: AnchorRefusal, message: string): AnchorResult => ({ ok: false, refusal, message });
  if (source.kind === "binary") return refuse("binary", "The file is binary: it has no lines to cite.");
  if (
    !Number.isInteger(line_start) ||
    !Number.isInteger(line_end) ||
    line_start < 1 ||
    line_end < line_start
  ) {
    return refuse("invalid_range", "Lines count from 1, and the last one must not stand before the first.");
  }
  const { lines } = source;
  if (line_end > lines.length) {
    return refuse("outside_file", `Line ${line_end} does not exist: the file has ${lines.length} lines.`);
  }
  const text = textOfRange(lines, line_start, line_end);
  if (isBlank(text)) return refuse("blank", "The cited lines are blank.");
  const table = lineTable(lines);
  const core = solidCore(table.loose, line_start - 1, line_end - 1);
  const places = findRuns(solidHashes(table.loose.subarray(core.first, core.last + 1)), table.loose);
  const snippet = truncateUtf8(text, SNIPPET_BYTES);
  const context = contextLines(lines, line_start, line_end);
  const cut = (line: string): string => line.slice(0, CONTEXT_LINE_CHARS);
  return {
    ok: true,
    line_table: table,
    anchor: {
      line_start,
      line_end,
      snippet,
      snippet_truncated: snippet.length < text.length,
      snippet_sha256: sha256(text),
      norm_sha256: sha256(withoutWhitespace(text)),
      context_before: context.before.map(cut),
      context_after: context.after.map(cut),
      dup_index: places.findIndex((place) => place.first === core.first),
      dup_count: places.length,
      alnum_count: alnumCount(text),
    },
  };
}

/** The anchor with every word of source text taken out: for cited text that must not be stored. */
export function hashesOnly(anchor: Anchor): Anchor {
  return { ...anchor, snippet: null, context_before: [], context_after: [] };
}

/** The file a citation was made in, as far as it is known: its lines, or their hashes alone. */
export interface OldFile {
  table: LineTable;
  lines: readonly string[] | null;
}

export function oldFile(source: SourceText): OldFile {
  return { table: lineTable(source.lines), lines: source.lines };
}

export type LocatedStatus = "unchanged" | "moved" | "renamed" | "edited" | "missing";

/** Why a citation was judged as it was, each with the sentence a person reads. */
export const LOCATE_REASONS = {
  same_blob: "The file is byte for byte the same.",
  same_lines: "The lines stand where they stood.",
  lines_shifted: "Every cited line survives; lines above it were added or removed.",
  block_moved: "The same text stands elsewhere in the file, where it was not before.",
  text_found: "The same text stands in the file; the old file is not at hand to follow its lines.",
  place_uncertain: "The same text stands in several places and nothing around it tells which one is meant.",
  reflowed: "The same text stands in the file, broken into lines differently.",
  edited_in_place: "The text between the surviving neighbours reads differently.",
  edited_elsewhere: "A similar text was added elsewhere in the file, and the cited one is gone.",
  partly_gone: "Only part of the cited text survives.",
  not_compared: "The text changed; the file is too large to compare further.",
  file_renamed: "The file was renamed and the text stands in the new one.",
  found_in_other_file: "The text is gone from its file and was added to another one.",
  followed: "The lines were followed through every commit that touched their file.",
  copy_was_there_before: "The same text stands elsewhere, but that copy was there before.",
  copies_alike:
    "Copies of the text stand in other files, and nothing tells whether one of them is the cited one.",
  surroundings_gone: "The same text stands in the file, but all that stood around it is gone.",
  gone: "The text is gone and nothing like it stands in its place.",
  not_text: "The file is binary now.",
} as const;

export type LocateReason = keyof typeof LOCATE_REASONS;

/** Where a citation stands now. Lines are 1-indexed and null when `status` is `missing`. */
export interface Located {
  status: LocatedStatus;
  line_start: number | null;
  line_end: number | null;
  /** 0–1; 1 unless `edited` or `missing`; null when the texts were not compared. An edit is never 1. */
  similarity: number | null;
  /** 0–1: how sure the verdict is; see {@link LOW_CONFIDENCE}. */
  confidence: number;
  /** The text is the same but for white space: never counted as an edit, but worth showing in Python or YAML. */
  whitespace_changed: boolean;
  reason: LocateReason;
}

/** The verdict on a citation whose file has the same blob at both commits: no text is needed. */
export function locatedInSameBlob(range: LineRange): Located {
  return {
    status: "unchanged",
    line_start: range.line_start,
    line_end: range.line_end,
    similarity: 1,
    confidence: 1,
    whitespace_changed: false,
    reason: "same_blob",
  };
}

/**
 * Finds a citation again in a later state of its file. With the old file (`old`: its text, or the stored line hashes)
 * the lines are followed through a diff, which tells the cited copy of a repeated text from the others; with `null`
 * the text and its context must do. Answers unchanged, moved, edited or missing; a change of white space alone is
 * unchanged or moved. Never throws.
 *
 * An `edited` with reason `partly_gone` and a `missing` are weak: look at renames and other files
 * ({@link locateRenamed}) before believing them.
 */
export function locate(anchor: Anchor, old: OldFile | null, next: DecodedSource): Located {
  if (next.kind === "binary") return missing("not_text");
  const cited = citedOf(anchor, old);
  const view = { lines: next.lines, table: lineTable(next.lines), exact_only: next.exact_only };
  return cited.table ? locateByDiff(anchor, cited, cited.table, view) : locateByText(anchor, cited, view);
}

/**
 * What is known of a file in which a text was found by searching. `previous`: its state when the citation was last
 * seen, null when it did not exist. `copies`: other files that held the text's telling lines then. Both `unknown` when
 * that commit is gone.
 */
export type SearchEvidence = {
  by: "search";
  previous: OldFile | null | "unknown";
  copies: readonly OldFile[] | "unknown";
};

/**
 * Finds a citation in another file than its own. `rename`: the file became this one; everything that {@link locate}
 * does applies, and a text that survives is `renamed`. `search`: the file was found by its text; only a verbatim text
 * of some weight counts, which that file did not hold before. A text that stood more than once, or of which nobody
 * knows that it did not, also needs a file like its own, or its own surroundings.
 */
export function locateRenamed(
  anchor: Anchor,
  old: OldFile | null,
  next: DecodedSource,
  evidence: { by: "rename" } | SearchEvidence,
): Located {
  if (evidence.by === "rename") {
    const located = locate(anchor, old, next);
    return located.status === "unchanged" || located.status === "moved"
      ? { ...located, status: "renamed", reason: "file_renamed" }
      : located;
  }
  if (next.kind === "binary") return missing("not_text");
  if (anchor.alnum_count < EVIDENCE_ALNUM) return missing("gone");
  const cited = citedOf(anchor, old);
  const view = { lines: next.lines, table: lineTable(next.lines), exact_only: next.exact_only };
  const known = evidence.previous !== "unknown" && evidence.copies !== "unknown";
  const origin =
    evidence.previous === null || evidence.previous === "unknown"
      ? null
      : originOf(mapLines(evidence.previous.table, view.table), view.lines.length);
  const found = rank(cited, view, verbatimPlaces(anchor, cited, view), cited.first);
  const fresh = found.filter((place) => !origin || !cameFromElsewhere(place, view, origin, null));
  const best = firstVerified(anchor, view, fresh);
  if (!best) return missing(found.length > 0 ? "copy_was_there_before" : "gone");
  const was_unique =
    known &&
    anchor.dup_count <= 1 &&
    evidence.copies !== "unknown" &&
    !evidence.copies.some((file) => holds(cited, file));
  if (!was_unique) {
    // Another copy may have gone there as well as the cited one: its surroundings tell.
    const rivals = evidence.copies === "unknown" ? [] : evidence.copies;
    const rival = Math.max(0, ...rivals.map((file) => contextOfCopies(cited, file, view, best)));
    if (best.context < FOREIGN_CONTEXT || best.context <= rival) return missing("copies_alike");
  }
  const confidence = was_unique ? SEARCH_CONFIDENCE : 0.7;
  const located = foundAt(anchor, cited, view, best, "found_in_other_file", confidence);
  return { ...located, status: "renamed" };
}

/**
 * Where a citation stands once its lines were followed commit by commit to lines of a file (0-indexed). `whole`: the
 * text stands there. Else they are what took its place, none when `last` is before `first`; copies elsewhere are not
 * the cited text. Answers unchanged, moved, edited or missing.
 */
export function locateFollowed(
  anchor: Anchor,
  old: OldFile | null,
  next: DecodedSource,
  trail: Span & { whole: boolean },
): Located {
  if (next.kind === "binary") return missing("not_text");
  const cited = citedOf(anchor, old);
  const view = { lines: next.lines, table: lineTable(next.lines), exact_only: next.exact_only };
  if (trail.whole && isSameText(anchor, view, trail))
    return foundAt(anchor, cited, view, trail, "followed", 0.95);
  if (trail.last < trail.first) return missing("copy_was_there_before");
  if (view.exact_only || cited.text === null) return edited(trail, null, 0.4, "not_compared");
  const text = collapseWhitespace(cited.text);
  const height = cited.last - cited.first + 1;
  const budget = { left: SEARCH_BUDGET };
  const here = mostSimilarWindow(text, height, view.lines, trail, WEAK_SIMILARITY, budget);
  if (!here) return missing("copy_was_there_before");
  if (isSameText(anchor, view, here)) return foundAt(anchor, cited, view, here, "reflowed", 0.8);
  return here.similarity >= EDITED_SIMILARITY
    ? edited(here, here.similarity, 0.9, "edited_in_place")
    : edited(here, here.similarity, 0.5, "partly_gone");
}

/** How well the surroundings of a file's copies of the cited text agree with those of a place, 0–1. */
function contextOfCopies(cited: Cited, file: OldFile, view: FileView, place: Span): number {
  if (!cited.solid) return 0;
  const copies = findRuns(cited.solid.loose, file.table.loose);
  return Math.max(
    0,
    ...copies.map((copy) => contextScore(contextHashes(file.table.loose, copy), view, place)),
  );
}

function holds(cited: Cited, file: OldFile): boolean {
  return cited.solid !== null && findRuns(cited.solid.loose, file.table.loose).length > 0;
}

/**
 * The lines to look for when a text may stand in another file: its two longest, trimmed. Empty when the text is not
 * known, or so short that finding it would prove nothing.
 */
export function searchLines(anchor: Anchor, old: OldFile | null): string[] {
  if (anchor.alnum_count < EVIDENCE_ALNUM) return [];
  const cited = old?.lines?.slice(anchor.line_start - 1, anchor.line_end) ?? keptLines(anchor);
  return [...new Set(cited.map((line) => line.trim()))]
    .filter(isInformative)
    .sort((left, right) => alnumCount(right) - alnumCount(left))
    .slice(0, 2);
}

/** Whole lines of the kept text. */
function keptLines(anchor: Anchor): string[] {
  const lines = anchor.snippet?.split("\n") ?? [];
  return anchor.snippet_truncated ? lines.slice(0, -1) : lines;
}

export interface FileView {
  lines: readonly string[];
  table: LineTable;
  exact_only: boolean;
}

/** 0-indexed, inclusive. */
export interface Span {
  first: number;
  last: number;
}

/** What is known of the cited text, and where its first and last non-blank lines stood (0-indexed). */
interface Cited extends Span {
  /** The old file's hashes; null when unknown or not of this file. */
  table: LineTable | null;
  /** `loose` and `exact` hashes of the non-blank lines; null when neither the old file nor the whole text is known. */
  solid: { loose: Int32Array; exact: Int32Array } | null;
  /** The whole text, or as much of it as was kept; null when only hashes are known. */
  text: string | null;
  text_is_whole: boolean;
  /** `loose` hashes of the non-blank lines around, nearest first. */
  before: number[];
  after: number[];
}

export function citedOf(anchor: Anchor, old: OldFile | null): Cited {
  const from = anchor.line_start - 1;
  const to = anchor.line_end - 1;
  if (old && anchor.line_end <= old.table.loose.length) {
    const { table } = old;
    const core = solidCore(table.loose, from, to);
    const rows = solidRows(table.loose, core.first, core.last);
    return {
      ...core,
      table,
      solid: {
        loose: Int32Array.from(rows, (row) => table.loose[row] ?? 0),
        exact: Int32Array.from(rows, (row) => table.exact[row] ?? 0),
      },
      text: old.lines ? textOfRange(old.lines, anchor.line_start, anchor.line_end) : anchor.snippet,
      text_is_whole: old.lines !== null || !anchor.snippet_truncated,
      ...contextHashes(table.loose, core),
    };
  }
  const looseHash = (line: string): number => hashLine(withoutWhitespace(line));
  const context = {
    before: anchor.context_before.map(looseHash).reverse(),
    after: anchor.context_after.map(looseHash),
  };
  const whole = anchor.snippet !== null && !anchor.snippet_truncated;
  if (anchor.snippet === null || !whole) {
    return {
      first: from,
      last: to,
      table: null,
      solid: null,
      text: anchor.snippet,
      text_is_whole: false,
      ...context,
    };
  }
  const lines = anchor.snippet.split("\n");
  const solid_lines = lines.filter((line) => !isBlank(line));
  return {
    first:
      from +
      Math.max(
        0,
        lines.findIndex((line) => !isBlank(line)),
      ),
    last:
      from +
      Math.max(
        0,
        lines.findLastIndex((line) => !isBlank(line)),
      ),
    table: null,
    solid: {
      loose: Int32Array.from(solid_lines, looseHash),
      exact: Int32Array.from(solid_lines, hashLine),
    },
    text: anchor.snippet,
    text_is_whole: true,
    ...context,
  };
}

function locateByDiff(anchor: Anchor, cited: Cited, old: LineTable, view: FileView): Located {
  const map = mapLines(old, view.table);
  const followed = followedLines(cited, map);
  const places = rank(cited, view, verbatimPlaces(anchor, cited, view), expectedLine(cited, map));
  // Of a text with copies some copy is found by any diff; near it must stand what stood near the cited one.
  const only = anchor.dup_count <= 1 && places.length <= 1;
  const isTold = (place: Span): boolean => only || isSupported(cited, map, view, place);
  if (followed && isSameText(anchor, view, followed) && isTold(followed)) {
    const shifted = followed.first !== cited.first;
    return foundAt(anchor, cited, view, followed, shifted ? "lines_shifted" : "same_lines", 0.99);
  }

  const origin = originOf(map, view.lines.length);
  const fresh = places.filter((place) => !cameFromElsewhere(place, view, origin, cited));
  const place = firstVerified(anchor, view, fresh);
  if (place && (place.context >= FOREIGN_CONTEXT || isTold(place))) {
    const reason = place.reflowed ? "reflowed" : "block_moved";
    return foundAt(anchor, cited, view, place, reason, confidenceOf(place, fresh, 0.95));
  }

  const region = regionOf(cited, map, view);
  const survivors = informativeSurvivors(cited, map, view);
  if (view.exact_only || cited.text === null) {
    const span = survivors ?? (region.first <= region.last ? region : null);
    if (!span) return missing(places.length > 0 ? "copy_was_there_before" : "gone");
    return edited(span, null, 0.4, "not_compared");
  }

  const text = collapseWhitespace(cited.text);
  const height = cited.last - cited.first + 1;
  const budget = { left: SEARCH_BUDGET };
  const accept = (span: Span): boolean => !cameFromElsewhere(span, view, origin, cited);
  const here = mostSimilarWindow(text, height, view.lines, region, WEAK_SIMILARITY, budget, accept);
  if (here && isSameText(anchor, view, here))
    return isTold(here) ? foundAt(anchor, cited, view, here, "reflowed", 0.8) : missing("surroundings_gone");
  if (here && here.similarity >= EDITED_SIMILARITY) {
    return edited(here, here.similarity, 0.9, "edited_in_place");
  }
  const there =
    anchor.alnum_count < EVIDENCE_ALNUM ? null : similarAddition(text, height, view, origin, budget);
  if (there) return edited(there, there.similarity, 0.7, "edited_elsewhere");
  if (here) return edited(here, here.similarity, 0.5, "partly_gone");
  if (survivors) {
    const kept = collapseWhitespace(textOfRange(view.lines, survivors.first + 1, survivors.last + 1));
    return edited(survivors, collapsedSimilarity(text, kept), 0.5, "partly_gone");
  }
  return missing(places.length > 0 ? "copy_was_there_before" : "gone");
}

function locateByText(anchor: Anchor, cited: Cited, view: FileView): Located {
  const places = rank(cited, view, verbatimPlaces(anchor, cited, view), cited.first);
  const place = firstVerified(anchor, view, places);
  if (place) {
    // A copy went missing: without its surroundings nobody can tell whether it was the cited one.
    const doubtful = places.length < anchor.dup_count && place.context < 0.5;
    const confidence = doubtful ? 0.4 : confidenceOf(place, places, 0.85);
    const reason =
      confidence < LOW_CONFIDENCE ? "place_uncertain" : place.reflowed ? "reflowed" : "text_found";
    return foundAt(anchor, cited, view, place, reason, confidence);
  }
  if (view.exact_only || cited.text === null) return missing("gone");
  const everywhere = { first: 0, last: view.lines.length - 1 };
  const text = collapseWhitespace(cited.text);
  const height = cited.last - cited.first + 1;
  const best = mostSimilarWindow(text, height, view.lines, everywhere, WEAK_SIMILARITY, {
    left: SEARCH_BUDGET,
  });
  if (!best) return missing("gone");
  if (isSameText(anchor, view, best)) return foundAt(anchor, cited, view, best, "reflowed", 0.6);
  if (best.similarity >= EDITED_SIMILARITY) return edited(best, best.similarity, 0.6, "edited_in_place");
  // Half-similar text is found in any file; it counts only where the neighbours agree.
  return contextScore(cited, view, best) >= 0.5
    ? edited(best, best.similarity, 0.4, "partly_gone")
    : missing("gone");
}

function missing(reason: LocateReason): Located {
  return {
    status: "missing",
    line_start: null,
    line_end: null,
    similarity: null,
    confidence: reason === "gone" ? 0.9 : 0.8,
    whitespace_changed: false,
    reason,
  };
}

function edited(span: Span, similarity: number | null, confidence: number, reason: LocateReason): Located {
  return {
    status: "edited",
    line_start: span.first + 1,
    line_end: span.last + 1,
    similarity: similarity === null ? null : Math.min(0.999, similarity),
    confidence,
    whitespace_changed: false,
    reason,
  };
}

/** The verdict on a text found whole: unchanged where it begins at its old line, else moved. */
function foundAt(
  anchor: Anchor,
  cited: Cited,
  view: FileView,
  place: Span,
  reason: LocateReason,
  confidence: number,
): Located {
  const span = withBlankEdges(anchor, cited, view, place);
  const same_line = place.first === cited.first;
  return {
    status: same_line ? "unchanged" : "moved",
    line_start: span.first + 1,
    line_end: span.last + 1,
    similarity: 1,
    confidence,
    whitespace_changed:
      sha256(textOfRange(view.lines, span.first + 1, span.last + 1)) !== anchor.snippet_sha256,
    reason: same_line && reason === "block_moved" ? "same_lines" : reason,
  };
}

/** Adds the blank lines that the citation began or ended with, where they still stand. */
function withBlankEdges(anchor: Anchor, cited: Cited, view: FileView, place: Span): Span {
  const blank = (row: number): boolean => view.table.loose[row] === BLANK_HASH;
  let { first, last } = place;
  for (let count = cited.first - (anchor.line_start - 1); count > 0 && blank(first - 1); count -= 1)
    first -= 1;
  for (let count = anchor.line_end - 1 - cited.last; count > 0 && blank(last + 1); count -= 1) last += 1;
  return { first, last };
}

/** Where the diff puts the cited lines, if all of them survive and still follow one another. */
function followedLines(cited: Span, map: Int32Array): Span | null {
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
function isSupported(cited: Span, map: Int32Array, view: FileView, place: Span): boolean {
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

function isSameText(anchor: Anchor, view: FileView, span: Span): boolean {
  const text = textOfRange(view.lines, span.first + 1, span.last + 1);
  return sha256(withoutWhitespace(text)) === anchor.norm_sha256;
}

interface Place extends Span {
  reflowed: boolean;
  /** 0–1: how much of the citation's surroundings stands around this place. */
  context: number;
  exact: boolean;
  distance: number;
}

type FoundSpan = Span & { reflowed: boolean };

/** Every place where the cited text stands, white space aside: line by line, else broken into lines differently. */
function verbatimPlaces(anchor: Anchor, cited: Cited, view: FileView): FoundSpan[] {
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
function rank(cited: Cited, view: FileView, spans: FoundSpan[], expected: number): Place[] {
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
function firstVerified(anchor: Anchor, view: FileView, places: Place[]): Place | null {
  return places.find((place) => isSameText(anchor, view, place)) ?? null;
}

function confidenceOf(best: Place, places: Place[], certain: number): number {
  const rival = places.find((place) => place !== best);
  if (!rival) return certain;
  if (best.context === 0) return best.distance === 0 ? 0.6 : 0.3;
  return best.context > rival.context ? certain - 0.05 : 0.6;
}

/** How much of the surroundings agrees, 0–1: nearest lines weigh most, a line out of its order counts half. */
function contextScore(cited: Pick<Cited, "before" | "after">, view: FileView, span: Span): number {
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
  return most === 0 ? 0 : score / most;
}

/** `loose` hashes of the 4 non-blank lines on each side, nearest first. */
function contextHashes(loose: Int32Array, span: Span): { before: number[]; after: number[] } {
  const before: number[] = [];
  for (let row = span.first - 1; row >= 0 && before.length < 4; row -= 1) {
    const hash = loose[row];
    if (hash !== undefined && hash !== BLANK_HASH) before.push(hash);
  }
  const after: number[] = [];
  for (let row = span.last + 1; row < loose.length && after.length < 4; row += 1) {
    const hash = loose[row];
    if (hash !== undefined && hash !== BLANK_HASH) after.push(hash);
  }
  return { before, after };
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
function expectedLine(cited: Span, map: Int32Array): number {
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
function regionOf(cited: Span, map: Int32Array, view: FileView): Span {
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

function isInformative(line: string | undefined): boolean {
  return line !== undefined && alnumCount(line) >= INFORMATIVE_ALNUM;
}

function informativeSurvivors(cited: Span, map: Int32Array, view: FileView): Span | null {
  let first = -1;
  let last = -1;
  for (let row = cited.first; row <= cited.last; row += 1) {
    const now = map[row] ?? -1;
    if (now < 0 || !isInformative(view.lines[now])) continue;
    if (first < 0) first = now;
    last = now;
  }
  return first < 0 ? null : { first, last };
}

type SimilarSpan = Span & { similarity: number };

/** The added lines most similar to the cited text, if any is similar enough to be it, edited after a move. */
function similarAddition(
  text: string,
  height: number,
  view: FileView,
  origin: Int32Array,
  budget: { left: number },
): SimilarSpan | null {
  let best: SimilarSpan | null = null;
  let first = 0;
  for (let row = 0; row <= view.lines.length; row += 1) {
    const added = row < view.lines.length && (origin[row] === -1 || !isInformative(view.lines[row]));
    if (added) continue;
    if (row > first) {
      const floor: number = best?.similarity ?? EDITED_SIMILARITY;
      best = mostSimilarWindow(text, height, view.lines, { first, last: row - 1 }, floor, budget) ?? best;
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
 * compared by Levenshtein, and the winner's edges are then moved while that helps. Stops when the budget is used up;
 * windows that `accept` (0-indexed lines of the file) turns down are passed over.
 */
function mostSimilarWindow(
  text: string,
  height: number,
  lines: readonly string[],
  region: Span,
  floor: number,
  budget: { left: number },
  accept: (span: Span) => boolean = () => true,
): SimilarSpan | null {
  const rows: string[] = [];
  for (let row = region.first; row <= region.last; row += 1) rows.push(collapseWhitespace(lines[row] ?? ""));
  const compare = (first: number, last: number, at_least: number): number => {
    if (first > last || rows[first] === "" || rows[last] === "") return 0;
    const window = rows
      .slice(first, last + 1)
      .filter((row) => row !== "")
      .join(" ");
    budget.left -= Math.ceil((text.length * Math.min(window.length, 2 * text.length)) / 32);
    return budget.left < 0 ? 0 : collapsedSimilarity(text, window, at_least);
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
  for (const window of windowsByWords(text, height, rows, least)) consider(window.first, window.last);
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
function windowsByWords(text: string, height: number, rows: readonly string[], least: number): Span[] {
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
  const heights = [0.5, 0.75, 1, 1.25, 1.5, 2].map((factor) => Math.round(height * factor));
  heights.push(height - 2, height - 1, height + 1, height + 2);
  if (rows.length <= 2 * height + 2) heights.push(rows.length);
  const shortlist: (Span & { score: number })[] = [];
  for (const tall of new Set(heights)) {
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

/** The range without the blank lines at its edges. */
function solidCore(loose: Int32Array, first: number, last: number): Span {
  let from = first;
  let to = last;
  while (from < to && loose[from] === BLANK_HASH) from += 1;
  while (to > from && loose[to] === BLANK_HASH) to -= 1;
  return { first: from, last: to };
}

/** The rows of a range that are not blank. */
export function solidRows(loose: Int32Array, first: number, last: number): number[] {
  const rows: number[] = [];
  for (let row = first; row <= last; row += 1) if (loose[row] !== BLANK_HASH) rows.push(row);
  return rows;
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
  return total === 0 ? 0 : shared / total;
}
