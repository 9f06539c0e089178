import { shareIn } from "@/lib/text/similarity";
import { plainWordsOf } from "@/lib/text/words";
import type { Learning } from "./learned-statement";

const MAX_CHARACTERS = 2_000;

/** An answer longer than this is read at both its ends: plans stand at the beginning, conclusions at the end. */
const MAX_INPUT = 200_000;

const SHINGLE = 4;

const REPEATED_SHARE = 0.8;

/** Runs of four words, by which a text is known again through other markup and small changes (Broder 1997). */
export function shingles(text: string): Set<string> {
  const words = plainWordsOf(text);
  const runs = new Set<string>();
  for (let at = 0; at + SHINGLE <= words.length; at++) runs.add(words.slice(at, at + SHINGLE).join(" "));
  return runs;
}

export function isRepeated(statement: string, known: ReadonlySet<string>): boolean {
  const runs = shingles(statement);
  return shareIn(runs, known) >= REPEATED_SHARE;
}

/** Of learnings that say the same, or of which one says all that another does, the surest; of equals the first. */
export function withoutRepeats(found: readonly Learning[]): Learning[] {
  const kept: { at: number; learning: Learning; words: string; runs: ReadonlySet<string> }[] = [];
  const surest = found
    .map((learning, at) => ({ at, learning }))
    .sort((a, b) => b.learning.confidence - a.learning.confidence || a.at - b.at);
  for (const { at, learning } of surest) {
    const words = ` ${plainWordsOf(learning.statement).join(" ")} `;
    const runs = shingles(learning.statement);
    const is_said = kept.some(
      (other) =>
        other.words.includes(words) ||
        words.includes(other.words) ||
        (runs.size > 0 && shareIn(runs, other.runs) >= REPEATED_SHARE),
    );
    if (!is_said) kept.push({ at, learning, words, runs });
  }
  return kept.sort((a, b) => a.at - b.at).map(({ learning }) => learning);
}

export const tidy = (text: string) => text.replace(/\s+/g, " ").replace(/^[\s:–—-]+|\s+$/g, "");

/** At most 2,000 characters, cut where a word ends. */
export function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS - 1).replace(/\s+\S*$/, "")}…`;
}

export function ends(text: string): string {
  if (text.length <= MAX_INPUT) return text;
  return `${text.slice(0, MAX_INPUT / 2)}\n\n${text.slice(-MAX_INPUT / 2)}`;
}
