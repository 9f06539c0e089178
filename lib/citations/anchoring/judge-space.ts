import type { Anchor } from "./anchor";
import type { OldFile } from "./cited-text";
import { edited, type Located } from "./located";
import { differsInMeaning } from "./meaningful-space";
import type { Passage } from "./spans";
import { contextLines, hashLine, isBlank } from "./text";

/** Of a text of which only white space differs. */
const ONLY_SPACE = 0.999;

/**
 * The verdict on a text that was found whole, white space aside: `edited` where white space that means something
 * differs from the lines as they were last seen. Where those are not known in full the verdict stays.
 */
export function judgeSpace({
  anchor,
  old,
  path,
  lines,
  located,
}: {
  anchor: Anchor;
  old: OldFile | null;
  path: string;
  lines: readonly string[];
  located: Located;
}): Located {
  const { status, line_start, line_end, confidence } = located;
  if (status === "edited" || status === "missing" || line_start === null || line_end === null) return located;
  if (!old || old.table.exact.length < anchor.line_end) return located;
  const now: Passage = { lines, first: line_start - 1, last: line_end - 1, whole_file: true };
  if (isByteEqual(anchor, old, now)) return located;
  const passages = passagesOf({ anchor, old, now });
  if (!passages || !differsInMeaning({ path, ...passages })) return located;
  return edited(now, ONLY_SPACE, confidence, "space_changed");
}

function isByteEqual({ line_start, line_end }: Anchor, { table }: OldFile, now: Passage): boolean {
  if (line_end - line_start !== now.last - now.first) return false;
  for (let row = 0; row <= now.last - now.first; row += 1)
    if (table.exact[line_start - 1 + row] !== hashLine(now.lines[now.first + row] ?? "")) return false;
  return true;
}

function passagesOf({
  anchor,
  old,
  now,
}: {
  anchor: Anchor;
  old: OldFile;
  now: Passage;
}): { was: Passage; now: Passage } | null {
  const { line_start, line_end, snippet } = anchor;
  if (old.lines)
    return { was: { lines: old.lines, first: line_start - 1, last: line_end - 1, whole_file: true }, now };
  if (snippet === null || anchor.snippet_truncated) return null;
  const kept = snippet.split("\n");
  // Where the citation was followed over a change of white space, the text kept is not what was seen last.
  const is_last_seen = kept.every((line, row) => old.table.exact[line_start - 1 + row] === hashLine(line));
  if (!is_last_seen) return null;
  const around = contextLines(now.lines, now.first + 1, now.last + 1);
  return {
    was: cutOut(anchor.context_before, kept),
    now: cutOut(around.before, now.lines.slice(now.first, now.last + 1)),
  };
}

/** A text with the lines that are known above it; both are cut alike, so that they are read alike. */
function cutOut(above: readonly string[], text: readonly string[]): Passage {
  const before = above.filter((line) => !isBlank(line));
  const lines = [...before, ...text];
  return { lines, first: before.length, last: lines.length - 1, whole_file: false };
}
