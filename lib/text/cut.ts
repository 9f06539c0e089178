const HALF_PAIR_AT_END = /[\uD800-\uDBFF]$/;

/** The first `max` UTF-16 code units of a text, one fewer rather than half a surrogate pair. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, max).replace(HALF_PAIR_AT_END, "");
}

/** The same, and marked as cut where it is. */
export function truncateWithMark(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${truncateText(text, max - 1)}…`;
}

/** At most `max` UTF-16 code units, cut at a word's end where one is near, and marked as cut. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max - 1);
  const space = kept.lastIndexOf(" ");
  const end = space > max * 0.6 ? space : kept.length;
  return `${kept.slice(0, end).replace(HALF_PAIR_AT_END, "")}…`;
}
