import type { LineRange } from "../anchoring/anchor";

const WORD = /[\p{L}\p{N}_$]+/gu;
/** Comments may go or come, and prefixes of texts that mean nothing. */
const COMMENT = /(?:^|\s)(?:\/\/|#(?!\[|!)|\/\*|\*(?=\s|\/|$)|<!--).*$/gm;
const PREFIX = /\b[uUrRbBfF]{1,2}(?=["'])/g;
/** A formatter makes several lines of one, and one of several. */
const MOST_LINES_A_LINE = 4;
const LINES_AROUND = 8;

/**
 * Whether a text may stand around these lines with nothing but its layout changed: all of its words follow one another
 * there. Cheap, and right only when it says no.
 */
export function mayBeFormatted({
  text,
  now,
}: {
  text: string;
  now: LineRange & { lines: readonly string[] };
}): boolean {
  const words = wordsOf(text.replace(COMMENT, ""));
  const reach = LINES_AROUND + MOST_LINES_A_LINE * text.split("\n").length;
  const from = Math.max(0, now.line_start - 1 - reach);
  const around = wordsOf(now.lines.slice(from, now.line_end + reach).join("\n"));
  let next = 0;
  for (const word of around) if (word === words[next]) next += 1;
  return next === words.length;
}

/** Whether a text may stand anywhere in these lines with nothing but its layout changed: its words are there in a row. */
export function mayStand({ text, lines }: { text: string; lines: readonly string[] }): boolean {
  const words = wordsOf(text.replace(COMMENT, ""));
  const there = wordsOf(lines.join("\n").replace(COMMENT, ""));
  return ` ${there.join(" ")} `.includes(` ${words.join(" ")} `.replace(/^ +$/, " "));
}

function wordsOf(text: string): string[] {
  return text.replace(PREFIX, "").toLowerCase().match(WORD) ?? [];
}
