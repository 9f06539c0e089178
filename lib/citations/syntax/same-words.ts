import type { LineRange } from "../anchoring/anchor";

const WORD = /[\p{L}\p{N}_$]+/gu;
/** Comments may go or come, and prefixes of texts that mean nothing. */
const COMMENT = /(?:^|\s)(?:\/\/|#(?!\[|!)|\/\*|\*(?=\s|\/|$)|<!--).*$/gm;
const PREFIX = /\b[uUrRbBfF]{1,2}(?=["'])/g;
/** A formatter makes several lines of one, and one of several. */
const MOST_LINES_A_LINE = 4;
const LINES_AROUND = 8;

/** Where imports stand, which formatters sort. */
const IMPORTS = /^\s*(?:pub\b.*)?(?:use|import|from|using|export)\b/m;

/**
 * Whether a text may stand around these lines with nothing but its layout changed: its words are there together, and
 * near imports in whatever order. Cheap, and right only when it says no.
 */
export function mayBeFormatted({
  text,
  now,
}: {
  text: string;
  now: LineRange & { lines: readonly string[] };
}): boolean {
  const reach = LINES_AROUND + MOST_LINES_A_LINE * text.split("\n").length;
  const from = Math.max(0, now.line_start - 1 - reach);
  const around = now.lines.slice(from, now.line_end + reach).join("\n");
  const words = wordsOf(text.replace(COMMENT, ""));
  if (!IMPORTS.test(around)) return standTogether(text, around);
  const missing = countsOf(words);
  for (const word of wordsOf(around)) {
    const count = missing.get(word) ?? 0;
    if (count === 1) missing.delete(word);
    else if (count > 1) missing.set(word, count - 1);
  }
  return missing.size === 0;
}

/** The same for a text that may stand anywhere in these lines. */
export function mayOccur({ text, lines }: { text: string; lines: readonly string[] }): boolean {
  const words = wordsOf(text.replace(COMMENT, ""));
  const all = lines.join("\n");
  const lower = all.toLowerCase();
  return words.every((word) => lower.includes(word)) && standTogether(text, all);
}

/** Whether the words of a text stand together; what looks like a comment is left out, and may be none. */
function standTogether(text: string, around: string): boolean {
  const without = (some: string): string[] => wordsOf(some.replace(COMMENT, ""));
  return inARow(without(text), without(around)) || inARow(wordsOf(text), wordsOf(around));
}

/** Whether as many words that follow one another are these, in whatever order. */
function inARow(words: readonly string[], there: readonly string[]): boolean {
  // How often each word is still missing.
  const missing = countsOf(words);
  let unequal = missing.size;
  const add = (word: string | undefined, by: number): void => {
    const count = word === undefined ? undefined : missing.get(word);
    if (word === undefined || count === undefined) return;
    if (count === 0) unequal += 1;
    if (count + by === 0) unequal -= 1;
    missing.set(word, count + by);
  };
  for (let at = 0; at < there.length && unequal > 0; at += 1) {
    add(there[at], -1);
    if (at >= words.length) add(there[at - words.length], 1);
  }
  return unequal === 0;
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function wordsOf(text: string): string[] {
  return text.replace(PREFIX, "").toLowerCase().match(WORD) ?? [];
}
