import { LOW_CONFIDENCE } from "../fields";
import { type Anchor, EVIDENCE_ALNUM } from "./anchor";
import { type Cited, citedOf, type FileView, isSameText, type OldFile } from "./cited-text";
import { grownRegion } from "./grown-region";
import { mapLines } from "./line-map";
import { edited, foundAt, type Located, missing, undecided } from "./located";
import { type Budget, newBudget } from "./long-similarity";
import { confidenceOf, contextScore, FOREIGN_CONTEXT, firstVerified, rank, verbatimPlaces } from "./places";
import {
  EDITED_SIMILARITY,
  mostSimilarWindow,
  resized,
  similarAddition,
  WEAK_SIMILARITY,
  wantedOf,
} from "./similar-text";
import type { Span } from "./spans";
import {
  cameFromElsewhere,
  expectedLine,
  followedLines,
  informativeSurvivors,
  isSupported,
  originOf,
  regionOf,
} from "./surviving-lines";
import {
  collapsedSimilarity,
  collapseWhitespace,
  type DecodedSource,
  type LineTable,
  lineTable,
  textOfRange,
} from "./text";

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
  if (cited.table) return locateByDiff(anchor, cited, cited.table, view);
  return locateByText(anchor, cited, view);
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
  const wanted = wantedOf(cited, cited.text);
  const budget = newBudget();
  const here = mostSimilarWindow(wanted, view.lines, trail, WEAK_SIMILARITY, budget);
  if (!here) return notFound(budget, { where: trail, view, absent: missing("copy_was_there_before") });
  if (isSameText(anchor, view, here)) return foundAt(anchor, cited, view, here, "reflowed", 0.8);
  if (here.similarity >= EDITED_SIMILARITY) return edited(here, here.similarity, 0.9, "edited_in_place");
  return edited(here, here.similarity, 0.5, "partly_gone");
}

function locateByDiff(anchor: Anchor, cited: Cited, old: LineTable, view: FileView): Located {
  const map = mapLines(old, view.table);
  const followed = followedLines(cited, map);
  const places = rank(cited, view, verbatimPlaces(anchor, cited, view), expectedLine(cited, map));
  // Of a text with copies some copy is found by any diff; near it must stand what stood near the cited one.
  const only = anchor.dup_count <= 1 && places.length <= 1;
  const isCertain = (place: Span): boolean => only || isSupported(cited, map, view, place);
  if (followed && isSameText(anchor, view, followed) && isCertain(followed)) {
    const shifted = followed.first !== cited.first;
    return foundAt(anchor, cited, view, followed, shifted ? "lines_shifted" : "same_lines", 0.99);
  }

  const origin = originOf(map, view.lines.length);
  const fresh = places.filter((place) => !cameFromElsewhere(place, view, origin, cited));
  const place = firstVerified(anchor, view, fresh);
  if (place && (place.context >= FOREIGN_CONTEXT || isCertain(place))) {
    const reason = place.reflowed ? "reflowed" : "block_moved";
    return foundAt(anchor, cited, view, place, reason, confidenceOf(place, fresh, 0.95));
  }

  const absent = missing(places.length > 0 ? "copy_was_there_before" : "gone");
  return locateEdited({ anchor, cited, map, origin, view, absent, isCertain });
}

/** What became of a text that stands nowhere as it was; `absent` when nothing did. */
function locateEdited({
  anchor,
  cited,
  map,
  origin,
  view,
  absent,
  isCertain,
}: {
  anchor: Anchor;
  cited: Cited;
  map: Int32Array;
  origin: Int32Array;
  view: FileView;
  absent: Located;
  isCertain: (place: Span) => boolean;
}): Located {
  const region = regionOf(cited, map, view);
  const survivors = informativeSurvivors(cited, map, view);
  if (view.exact_only || cited.text === null) {
    const span = survivors ?? (region.first <= region.last ? region : null);
    if (span) return edited(span, null, 0.4, "not_compared");
    return absent;
  }

  const wanted = wantedOf(cited, cited.text);
  const budget = newBudget();
  const accept = (span: Span): boolean => !cameFromElsewhere(span, view, origin, cited);
  const alike = mostSimilarWindow(wanted, view.lines, region, WEAK_SIMILARITY, budget, accept);
  const isFound = alike !== null && alike.similarity >= EDITED_SIMILARITY;
  // Joined into few lines, or broken into many, a text still has its words.
  const tried = isFound
    ? null
    : mostSimilarWindow(resized(wanted), view.lines, region, EDITED_SIMILARITY, budget, accept);
  const here = tried ?? alike;
  if (here && isSameText(anchor, view, here))
    return isCertain(here)
      ? foundAt(anchor, cited, view, here, "reflowed", 0.8)
      : missing("surroundings_gone");
  if (here && here.similarity >= EDITED_SIMILARITY) {
    const grown = grownRegion(here, { cited, map, origin, view });
    return edited(grown, here.similarity, 0.9, "edited_in_place");
  }
  const there = anchor.alnum_count < EVIDENCE_ALNUM ? null : similarAddition(wanted, view, origin, budget);
  if (there) return edited(there, there.similarity, 0.7, "edited_elsewhere");
  if (here) {
    const grown = grownRegion(here, { cited, map, origin, view });
    return edited(grown, here.similarity, 0.5, "partly_gone");
  }
  if (survivors) {
    const kept = collapseWhitespace(textOfRange(view.lines, survivors.first + 1, survivors.last + 1));
    return edited(survivors, collapsedSimilarity(wanted.text, kept), 0.5, "partly_gone");
  }
  return notFound(budget, { where: region, view, absent });
}

/** `absent`, unless the budget ran out: then it may be anywhere in `where`. */
function notFound(
  budget: Budget,
  { where, view, absent }: { where: Span; view: FileView; absent: Located },
): Located {
  if (!budget.ran_out) return absent;
  if (where.last < where.first) return undecided(whole(view));
  return undecided(where);
}

const whole = ({ lines }: FileView): Span => ({ first: 0, last: Math.max(0, lines.length - 1) });

function locateByText(anchor: Anchor, cited: Cited, view: FileView): Located {
  const places = rank(cited, view, verbatimPlaces(anchor, cited, view), cited.first);
  const place = firstVerified(anchor, view, places);
  if (place) {
    // A copy went missing: without its surroundings nobody can tell whether it was the cited one.
    const doubtful = places.length < anchor.dup_count && place.context < 0.5;
    const confidence = doubtful ? 0.4 : confidenceOf(place, places, 0.85);
    const certain_reason = place.reflowed ? "reflowed" : "text_found";
    const reason = confidence < LOW_CONFIDENCE ? "place_uncertain" : certain_reason;
    return foundAt(anchor, cited, view, place, reason, confidence);
  }
  if (view.exact_only || cited.text === null) return missing("gone");
  const wanted = wantedOf(cited, cited.text);
  const budget = newBudget();
  const best = mostSimilarWindow(wanted, view.lines, whole(view), WEAK_SIMILARITY, budget);
  if (!best) return notFound(budget, { where: whole(view), view, absent: missing("gone") });
  if (isSameText(anchor, view, best)) return foundAt(anchor, cited, view, best, "reflowed", 0.6);
  if (best.similarity >= EDITED_SIMILARITY) return edited(best, best.similarity, 0.6, "edited_in_place");
  // Half-similar text is found in any file; it counts only where the neighbours agree.
  if (contextScore(cited, view, best) >= 0.5) return edited(best, best.similarity, 0.4, "partly_gone");
  return missing("gone");
}
