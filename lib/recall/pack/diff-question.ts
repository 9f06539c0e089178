import type { ContextQuestion } from "../contract";
import { type DiffSummary, readDiff } from "./diff";

const MAX_CHANGED_FILES = 2_000;

/**
 * A question with its diff read: the files of the diff are changed files too, and the text of the diff is left behind,
 * so that nothing can store it.
 */
export function readQuestion({ diff: text, ...question }: ContextQuestion): {
  question: ContextQuestion;
  diff: DiffSummary;
} {
  const diff = readDiff(text ?? "");
  const all = [...new Set([...diff.paths, ...question.changed_files])];
  if (all.length > MAX_CHANGED_FILES)
    diff.degraded.push(`changed_files: only the first ${MAX_CHANGED_FILES} of ${all.length} were used`);
  return { question: { ...question, changed_files: all.slice(0, MAX_CHANGED_FILES) }, diff };
}

/** What the ledger keeps of a diff; nothing when there was none. */
export function countsOf({ paths, hunks, added_lines, removed_lines }: DiffSummary): {
  diff?: { files: number; hunks: number; added_lines: number; removed_lines: number };
} {
  if (paths.length === 0) return {};
  return { diff: { files: paths.length, hunks: hunks.length, added_lines, removed_lines } };
}
