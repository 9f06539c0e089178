import { indentationDiffers } from "./indentation";
import { type Syntax, syntaxOf } from "./literal-syntax";
import { isWord, LITERAL, type LineState, lineStates, scanLine } from "./literals";
import type { Passage } from "./spans";

/**
 * Whether two texts that differ in white space alone differ in some that means something: inside literals, between two
 * words, a line break that ends a `return`, and indentation where that is syntax. Both begin where the same text begins.
 */
export function differsInMeaning({ path, was, now }: { path: string; was: Passage; now: Passage }): boolean {
  const syntax = syntaxOf(path);
  if (significantText(was, syntax) !== significantText(now, syntax)) return true;
  return indentationDiffers({ was, now, syntax });
}

/** A passage with only such white space left as means something wherever it stands. */
function significantText({ lines, first, last }: Passage, syntax: Syntax): string {
  const states = lineStates(lines, syntax);
  const parts: string[] = [];
  let gap = "";
  let literal = false;
  for (let row = first; row <= last; row += 1) {
    const line = lines[row] ?? "";
    const state = states[row];
    if (!state) break;
    const inside = isInLiteral(state);
    const { kinds } = scanLine(line, state, syntax);
    if (row > first) gap += "\n";
    if (inside) literal = true;
    else if (row > first) literal = false;
    const shown = inside && state.standalone ? asMovedAlong(line, state) : line;
    const cut = line.length - shown.length;
    for (let at = 0; at < shown.length; at += 1) {
      const character = shown[at] ?? "";
      if (/\s/.test(character)) {
        gap += character;
        literal = kinds[at + cut] === LITERAL;
        continue;
      }
      parts.push(gapThatCounts({ gap, literal, before: parts, after: character, syntax }), character);
      gap = "";
      literal = false;
    }
  }
  return parts.join("");
}

const isInLiteral = ({ closes }: LineState): boolean =>
  closes !== null && closes !== "*/" && closes !== "fence";

/** A line of a documentation string, without the indentation of the line on which that begins. */
function asMovedAlong(line: string, { indent }: LineState): string {
  if (line.startsWith(indent)) return line.slice(indent.length);
  return line;
}

const ENDS_STATEMENT = /^(?:return|throw|yield|break|continue|raise)$/;

function gapThatCounts({
  gap,
  literal,
  before,
  after,
  syntax,
}: {
  gap: string;
  literal: boolean;
  before: readonly string[];
  after: string;
  syntax: Syntax;
}): string {
  if (literal) return gap;
  const last = before.at(-1);
  if (gap === "" || !isWord(last)) return "";
  if (syntax.ends_after_return && gap.includes("\n") && ENDS_STATEMENT.test(lastWord(before))) {
    if (/[;}]/.test(after)) return "";
    return "\n";
  }
  if (isWord(after)) return " ";
  return "";
}

/** The word that the text ends with; a member such as `.return` is not the keyword. */
function lastWord(parts: readonly string[]): string {
  let word = "";
  for (let at = parts.length - 1; at >= 0 && word.length < 10; at -= 1) {
    const part = parts[at] ?? "";
    if (part === "") continue;
    if (!isWord(part)) return part === "." ? "" : word;
    word = part + word;
  }
  return word;
}
