import type { CodePart, CodeToken } from "./highlight";
import type { Segment } from "./line-diff";

/** A run of text in a line that is of one colour and either changed or not. */
export type TextRun = { text: string; changed: boolean; part: CodePart | null };

/**
 * Cuts a line at the borders of both: its changed runs and its coloured tokens. Tokens that are not of this text
 * (none, or of another version of the line) colour nothing.
 */
export function textRunsOf(segments: readonly Segment[], tokens: readonly CodeToken[] | null): TextRun[] {
  const whole = segments.map(({ text }) => text).join("");
  const coloured =
    tokens && tokens.map(({ text }) => text).join("") === whole ? tokens : [{ text: whole, part: null }];
  const runs: TextRun[] = [];
  let token = 0;
  let inToken = 0;
  for (const { text, changed } of segments) {
    for (let start = 0; start < text.length; ) {
      const current = coloured[token];
      if (!current) break;
      const length = Math.min(text.length - start, current.text.length - inToken);
      if (length > 0) runs.push({ text: text.slice(start, start + length), changed, part: current.part });
      start += length;
      inToken += length;
      if (inToken >= current.text.length) {
        token += 1;
        inToken = 0;
      }
    }
  }
  return runs;
}
