import type { RelevanceSignal } from "../contract";
import type { WordScore } from "../search/search";

/**
 * What is known of how a memory fits a task, each signal on a scale that does not depend on how many memories there are,
 * nor on how long the task is. Absent evidence is 0.
 */
export type RelevanceSignals = Record<RelevanceSignal, number> & {
  /** Cosine similarity of the task to the memory, -1 to 1; 0 without a vector. */
  meaning: number;
  /**
   * Rare words in common, 0 to 3: the BM25 of the memory in units of a word that only one memory has, by the root of
   * what all words of the task would bring in these units, at least three. BM25 itself grows with the task's length and with the number
   * of memories.
   */
  words: number;
  /** Share of the task's words, weighted by rarity, that the memory contains: 0 to 1. */
  coverage: number;
  /** How many of the task's words that are rare among the memories it contains, as a share of three: 0 to 1. */
  rare_words: number;
  /** 1: cites or names a changed file. Documentation counts half. */
  cited_file: number;
  /**
   * How near the changed lines are to those that it cites, 1 where they touch, 0 from 200 lines on, by the logarithm of the
   * distance. Of memories whose own lines a commit changed, 31 of 37 mattered for its task; of those 20 to 60 lines away
   * a quarter, farther away a seventh (`npm run bench -- --only packs`). Where lines are not known, what is usual.
   */
  cited_lines: number;
  /**
   * A pattern that it applies to matches a changed file: 1 if it is the only candidate that does, 1/n for the file that
   * the fewest candidates (n) apply to. What many memories apply to is a file that most changes touch. Documentation counts half.
   */
  changed_glob: number;
  /** 1: it applies to this kind of change, such as a dependency's. */
  kind_of_change: number;
  /** 1: learned by an agent of the type that asks. */
  agent_type: number;
  /** 1: of the category that the task names or is guessed to be of. */
  category: number;
};

export const NO_SIGNALS: RelevanceSignals = {
  meaning: 0,
  words: 0,
  coverage: 0,
  rare_words: 0,
  cited_file: 0,
  cited_lines: 0,
  changed_glob: 0,
  kind_of_change: 0,
  agent_type: 0,
  category: 0,
};

const MAX_WORDS = 3;
const MAX_RARE_WORDS = 3;
/** A task of fewer rare words is judged as if it had so many: one word in common with "are you finished?" says nothing. */
const MIN_TASK_WORDS = 3;

export type TextSignals = Pick<RelevanceSignals, "words" | "coverage" | "rare_words">;

/** The signals of text; none where a memory has no word in common with the question. */
export function textSignals(score: WordScore | null): TextSignals {
  const { rarest, rarity } = score?.statistics ?? { rarest: 0, rarity: 0 };
  if (score === null || rarest <= 0 || rarity <= 0) return { words: 0, coverage: 0, rare_words: 0 };
  const words = score.bm25 / rarest / Math.sqrt(Math.max(rarity / rarest, MIN_TASK_WORDS));
  return {
    words: Math.min(words, MAX_WORDS),
    coverage: score.coverage,
    rare_words: Math.min(score.rare_words, MAX_RARE_WORDS) / MAX_RARE_WORDS,
  };
}

const DOCUMENTATION = /\.(?:md|mdx|rst|adoc|txt)$/i;

/** How much a changed file says: documentation half, for most changes touch some. */
export const weightOfFile = (path: string): number => (DOCUMENTATION.test(path) ? 0.5 : 1);

/** Whether what a memory cites is changed, by the changed file that says most (`weightOfFile`). */
export function citedFileSignal({
  cited,
  changed,
}: {
  cited: readonly string[];
  changed: ReadonlySet<string>;
}): number {
  return Math.max(0, ...cited.filter((path) => changed.has(path)).map(weightOfFile));
}

/** Lines of a file, from 1; `end` is the last one. */
export type LineRange = { path: string; start: number; end: number };

/** Lines between places and the nearest change in their files: 0 where they touch, null where no such change is known. */
export function lineDistance(places: readonly LineRange[], changed: readonly LineRange[]): number | null {
  const distances = places.flatMap(({ path, start, end }) =>
    changed
      .filter((lines) => lines.path === path)
      .map((lines) => Math.max(0, lines.start - end, start - lines.end)),
  );
  if (distances.length === 0) return null;
  return distances.reduce((least, distance) => Math.min(least, distance));
}

const FAR_LINES = 200;
/** The mean over all cited files that were changed, 643 in seven repositories: what is to be expected where no line is known. */
const UNKNOWN_LINES = 0.24;

/** How near changed lines are to cited ones, 0 to 1; of cited files (`citedFileSignal`) without known lines what is usual. */
export function citedLinesSignal({
  cited,
  cited_file,
  changed,
}: {
  cited: readonly LineRange[];
  cited_file: number;
  changed: readonly LineRange[];
}): number {
  const distance = lineDistance(cited, changed);
  if (distance === null) return UNKNOWN_LINES * cited_file;
  return 1 - Math.log1p(Math.min(distance, FAR_LINES)) / Math.log1p(FAR_LINES);
}
