import type { RelevanceSignal } from "../contract";
import type { WordScore } from "../search";

/**
 * What is known of how a memory fits a task, each signal on a scale that does not depend on how many memories there are,
 * nor on how long the task is. Absent evidence is 0.
 */
export type RelevanceSignals = Record<RelevanceSignal, number> & {
  /** Cosine similarity of the task to the memory, -1 to 1; 0 without a vector. */
  meaning: number;
  /**
   * Rare words in common, 0 to 3: the BM25 of the memory in units of a word that only one memory has, by the root of
   * what all words of the task would bring in these units. BM25 itself grows with the task's length and with the number
   * of memories.
   */
  words: number;
  /** Share of the task's words, weighted by rarity, that the memory contains: 0 to 1. */
  coverage: number;
  /** 1: cites or names a changed file. Documentation counts half. */
  cited_file: number;
  /** 1: cites or names a file beside a changed one. */
  cited_folder: number;
  /** 1: a pattern that it applies to matches a changed file. */
  changed_glob: number;
  /** 1: it applies to this kind of change, such as a dependency's. */
  kind_of_change: number;
  /** 1: its statement is about what this kind of change changes, without saying that it applies to it. */
  subject_of_change: number;
  /** 1: learned by an agent of the type that asks. */
  agent_type: number;
  /** 1: of the category that the task names or is guessed to be of. */
  category: number;
};

export const NO_SIGNALS: RelevanceSignals = {
  meaning: 0,
  words: 0,
  coverage: 0,
  cited_file: 0,
  cited_folder: 0,
  changed_glob: 0,
  kind_of_change: 0,
  subject_of_change: 0,
  agent_type: 0,
  category: 0,
};

const MAX_WORDS = 3;

/** The signals of text: `words` and `coverage`; none where a memory has no word in common with the question. */
export function textSignals(score: WordScore | null): Pick<RelevanceSignals, "words" | "coverage"> {
  if (score === null) return { words: 0, coverage: 0 };
  const { rarest, rarity } = score.statistics;
  if (rarest <= 0 || rarity <= 0) return { words: 0, coverage: 0 };
  const words = score.bm25 / rarest / Math.sqrt(rarity / rarest);
  return { words: Math.min(words, MAX_WORDS), coverage: score.coverage };
}

const DOCUMENTATION = /\.(?:md|mdx|rst|adoc|txt)$/i;
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** The signals of files: whether what a memory cites is changed, or stands beside what is changed. */
export function fileSignals({
  cited,
  changed,
}: {
  cited: readonly string[];
  changed: ReadonlySet<string>;
}): Pick<RelevanceSignals, "cited_file" | "cited_folder"> {
  if (changed.size === 0 || cited.length === 0) return { cited_file: 0, cited_folder: 0 };
  const hit = cited.filter((path) => changed.has(path));
  if (hit.some((path) => !DOCUMENTATION.test(path))) return { cited_file: 1, cited_folder: 0 };
  if (hit.length > 0) return { cited_file: 0.5, cited_folder: 0 };
  const folders = new Set([...changed].map(folderOf).filter((folder) => folder !== ""));
  const beside = cited.some((path) => !DOCUMENTATION.test(path) && folders.has(folderOf(path)));
  return { cited_file: 0, cited_folder: beside ? 1 : 0 };
}
