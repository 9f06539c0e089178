import { type Anchor, EVIDENCE_ALNUM } from "./anchor";
import { type Cited, citedOf, type FileView, holds, type OldFile } from "./cited-text";
import { mapLines } from "./line-map";
import { locate } from "./locate";
import { foundAt, type Located, missing, SEARCH_CONFIDENCE } from "./located";
import { contextScore, FOREIGN_CONTEXT, firstVerified, rank, verbatimPlaces } from "./places";
import { contextHashes, type Span } from "./spans";
import { cameFromElsewhere, isInformative, originOf } from "./surviving-lines";
import { alnumCount, type DecodedSource, findRuns, lineTable } from "./text";

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
    if (located.status === "unchanged" || located.status === "moved")
      return { ...located, status: "renamed", reason: "file_renamed" };
    return located;
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

/** How well the surroundings of a file's copies of the cited text agree with those of a place, 0–1. */
function contextOfCopies(cited: Cited, file: OldFile, view: FileView, place: Span): number {
  if (!cited.solid) return 0;
  const copies = findRuns(cited.solid.loose, file.table.loose);
  return Math.max(
    0,
    ...copies.map((copy) => contextScore(contextHashes(file.table.loose, copy), view, place)),
  );
}

/**
 * The lines to look for when a text may be in another file: its two longest, trimmed. Empty when the text is not
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
  if (anchor.snippet_truncated) return lines.slice(0, -1);
  return lines;
}
