import { isDeadPath } from "../anchoring/dead-path";
import { syntaxOf } from "../anchoring/literal-syntax";
import { lineStates } from "../anchoring/literals";
import { languageOf } from "./languages";
import type { NormalForm } from "./normal-form";
import { beginningIn, tokensOfLines } from "./signature";

const MARKED_AS_MADE = /@generated|\bcode generated\b|\bauto-?generated\b|\bdo not edit\b/i;
const MARKED_LINES = 6;
const MINIFIED_LINE = 2_000;

type Place = { path: string; lines: readonly string[] };

/** Code without a grammar here. */
const OTHER_CODE =
  /\.(?:kt|kts|swift|scala|dart|groovy|gradle|vue|svelte|css|scss|less|sql|lua|exs?|hs|ml|clj|zig|r|pl|pm|mm?|proto|tf)$/i;

const isCode = (path: string): boolean => languageOf(path) !== null || OTHER_CODE.test(path);

/**
 * Whether a text went from code to where nothing runs it: documentation, what a program made, a backup. Never for what
 * was cited there. `was.lines`: null where the file before is not known.
 */
export function movedToDeadFile({
  was,
  now,
}: {
  was: { path: string; lines: readonly string[] | null };
  now: Place & { line_start: number };
}): boolean {
  if (was.path === now.path || !isCode(was.path) || isDeadPath(was.path)) return false;
  if (isDeadPath(now.path)) return true;
  if (was.lines === null || isMade(was.lines)) return false;
  return isMade(now.lines) || (now.lines[now.line_start - 1] ?? "").length > MINIFIED_LINE;
}

/** Whether a file says of itself that a program made it. */
export function isMade(lines: readonly string[]): boolean {
  return lines.slice(0, MARKED_LINES).some((line) => MARKED_AS_MADE.test(line));
}

/** Where a comment or a text over several lines begins or ends, each by what it adds to a count or turns over. */
const MARK = /\/\*|\*\/|`|"""|'''|^=begin|^=end|<</g;
const HEREDOCS = /\.(?:rb|rake|gemspec|php|sh|bash|pl|pm)$/i;

type Marks = { row: number; mark: string }[];

/**
 * Whether lines may have come to stand inside a comment or a text: more is open above them than before. Cheap, and right
 * only when it says no. `was`: the file before; null when it is not known.
 */
export function mayBeSwallowed({
  was,
  now,
}: {
  was: { path: string; lines: readonly string[]; line_start: number } | null;
  now: Place & { line_start: number };
}): boolean {
  const after = openAbove(now);
  if (was) return after !== openAbove(was);
  return after !== "" || marksOf(now.lines).some(({ row }) => row < now.line_start);
}

/** What is open above a line, as far as counting its marks tells. */
function openAbove({ path, lines, line_start }: Place & { line_start: number }): string {
  const counts = { comment: 0, block: 0, template: 0, double: 0, single: 0, heredoc: 0 };
  for (const { row, mark } of marksOf(lines)) {
    if (row >= line_start - 1) break;
    if (mark === "/*") counts.comment += 1;
    else if (mark === "*/") counts.comment -= 1;
    else if (mark === "=begin") counts.block += 1;
    else if (mark === "=end") counts.block -= 1;
    else if (mark === "`") counts.template ^= 1;
    else if (mark === '"""') counts.double ^= 1;
    else if (mark === "<<") counts.heredoc += 1;
    else counts.single ^= 1;
  }
  if (!HEREDOCS.test(path)) counts.heredoc = 0;
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .join(" ");
}

const marks = new WeakMap<readonly string[], Marks>();

/** Memoised by the identity of the array. */
function marksOf(lines: readonly string[]): Marks {
  const known = marks.get(lines);
  if (known) return known;
  const found = lines.flatMap((line, row) => (line.match(MARK) ?? []).map((mark) => ({ row, mark })));
  marks.set(lines, found);
  return found;
}

/** Whether lines stand inside a comment, by patterns: for languages without a grammar. */
export function isInComment({
  path,
  lines,
  line_start,
  line_end,
}: Place & { line_start: number; line_end: number }): boolean {
  const states = lineStates(lines, syntaxOf(path));
  for (let row = line_start - 1; row < line_end; row += 1) if (states[row]?.closes !== "*/") return false;
  return true;
}

/** Whether no token begins in these lines: they are comments, or part of a text that goes on over them. */
export function isSwallowed(
  form: NormalForm,
  { rows, line_start, line_end }: { rows: readonly number[]; line_start: number; line_end: number },
): boolean {
  const tokens = tokensOfLines(form, rows, { line_start, line_end });
  return beginningIn(form, tokens, rows[line_start - 1] ?? 0) === 0;
}

const SWITCHED = /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|cs)$/i;
const DIRECTIVE = /^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b\s*(.*)$/;
const NEVER = /^(?:0|false)\s*(?:\/\/.*|\/\*.*)?$/;

/** Whether a line is in a part of a C or C# file that is switched off by `#if 0`. By lines: grammars fail inside of statements. */
export function isSwitchedOff({ path, lines, line_start }: Place & { line_start: number }): boolean {
  if (!SWITCHED.test(path)) return false;
  const off: boolean[] = [];
  for (const line of lines.slice(0, line_start - 1)) {
    const [, directive, condition = ""] = line.includes("#") ? (DIRECTIVE.exec(line) ?? []) : [];
    if (directive === undefined) continue;
    if (directive === "endif") off.pop();
    else if (directive.startsWith("if")) off.push(directive === "if" && NEVER.test(condition.trim()));
    else off.splice(-1, 1, false);
  }
  return off.includes(true);
}
