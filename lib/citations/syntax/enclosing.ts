/** Attributes and decorators stand directly above what they belong to. */
const ATTRIBUTE = /^\s*(?:@[\p{L}_]|#\[|\[[A-Z])/u;
const CLOSES = /^\s*[)\]}]/;
const ONLY_COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\[|if|el|end|define))/;
const WORDS = /[\p{L}\p{N}_$]+|[!<>=&|+*/%?-]+/gu;
const LABEL = /^\s*(?:public|private|protected|default|else|try|finally|do|begin)?\s*[:{]?\s*$/;
const MOST_HEADERS = 12;
const TAB = 8;

/**
 * The lines that a place stands in, by their words: the headers of its definitions and its conditions, the innermost
 * first, with their attributes. By indentation, as it costs nothing. `line_start` counts from 1.
 */
export function headersAround(lines: readonly string[], line_start: number): string {
  const headers: string[] = [];
  let row = line_start - 1;
  let depth = depthOf(lines[row] ?? "");
  while (depth > 0 && row > 0 && headers.length < MOST_HEADERS) {
    row -= 1;
    const line = lines[row] ?? "";
    const own = depthOf(line);
    if (line.trim() === "" || own >= depth || ONLY_COMMENT.test(line)) continue;
    depth = own;
    const first = CLOSES.test(line) ? beginOf(lines, row, own) : row;
    const top = attributesAbove(lines, first, own);
    const header = lines.slice(top, row + 1).join(" ");
    row = top;
    if (!LABEL.test(header)) headers.push(wordsOf(header));
  }
  return headers.join("\n");
}

function depthOf(line: string): number {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === " ") depth += 1;
    else if (line[at] === "\t") depth += TAB;
    else break;
  }
  return depth;
}

/** The row at which what is closed here began: the one above at the same depth. */
function beginOf(lines: readonly string[], row: number, depth: number): number {
  for (let above = row - 1; above >= 0; above -= 1) {
    const line = lines[above] ?? "";
    if (line.trim() === "") continue;
    const own = depthOf(line);
    if (own < depth) return row;
    if (own === depth && !CLOSES.test(line)) return above;
  }
  return row;
}

function attributesAbove(lines: readonly string[], row: number, depth: number): number {
  let top = row;
  while (top > 0 && ATTRIBUTE.test(lines[top - 1] ?? "") && depthOf(lines[top - 1] ?? "") === depth) top -= 1;
  return top;
}

function wordsOf(text: string): string {
  return (text.match(WORDS) ?? []).join(" ");
}

const DEPRECATED =
  /@deprecated\b|#\[deprecated|\[Obsolete\b|@Deprecated\b|^\s*(?:\/\/|#|\*)\s*Deprecated:|DeprecationWarning/;
const ABOVE = 8;

/** Whether cited lines, or what stands right above them, say that they are not to be used any more. */
export function saysDeprecated(
  lines: readonly string[],
  { line_start, line_end }: { line_start: number; line_end: number },
): boolean {
  const from = lastBlank(lines, line_start - 1);
  return lines.slice(from, line_end).some((line) => DEPRECATED.test(line));
}

/** The row behind the last blank line above, at most 8 above. */
function lastBlank(lines: readonly string[], row: number): number {
  let from = row;
  while (from > 0 && row - from < ABOVE && (lines[from - 1] ?? "").trim() !== "") from -= 1;
  return from;
}
