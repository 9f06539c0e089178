import type { Anchor, LineRange } from "./anchor";
import type { Cited, FileView } from "./cited-text";
import type { Span } from "./spans";
import { BLANK_HASH, sha256, textOfRange } from "./text";

/** Of a text that was found in another file by searching and stood nowhere else before. */
export const SEARCH_CONFIDENCE = 0.9;

export type LocatedStatus = "unchanged" | "moved" | "renamed" | "edited" | "missing";

/** Why a citation was judged as it was, each with the sentence a person reads. */
export const LOCATE_REASONS = {
  same_blob: "The file has not changed.",
  same_lines: "The lines are unchanged, at the same place.",
  lines_shifted: "The lines are unchanged; lines above them were added or removed.",
  block_moved: "The lines were moved to another place in the file.",
  text_found:
    "The same text is in the file; the old version of the file could not be read to follow its lines.",
  place_uncertain:
    "The same text is in several places, and the lines around it do not show which one was cited.",
  reflowed: "The same text is in the file, with different line breaks.",
  edited_in_place: "These lines were edited.",
  edited_elsewhere: "The cited lines are gone; similar lines were added elsewhere in the file.",
  space_changed: "Only white space differs, but here it changes the meaning.",
  partly_gone: "Only part of the cited text is left.",
  not_compared: "The text changed; the file is too large to compare it in detail.",
  too_long: "The text changed, and is too long to compare within the time limit of a check.",
  file_renamed: "The file was renamed; the text is in the new file.",
  found_in_other_file: "The text was moved to another file.",
  followed: "The lines were followed through every commit that touched their file.",
  copy_was_there_before: "The text is gone; another copy of it exists, but that copy was there before.",
  copies_alike:
    "The text is gone; other files have copies of it, but it is not clear whether it moved to one of them.",
  surroundings_gone: "The same text is in the file, but everything around it is gone.",
  gone: "The text is gone, and nothing similar is in its place.",
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
  /** 0–1: how sure the verdict is; below LOW_CONFIDENCE it is a guess. */
  confidence: number;
  /** The text is the same but for white space that means nothing. */
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

export function missing(reason: LocateReason): Located {
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

export function edited(
  span: Span,
  similarity: number | null,
  confidence: number,
  reason: LocateReason,
): Located {
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

/** Nobody knows what became of a text that stood here: a guess, on which nothing is decided. */
export function undecided(span: Span): Located {
  return edited(span, null, 0.3, "too_long");
}

/** The verdict on a text found whole: unchanged where it begins at its old line, else moved. */
export function foundAt(
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
