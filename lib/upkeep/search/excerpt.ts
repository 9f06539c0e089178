import { truncateText } from "@/lib/text/cut";

/** Code units that are shown before the first match. */
const BEFORE = 40;
const HALF_PAIR_AT_START = /^[\uDC00-\uDFFF]/;

/** At most `max` code units of a text on one line, from a little before the first of the words, marked where it is cut. */
export function excerptOf(text: string, { words, max }: { words: readonly string[]; max: number }): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const lower = line.toLowerCase();
  // Lower case of some letters is longer: then places do not compare, and the beginning is shown.
  const places =
    lower.length === line.length ? words.map((word) => lower.indexOf(word)).filter((at) => at >= 0) : [];
  const first = Math.min(...places, line.length);
  const start = places.length === 0 || first <= max - BEFORE ? 0 : first - BEFORE;
  const from = line.slice(start).replace(HALF_PAIR_AT_START, "");
  const kept = truncateText(from, max - 2);
  return `${start > 0 ? "…" : ""}${kept}${kept.length < from.length ? "…" : ""}`;
}
