import type { Hunk, ProposalDetail } from "@/lib/skills/contract";

/** Unchanged lines shown around a hunk. */
const CONTEXT_LINES = 3;

/** A hunk as two texts of whole lines: the lines it touches and a few around them, before and after the edit. */
export type HunkWindow = { old_text: string; new_text: string; first_line: number };

/** Where a text starts on or after the given line (from 1), or null when it is not there. */
function offsetOf(content: string, text: string, line: number): number | null {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = content.indexOf("\n", start);
    if (end === -1) return null;
    start = end + 1;
  }
  const found = content.indexOf(text, start);
  if (found === -1) return null;
  return found;
}

function back(content: string, offset: number, lines: number): number {
  let start = content.lastIndexOf("\n", offset - 1) + 1;
  for (let step = 0; step < lines && start > 0; step += 1) {
    start = start >= 2 ? content.lastIndexOf("\n", start - 2) + 1 : 0;
  }
  return start;
}

function forward(content: string, offset: number, lines: number): number {
  // A text that ends with its line break has ended its line.
  let end = offset > 0 && content[offset - 1] === "\n" ? offset : content.indexOf("\n", offset) + 1;
  if (end === 0) return content.length;
  for (let step = 0; step < lines; step += 1) {
    const next = content.indexOf("\n", end);
    if (next === -1) return content.length;
    end = next + 1;
  }
  return end;
}

/** The hunk in its place in `content`, with `text` instead of what stands there; without a place, the two texts alone. */
export function windowOf(
  hunk: Pick<Hunk, "current_text" | "start_line">,
  content: string,
  text: string,
): HunkWindow {
  const { current_text, start_line } = hunk;
  const offset = start_line === null ? null : offsetOf(content, current_text, start_line);
  if (offset === null) return { old_text: current_text, new_text: text, first_line: start_line ?? 1 };
  const start = back(content, offset, CONTEXT_LINES);
  const after = offset + current_text.length;
  const end = forward(content, after, CONTEXT_LINES);
  return {
    old_text: content.slice(start, end),
    new_text: content.slice(start, offset) + text + content.slice(after, end),
    first_line: content.slice(0, start).split("\n").length,
  };
}

/** The text a hunk would write: what the person made of it, else what was decided, else what was drafted. */
export const textOf = (hunk: Hunk, edits: Readonly<Record<string, string>>): string =>
  edits[hunk.id] ?? hunk.edited_text ?? hunk.proposed_text;

/** The lines of a text that a hunk writes, between those that it leaves as they are: whole lines each. */
type Changed = { before: string[]; lines: string[]; after: string[] };

function changedIn(current: readonly string[], proposed: readonly string[]): Changed {
  const most = Math.min(current.length, proposed.length);
  let first = 0;
  while (first < most && current[first] === proposed[first]) first += 1;
  let last = 0;
  while (last < most - first && current.at(-1 - last) === proposed.at(-1 - last)) last += 1;
  const end = proposed.length - last;
  return { before: proposed.slice(0, first), lines: proposed.slice(first, end), after: proposed.slice(end) };
}

const isAt = (lines: readonly string[], part: readonly string[], from: number) =>
  part.every((line, index) => lines[from + index] === line);

/**
 * What of a hunk's text a person edits: the lines that the hunk itself writes, without the rules around them that it only
 * carries along. `write` puts other lines in their place. A text that no longer has those rules is edited as a whole.
 */
export function editedLines(
  hunk: Pick<Hunk, "current_text" | "proposed_text">,
  text: string,
): { lines: string; write: (lines: string) => string } {
  const { before, after } = changedIn(hunk.current_text.split("\n"), hunk.proposed_text.split("\n"));
  const all = text.split("\n");
  const end = all.length - after.length;
  const isWhole = end < before.length || !isAt(all, before, 0) || !isAt(all, after, end);
  if (isWhole) return { lines: text, write: (lines) => lines };
  return {
    lines: all.slice(before.length, end).join("\n"),
    write: (lines) => [...before, ...(lines === "" ? [] : [lines]), ...after].join("\n"),
  };
}

/** Lines a text has; one that ends with a line break has not begun another. */
const lineCount = (text: string) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

/** By how many lines each hunk moves what is below it: its new lines less its old ones. */
export const lineGrowth = (window: HunkWindow): number =>
  lineCount(window.new_text) - lineCount(window.old_text);

/** The body of an approval: nothing for all as drafted, else the hunks taken with the wording changed where it was. */
export function approvedHunks(
  proposal: Pick<ProposalDetail, "hunks">,
  left_out: ReadonlySet<string>,
  edits: Readonly<Record<string, string>>,
): { hunk_id: string; proposed_text?: string }[] | undefined {
  const taken = proposal.hunks.filter((hunk) => !left_out.has(hunk.id));
  const isEdited = (hunk: Hunk) => textOf(hunk, edits) !== hunk.proposed_text;
  if (taken.length === proposal.hunks.length && !taken.some(isEdited)) return undefined;
  return taken.map((hunk) => ({
    hunk_id: hunk.id,
    ...(isEdited(hunk) && { proposed_text: textOf(hunk, edits) }),
  }));
}
