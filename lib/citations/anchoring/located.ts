import type { Anchor, LineRange } from "./anchor";
import type { Cited, FileView } from "./cited-text";
import type { Span } from "./spans";
import { BLANK_HASH, sha256, textOfRange } from "./text";

/** Of a text that was found in another file by searching and stood nowhere else before. */
export const SEARCH_CONFIDENCE = 0.9;

export type LocatedStatus = "unchanged" | "moved" | "renamed" | "edited" | "missing";

/** Why a citation was judged as it was, each with the sentence a person reads. */
export const LOCATE_REASONS = {
  same_blob: "The file is byte for byte the same.",
  same_lines: "The lines stand where they stood.",
  lines_shifted: "Every cited line survives; lines above it were added or removed.",
  block_moved: "The same text stands elsewhere in the file, where it was not before.",
  text_found: "The same text is in the file; the old file is not at hand to follow its lines.",
  place_uncertain: "The same text is in several places and nothing around it tells which one is meant.",
  reflowed: "The same text is in the file, broken into lines differently.",
  edited_in_place: "The text between the surviving neighbours reads differently.",
  edited_elsewhere: "A similar text was added elsewhere in the file, and the cited one is gone.",
  space_changed: "Only white space differs, but there it means something.",
  partly_gone: "Only part of the cited text survives.",
  not_compared: "The text changed; the file is too large to compare further.",
  too_long: "The text changed, and is too long to say how far within the time a check may take.",
  file_renamed: "The file was renamed and the text is in the new one.",
  found_in_other_file: "The text is gone from its file and was added to another one.",
  followed: "The lines were followed through every commit that touched their file.",
  copy_was_there_before: "The same text stands elsewhere, but that copy was there before.",
  copies_alike:
    "Copies of the text are in other files, and nothing tells whether one of them is the cited one.",
  surroundings_gone: "The same text is in the file, but all that stood around it is gone.",
  gone: "The text is gone and nothing like it is in its place.",
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
