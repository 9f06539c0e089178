const SIGNS = /[^\p{L}\p{M}\p{N}]/u;

export type Segment = { text: string; isMatch: boolean };

/** The words of what was typed, in lower case, each once. */
export const typedWords = (query: string): string[] => [
  ...new Set(query.toLowerCase().split(/\s+/).filter(Boolean)),
];

/** Whether a text has each word, in whatever case and order. No word fits every text. */
export function fitsWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** Whether each word begins a word of a name. A word with signs in it may stand anywhere. */
export function namesWords(name: string, words: readonly string[]): boolean {
  const lower = name.toLowerCase();
  const parts = lower.split(SIGNS);
  return words.every((word) => {
    if (SIGNS.test(word)) return lower.includes(word);
    return parts.some((part) => part.startsWith(word));
  });
}

/** Where words occur in a text, the ranges in order and apart. */
function rangesOf(lower: string, words: readonly string[]): { start: number; end: number }[] {
  const found = words
    .flatMap((word) => {
      const at: { start: number; end: number }[] = [];
      for (let start = lower.indexOf(word); start >= 0; start = lower.indexOf(word, start + word.length))
        at.push({ start, end: start + word.length });
      return at;
    })
    .sort((one, other) => one.start - other.start);
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of found) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** A text cut where words begin and end in it; together the segments are the text. */
export function segmentsOf(text: string, words: readonly string[]): Segment[] {
  const lower = text.toLowerCase();
  // Lower case of some letters is longer: then places do not compare, and nothing is marked.
  const ranges = lower.length === text.length ? rangesOf(lower, words) : [];
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start > at) segments.push({ text: text.slice(at, start), isMatch: false });
    segments.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), isMatch: false });
  return segments;
}
