import { upperBound } from "@/lib/kernel/sorted";
import type { LineRange } from "../anchoring/anchor";
import type { Comment, NormalForm } from "./normal-form";
import {
  aroundOf,
  betweenOf,
  type CodeSignature,
  commentsIn,
  hashOfComment,
  isBroken,
  placesOf,
  SIGNATURE_VERSION,
  shapeOf,
  type TokenRange,
  tokensOfLines,
  wordsOfComments,
} from "./signature";

/** So many tokens prove a text wherever it stands; fewer do only where the cited lines were found to read differently. */
const TELLING_TOKENS = 8;

export type Likeness = {
  /** The code is the same but for its layout; `comment_only`: and for what a cited comment says. */
  fact: "formatting_only" | "comment_only";
  line_start: number;
  line_end: number;
};

/**
 * Whether the code that was cited is in a file with nothing but its layout changed. `window`: the lines that the text
 * rules found in its place; null where they found none. Null when it does not, or nobody can tell which of several places is meant.
 */
export function likenessOf(
  signature: CodeSignature,
  { form, rows, window }: { form: NormalForm; rows: readonly number[]; window: LineRange | null },
): Likeness | null {
  if (signature.version !== SIGNATURE_VERSION) return null;
  if (signature.count === 0) return window && commentLikeness(signature, { form, rows, window });
  const place = placeOf(signature, { form, rows, window });
  if (!place || isBroken(form, place)) return null;
  if (shapeOf(form, place) !== signature.shape || aroundOf(form, place) !== signature.around) return null;
  if (hasJoined(signature, { form, rows, place })) return null;
  const kept = commentsKept(signature, form, {
    from: form.ends[place.first - 1] ?? 0,
    to: form.starts[place.last + 1] ?? Number.POSITIVE_INFINITY,
  });
  const from = Math.min(form.starts[place.first] ?? 0, ...kept.map(({ start }) => start));
  const to = Math.max((form.ends[place.last] ?? 1) - 1, ...kept.map(({ end }) => end - 1));
  const fact = kept.length < signature.comments.length ? "comment_only" : "formatting_only";
  return { fact, line_start: rowAt(rows, from) + 1, line_end: rowAt(rows, Math.max(from, to)) + 1 };
}

/** Whether something stands on the same line as the place now that did not stand beside it: `a` became `a || b`. */
function hasJoined(
  { neighbours }: CodeSignature,
  { form, rows, place }: { form: NormalForm; rows: readonly number[]; place: TokenRange },
): boolean {
  const { tokens, starts, ends } = form;
  const [before, behind] = neighbours;
  const row = (at: number) => rowAt(rows, at);
  const { first, last } = place;
  const joins_before = first > 0 && row((ends[first - 1] ?? 1) - 1) === row(starts[first] ?? 0);
  const joins_behind = last + 1 < tokens.length && row((ends[last] ?? 1) - 1) === row(starts[last + 1] ?? 0);
  return (joins_before && tokens[first - 1] !== before) || (joins_behind && tokens[last + 1] !== behind);
}

/** The place of the cited tokens, where it is certain that they are these ones. */
function placeOf(
  signature: CodeSignature,
  { form, rows, window }: { form: NormalForm; rows: readonly number[]; window: LineRange | null },
): TokenRange | null {
  const ranges = placesOf(form, signature).map((first) => ({ first, last: first + signature.count - 1 }));
  const [only, other] = ranges.filter((range) => betweenOf(form, range) === signature.between);
  if (only && !other) return only;
  // Another copy came or went: which of them is the cited one nobody can tell.
  if (ranges.length !== signature.places) return null;
  const place = ranges[signature.place];
  if (place === undefined) return null;
  const seen = window && tokensOfLines(form, rows, window);
  const overlaps = seen !== null && place.first <= seen.last && place.last >= seen.first;
  if (overlaps || (signature.count >= TELLING_TOKENS && ranges.length === 1)) return place;
  return null;
}

/** The cited comments that are still there, word for word and in order; others may have come. */
function commentsKept(
  { comments, words }: CodeSignature,
  form: NormalForm,
  between: { from: number; to: number },
): readonly Comment[] {
  const there = commentsIn(form, between);
  const kept: Comment[] = [];
  for (const comment of there) if (hashOfComment(comment) === comments[kept.length]) kept.push(comment);
  if (kept.length === comments.length) return kept;
  const rewrapped = rewrappedIn(there, words);
  if (!rewrapped) return kept;
  // As many as there were, so that none counts as changed.
  return comments.map((_, row) => rewrapped[Math.min(row, rewrapped.length - 1)]).filter(isDefined);
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** The comments that hold these words in a row, once; null for none. */
function rewrappedIn(comments: readonly Comment[], words: CodeSignature["words"]): Comment[] | null {
  const owners = comments.flatMap((comment) =>
    comment.words
      .split(" ")
      .filter((word) => word !== "")
      .map(() => comment),
  );
  const [first, other] = placesOf({ tokens: wordsOfComments(comments) }, words);
  if (first === undefined || other !== undefined) return null;
  return [...new Set(owners.slice(first, first + words.count))];
}

/** So many words tell a comment from others. */
const TELLING_WORDS = 4;

/** Comments alone are cited: they are a text, of which only the layout may differ. */
function commentLikeness(
  signature: CodeSignature,
  { form, rows, window }: { form: NormalForm; rows: readonly number[]; window: LineRange },
): Likeness | null {
  const seen = tokensOfLines(form, rows, window);
  const from = rows[window.line_start - 1] ?? 0;
  const to = rows[window.line_end] ?? 0;
  const some = commentsIn(form, { from, to });
  const kept = commentsKept(signature, form, { from, to });
  const same = some.length === signature.comments.length && kept.length === some.length;
  if (seen.last < seen.first && same) return { fact: "formatting_only", ...window };
  if (signature.words.count < TELLING_WORDS) return null;
  const rewrapped = rewrappedIn(form.comments, signature.words);
  const [first] = rewrapped ?? [];
  const last = rewrapped?.at(-1);
  if (!first || !last) return null;
  const line_start = rowAt(rows, first.start) + 1;
  return { fact: "formatting_only", line_start, line_end: rowAt(rows, last.end - 1) + 1 };
}

/** The row (0-indexed) of a character. */
const rowAt = (rows: readonly number[], at: number): number => Math.max(0, upperBound(rows, at) - 1);
