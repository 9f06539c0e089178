import type { Syntax } from "./literal-syntax";

/** What a character is part of. */
export const CODE = 0;
export const LITERAL = 1;
export const COMMENT = 2;

/** How a line begins. */
export interface LineState {
  /** The delimiter that ends what began on a line above; null outside of it. */
  closes: string | null;
  /** That is a text standing alone, such as a documentation string: layout moves it along with the code. */
  standalone: boolean;
  /** The white space before the line on which it began. */
  indent: string;
  /** Brackets that are open. */
  depth: number;
}

const START: LineState = { closes: null, standalone: false, indent: "", depth: 0 };
const FENCE = /^\s*(```|~~~)/;
const WORD = /[\p{L}\p{N}_$]/u;
/** Letters that may stand before a quote as part of the literal. */
const PREFIX = /(?:^|[^\p{L}\p{N}_$])(?:[rbuft]{1,2}|L|u8|U)$/iu;
const CHARACTER = /^'(?:\\[^']*|[^\\'\s]|\s)'/u;
/** Begins a statement wherever it stands: brackets that seem to be open were misread. */
const STATEMENT = /^(?:async def|def|class|import|from|@)\b/;
const FLOW_OPENS = /(?:^|[:-]\s+)[[{][^\]}]*$/;

export const isWord = (character: string | undefined): boolean =>
  character !== undefined && WORD.test(character);

export const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

const known_states = new WeakMap<readonly string[], Map<Syntax, LineState[]>>();

/** How each line of a file begins; memoised by the identity of the lines. */
export function lineStates(lines: readonly string[], syntax: Syntax): readonly LineState[] {
  const of_file = known_states.get(lines) ?? new Map<Syntax, LineState[]>();
  known_states.set(lines, of_file);
  const known = of_file.get(syntax);
  if (known) return known;
  let state = START;
  const states = lines.map((line) => {
    const before = state;
    state = scanLine(line, before, syntax).next;
    return before;
  });
  of_file.set(syntax, states);
  return states;
}

export interface ScannedLine {
  /** For each character of the line: CODE, LITERAL or COMMENT. */
  kinds: Uint8Array;
  next: LineState;
}

/** What the characters of a line are part of, and how the next line begins. */
export function scanLine(line: string, before: LineState, syntax: Syntax): ScannedLine {
  const kinds = new Uint8Array(line.length);
  if (syntax.prose && FENCE.test(line))
    return { kinds, next: { ...START, closes: before.closes === null ? "fence" : null } };
  if (syntax.prose && before.closes === null) return { kinds, next: before };
  const fenced = before.closes === "fence";
  const state = { ...before };
  if (fenced) state.closes = null;
  if (state.depth > 0 && STATEMENT.test(line)) state.depth = 0;
  const counts = syntax.flow === "brackets" || state.depth > 0 || FLOW_OPENS.test(line);
  for (let at = 0; at < line.length; ) {
    const end =
      state.closes === null ? endOfToken({ line, at, syntax, state }) : endOfOpen({ line, at, state });
    kinds.fill(end.kind, at, end.to);
    if (counts && end.kind === CODE) state.depth = depthAfter(line.slice(at, end.to), state.depth);
    at = end.to;
  }
  return { kinds, next: fenced ? { ...state, closes: "fence" } : state };
}

type Token = { kind: number; to: number };
type At = { line: string; at: number; state: LineState };

function depthAfter(character: string, depth: number): number {
  if (character === "(" || character === "[" || character === "{") return depth + 1;
  if (character === ")" || character === "]" || character === "}") return Math.max(0, depth - 1);
  return depth;
}

/** Of what began above: to its end, or the line's. */
function endOfOpen({ line, at, state }: At): Token {
  const { closes } = state;
  const kind = closes === "*/" ? COMMENT : LITERAL;
  const end = closes === null ? -1 : endOfQuote({ line, from: at, quote: closes, raw: kind === COMMENT });
  if (end < 0) return { kind, to: line.length };
  state.closes = null;
  return { kind, to: end };
}

/** Just behind the delimiter that ends a literal; −1 when it is not on this line. */
function endOfQuote({
  line,
  from,
  quote,
  raw,
}: {
  line: string;
  from: number;
  quote: string;
  raw: boolean;
}): number {
  for (let at = from; at < line.length; at += 1) {
    if (!raw && line[at] === "\\") at += 1;
    else if (line.startsWith(quote, at)) return at + quote.length;
  }
  return -1;
}

function endOfToken({ line, at, syntax, state }: At & { syntax: Syntax }): Token {
  const rest = line.slice(at, at + 3);
  if (isComment({ line, at, rest, syntax })) return { kind: COMMENT, to: line.length };
  if (syntax.block_comments && rest.startsWith("/*")) {
    const end = line.indexOf("*/", at + 2);
    if (end < 0) state.closes = "*/";
    return { kind: COMMENT, to: end < 0 ? line.length : end + 2 };
  }
  const multiline = syntax.multiline.find((quote) => rest.startsWith(quote));
  if (multiline !== undefined) return openMultiline({ line, at, state, quote: multiline });
  const [character = ""] = rest;
  if (character === '"' || character === "`") return quoted({ line, at, quote: character, raw: false });
  if (character === "'") return singleQuoted({ line, at, syntax });
  if (character === "/" && syntax.regular_expressions) return regularExpression(line, at);
  return { kind: CODE, to: at + 1 };
}

function isComment({
  line,
  at,
  rest,
  syntax,
}: {
  line: string;
  at: number;
  rest: string;
  syntax: Syntax;
}): boolean {
  if (!syntax.line_comment?.test(rest)) return false;
  return rest[0] !== "#" || at === 0 || /\s/.test(line[at - 1] ?? "");
}

function openMultiline({ line, at, state, quote }: At & { quote: string }): Token {
  const end = endOfQuote({ line, from: at + quote.length, quote, raw: false });
  if (end >= 0) return { kind: LITERAL, to: end };
  state.closes = quote;
  state.indent = indentOf(line);
  state.standalone = quote.length === 3 && /^\s*[rbuRBU]?$/.test(line.slice(0, at));
  return { kind: LITERAL, to: line.length };
}

/** A quote that does not close on its line counts to its end. */
function quoted({ line, at, quote, raw }: { line: string; at: number; quote: string; raw: boolean }): Token {
  const end = endOfQuote({ line, from: at + 1, quote, raw });
  return { kind: LITERAL, to: end < 0 ? line.length : end };
}

function singleQuoted({ line, at, syntax }: { line: string; at: number; syntax: Syntax }): Token {
  if (syntax.characters) {
    const [character] = CHARACTER.exec(line.slice(at)) ?? [];
    if (character === undefined) return { kind: CODE, to: at + 1 };
    return { kind: LITERAL, to: at + character.length };
  }
  // An apostrophe, as in a comment that nobody would know for one.
  if (isWord(line[at - 1]) && !PREFIX.test(line.slice(0, at))) return { kind: CODE, to: at + 1 };
  return quoted({ line, at, quote: "'", raw: syntax.raw_single });
}

/** A slash where an expression may begin, up to the next one on the line. */
function regularExpression(line: string, at: number): Token {
  const before = line.slice(0, at).trimEnd();
  const begins = before === "" || /[(,=:[!&|?{;]$|\breturn$/.test(before);
  const [found] =
    (begins && /^\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\//.exec(line.slice(at))) || [];
  if (found === undefined) return { kind: CODE, to: at + 1 };
  return { kind: LITERAL, to: at + found.length };
}
